import { anvilBinary } from './anvil-binary.ts'
import { rpcBatch } from './rpc.ts'
import { superviseProgram } from './supervise.ts'

/** A running local chain. */
export interface Anvil {
  readonly chainId: number
  /** HTTP JSON-RPC on the loopback interface. */
  readonly rpcUrl: string
  /** Kills the node and resolves when it has exited. Its state is lost. Further calls do nothing. */
  stop(): Promise<void>
}

export interface AnvilOptions {
  readonly chainId: number
  /** TCP port; 0, the default, takes a free one. */
  readonly port?: number
  /** JSON file of an initial state, as `anvil_dumpState` returns it (unpacked); absent: an empty chain. */
  readonly state?: string
}

/**
 * Otherwise a long chain would write states of old blocks to the user's home, and a killed one would leave them there.
 */
const noPersistedStates = ['--max-persisted-states', '0']

/** Its accounts are unlocked, so no page of a browser may call it. */
const noPages = ['--no-cors']

/**
 * Starts a local chain that mines a block for each transaction, with anvil's ten funded test accounts, and resolves
 * when it has responded to `eth_chainId`. The node exits with this process, for any reason; it does not keep this
 * process alive and does not receive a Ctrl-C in the terminal. Rejects when the port is taken.
 */
export async function startAnvil({ chainId, port = 0, state }: AnvilOptions): Promise<Anvil> {
  const command = [anvilBinary(), '--chain-id', `${chainId}`, '--host', '127.0.0.1', '--port', `${port}`]
  command.push(...noPersistedStates, ...noPages)
  if (state) command.push('--load-state', state)
  const { ready, stop } = superviseProgram(command, /^Listening on (.+)$/)
  try {
    const rpcUrl = `http://${await ready}`
    await rpcBatch(rpcUrl, [['eth_chainId'], ['anvil_setLoggingEnabled', [false]]])
    return { chainId, rpcUrl, stop }
  } catch (cause) {
    await stop()
    const reason = cause instanceof Error ? cause.message : cause
    throw new Error(`The local chain ${chainId} did not start on port ${port}: ${reason}`, { cause })
  }
}
