import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Socket } from 'node:net'
import { extname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { finished } from 'node:stream/promises'
import { anvilBinary } from './anvil-binary.ts'
import { rpcBatch } from './rpc.ts'

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

/** Beside this module, in the sources as in a bundle of them. */
const supervisor = join(import.meta.dirname, `supervisor${extname(import.meta.filename)}`)

/**
 * Otherwise a long chain would write states of old blocks to the user's home, and a killed one would leave them there.
 */
const noPersistedStates = ['--max-persisted-states', '0']

/**
 * Starts a local chain that mines a block for each transaction, with anvil's ten funded test accounts, and resolves
 * when it has responded to `eth_chainId`. The node exits with this process, for any reason; it does not keep this
 * process alive and does not receive a Ctrl-C in the terminal. Rejects when the port is taken.
 */
export async function startAnvil({ chainId, port = 0, state }: AnvilOptions): Promise<Anvil> {
  const command = [anvilBinary(), '--chain-id', `${chainId}`, '--host', '127.0.0.1', '--port', `${port}`]
  command.push(...noPersistedStates)
  if (state) command.push('--load-state', state)
  const child = spawn(process.execPath, [supervisor, ...command], { stdio: 'pipe', detached: true })
  const exited = once(child, 'exit')
  const stop = async () => {
    child.ref()
    child.stdin.destroy()
    await exited
  }
  try {
    const rpcUrl = `http://${await waitForListeningAddress(child)}`
    await rpcBatch(rpcUrl, [['eth_chainId'], ['anvil_setLoggingEnabled', [false]]])
    detach(child)
    return { chainId, rpcUrl, stop }
  } catch (cause) {
    await stop()
    const reason = cause instanceof Error ? cause.message : cause
    throw new Error(`The local chain ${chainId} did not start on port ${port}: ${reason}`, { cause })
  }
}

/** Resolves to the `host:port` that the node prints once it listens; rejects with its output when it exits before. */
async function waitForListeningAddress(child: ChildProcessWithoutNullStreams): Promise<string> {
  let stderrText = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderrText += text
  })
  for await (const line of createInterface(child.stdout)) {
    const address = /^Listening on (.+)$/.exec(line)?.[1]
    if (address) return address
  }
  await finished(child.stderr)
  throw new Error(stderrText.trim() || 'anvil ended without a word.')
}

/** Lets this process exit while the child runs, and discards the child's further output, so that it never blocks. */
function detach(child: ChildProcessWithoutNullStreams): void {
  child.unref()
  for (const stream of [child.stdin, child.stdout, child.stderr]) if (stream instanceof Socket) stream.unref()
  child.stdout.resume()
}
