/** Issues subnames without end, several at a time, and says the name of each as soon as it is committed. */
import { takeSubnameSlot } from '../../src/store/domains.ts'
import { openStore } from '../../src/store/open.ts'
import { insertSubname } from '../../src/store/subnames.ts'
import { newSubname, onboardDomain, randomHex } from './entities.ts'

const [url = ''] = process.argv.slice(2)
const store = await openStore({ url })
const { domain } = await onboardDomain(store)

const issueWithoutEnd = async () => {
  for (;;) {
    const subname = newSubname(domain, randomHex(8), {
      records: { texts: [], addresses: [{ coinType: 60, address: randomHex(20) }], contenthash: null },
    })
    await store.transaction(async (tx) => {
      await insertSubname(tx, subname)
      await takeSubnameSlot(tx, subname)
    })
    process.stdout.write(`${subname.name}\n`)
  }
}

await Promise.all([issueWithoutEnd(), issueWithoutEnd(), issueWithoutEnd(), issueWithoutEnd()])
