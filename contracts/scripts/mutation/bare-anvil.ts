import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Anvil, AnvilOptions } from '@byname/devnet/anvil'
import { anvilBinary } from '../../../devnet/src/anvil-binary.ts'

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const node of running) node.kill('SIGKILL')
})

/** A local chain without supervisor and proxy, and without a bound to the size of code. */
export async function startAnvil({ chainId, hardfork }: AnvilOptions): Promise<Omit<Anvil, 'nodeUrl'>> {
  const options = ['--chain-id', `${chainId}`, '--port', '0', '--disable-code-size-limit']
  if (hardfork) options.push('--hardfork', hardfork)
  const node = spawn(anvilBinary(), options, { stdio: ['ignore', 'pipe', 'ignore'] })
  running.add(node)
  const address = await new Promise<string>((resolve, reject) => {
    createInterface({ input: node.stdout }).on('line', (line) => {
      const [, found] = /^Listening on (.+)$/.exec(line) ?? []
      if (found) resolve(found)
    })
    node.once('exit', () => reject(new Error('The local chain did not start.')))
  })
  return {
    chainId,
    rpcUrl: `http://${address}`,
    async stop() {
      running.delete(node)
      const exited = once(node, 'exit')
      node.kill('SIGKILL')
      await exited
    },
  }
}
