/** Announces ends as a job does at a given time, over and over, and says each time that it has. */
import { announceEnds } from '../../../src/core/seals/announce-ends.ts'
import { openStore } from '../../../src/store/store.ts'

const [url = '', time = ''] = process.argv.slice(2)
const store = await openStore({ url })
process.stdout.write('open\n')
for (;;) {
  await announceEnds({ store, clock: () => Number(time) })
  process.stdout.write('done\n')
}
