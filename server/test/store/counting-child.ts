/** Increments the count of a domain a hundred times, each time in a transaction that reads the domain first. */
import { findDomainById, incrementSubnameCount } from '../../src/store/entities/domains.ts'
import { openStore } from '../../src/store/store.ts'

const [url = '', domainId = ''] = process.argv.slice(2)
const store = await openStore({ url })
for (let count = 1; count <= 100; count += 1) {
  await store.transaction(async (tx) => {
    const domain = await findDomainById(tx, domainId)
    if (!domain) throw new Error('The domain is gone.')
    await incrementSubnameCount(tx, { ...domain, domainId, isClaimed: true, createdAt: Date.now() })
  })
}
await store.close()
