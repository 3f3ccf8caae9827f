/**
 * Keeps the local chain 1 in the folder named by its argument, registers kept.eth, prints that and runs until it is
 * killed.
 */
import { startDevnet } from '../../src/devnet.ts'

const [, , stateDir = ''] = process.argv
const devnet = await startDevnet({ chains: [1], stateDir })
const { publicResolver } = devnet.addresses(1)
await devnet.registerName(1, 'kept', { owner: devnet.deployer, resolver: publicResolver })
process.stdout.write(`${devnet.rpcUrl(1)}\n`)
setInterval(() => {}, 60_000)
