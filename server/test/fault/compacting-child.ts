/** Compacts the events of a database as of two days later, and prints a line before. */
import { compactEvents } from '../../src/core/events/compact.ts'
import { openStore } from '../../src/store/store.ts'

const [url = ''] = process.argv.slice(2)
const store = await openStore({ url })
process.stdout.write('begun\n')
await compactEvents({ store, clock: () => Date.now() + 2 * 86_400_000 })
await store.close()
