/** Issues subnames without end, several concurrently, and prints the name of each as soon as it is committed. */
import { emptyRecords } from '../../../src/ens/stored-records.ts'
import { openStore } from '../../../src/store/store.ts'
import { newSubname, onboardDomain, randomHex } from '../../support/databases/entities.ts'
import { issueSubname } from '../../support/events/event-log.ts'

const [url = ''] = process.argv.slice(2)
const store = await openStore({ url })
const { domain } = await onboardDomain(store)

async function createSubnamesForever() {
  for (;;) {
    const subname = newSubname(domain, randomHex(8), {
      records: { ...emptyRecords, addresses: [{ coinType: 60, address: randomHex(20) }] },
    })
    await issueSubname(store, subname, domain.workspaceId)
    process.stdout.write(`${subname.name}\n`)
  }
}

await Promise.all([
  createSubnamesForever(),
  createSubnamesForever(),
  createSubnamesForever(),
  createSubnamesForever(),
])
