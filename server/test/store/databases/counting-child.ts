/** Increments the count of a domain a hundred times, each time in a transaction that reads the domain first. */
import { changeSubnameCount, findDomainById } from '../../../src/store/entities/domains.ts'
import { openStore } from '../../../src/store/store.ts'

const [url = '', domainId = ''] = process.argv.slice(2)
const store = await openStore({ url })
for (let count = 1; count <= 100; count += 1) {
  await store.transaction(async (tx) => {
    const domain = await findDomainById(tx, domainId)
    if (!domain) throw new Error('The domain is gone.')
    const request = { ...domain, domainId, createdAt: Date.now() }
    await changeSubnameCount(tx, { ...request, added: 1, addedClaimed: 1, peak: 1 })
  })
}
await store.close()
