import { randomInt } from 'node:crypto'
import { anvilBinary } from './anvil-binary.ts'
import { type LoopbackProxy, startLoopbackProxy } from './loopback-proxy.ts'
import { rpcBatch } from './rpc.ts'
import { superviseProgram } from './supervise.ts'

/** A running local chain. */
export interface Anvil {
  readonly chainId: number
  /** HTTP JSON-RPC on the loopback interface, for programs; pages of a browser are refused. */
  readonly rpcUrl: string
  /** The node itself, for the process that started it: WebSockets too. */
  readonly nodeUrl: string
  /** Kills the node and resolves when it has exited. Its state is lost. Further calls do nothing. */
  stop(): Promise<void>
}

export interface AnvilOptions {
  readonly chainId: number
  /** TCP port; 0, the default, takes a free one. */
  readonly port?: number
  /** JSON file of an initial state, as `anvil_dumpState` returns it (unpacked); absent: an empty chain. */
  readonly state?: string
  /** Rules of the chain; absent: the newest that the node knows. */
  readonly hardfork?: 'prague' | 'osaka'
}

/**
 * Otherwise a long chain would write states of old blocks to the user's home, and a killed one would leave them there.
 */
const noPersistedStates = ['--max-persisted-states', '0']

/**
 * Its accounts are unlocked, and it answers any Host and WebSockets of any origin, so no page of a browser may find it:
 * pages call the proxy's port. Where the whole network 127.0.0.0/8 is this machine, it listens on one of 16 million
 * addresses; elsewhere, on macOS, only its port is unknown.
 */
function drawAddress(): string {
  if (process.platform !== 'linux' && process.platform !== 'win32') return '127.0.0.1'
  return ['127', randomInt(1, 255), randomInt(0, 256), randomInt(1, 255)].join('.')
}

/**
 * Starts a local chain that mines a block for each transaction, with anvil's ten funded test accounts, and resolves
 * when it has responded to `eth_chainId`. The node exits with this process, for any reason; it does not keep this
 * process alive and does not receive a Ctrl-C in the terminal. Rejects when the port is taken.
 */
export async function startAnvil({ chainId, port = 0, state, hardfork }: AnvilOptions): Promise<Anvil> {
  const command = [anvilBinary(), '--chain-id', `${chainId}`, '--host', drawAddress(), '--port', '0']
  command.push('--no-cors', ...noPersistedStates)
  if (state) command.push('--load-state', state)
  if (hardfork) command.push('--hardfork', hardfork)
  const node = superviseProgram(command, /^Listening on (.+)$/)
  let proxy: LoopbackProxy | undefined
  const stop = async () => {
    await Promise.all([proxy?.close(), node.stop()])
  }
  try {
    const nodeUrl = `http://${await node.ready}`
    proxy = await startLoopbackProxy(nodeUrl, port)
    await rpcBatch(proxy.url, [['eth_chainId'], ['anvil_setLoggingEnabled', [false]]])
    return { chainId, rpcUrl: proxy.url, nodeUrl, stop }
  } catch (cause) {
    await stop()
    const reason = cause instanceof Error ? cause.message : cause
    throw new Error(`The local chain ${chainId} did not start on port ${port}: ${reason}`, { cause })
  }
}
