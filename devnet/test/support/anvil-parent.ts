/** Starts a chain, prints its URL and stays until it is killed. */
import { startAnvil } from '../../src/anvil.ts'

const { rpcUrl } = await startAnvil({ chainId: 1 })
process.stdout.write(`${rpcUrl}\n`)
setInterval(() => {}, 60_000)
