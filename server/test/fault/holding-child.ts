/** Writes names of a domain and its count in a transaction that it does not end, and prints a line then. */
import { lockDomain } from '../../src/store/entities/domain-changes.ts'
import { openStore } from '../../src/store/store.ts'

const [url = '', domainId = ''] = process.argv.slice(2)
const store = await openStore({ url })
await store.transaction(async (tx) => {
  await lockDomain(tx, domainId)
  process.stdout.write('held\n')
  await new Promise(() => setInterval(() => {}, 1000))
})
