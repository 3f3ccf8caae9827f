/**
 * Starts a chain, prints its URL, and keeps running until it is killed if its argument is set. It never stops the
 * chain.
 */
import { startAnvil } from '../../src/anvil.ts'

const { rpcUrl } = await startAnvil({ chainId: 1 })
process.stdout.write(`${rpcUrl}\n`)
if (process.argv[2] === 'stay') setInterval(() => {}, 60_000)
