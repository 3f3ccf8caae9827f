import { expect, it } from 'vitest'
import { lowerCaseHex } from '../../src/ens/hex.ts'
import { openStore } from '../../src/store/open.ts'
import { startPaidScene } from '../support/paid-scene.ts'
import { describeOnEachDatabase } from '../support/stores.ts'
import { until } from '../support/until.ts'
import { isSettled, readCharges, readJournal } from './random-evidence.ts'
import { findViolations } from './random-rules.ts'
import { askAgain, tell } from './random-run.ts'
import { mortal, steady, storyOf } from './random-story.ts'

/** Another one tells another story: `BYNAME_TEST_SEED=2 npx vitest run --project payment random`. */
const { BYNAME_TEST_SEED: given = '1' } = process.env

/** Makes the story. */
const seed = Number(given)

const rounds = 3

describeOnEachDatabase(`payments while anything fails (seed ${seed})`, (databases) => {
  it('rule: whatever fails, nobody pays twice, nor for nothing without being owed, and all of it is known', async () => {
    const url = await databases.create()
    const scene = await startPaidScene(url)
    const store = await openStore({ url })
    try {
      const stage = await tell(scene, storyOf(seed, rounds))
      // What is open even then, the rules will tell.
      const settled = () => until('every payment has ended', () => isSettled(store), 60).catch(() => {})
      await settled()
      for (const server of [steady, mortal] as const) {
        await askAgain(stage, server)
        await settled()
      }
      const evidence = {
        asks: stage.asks,
        charges: await readCharges(scene),
        journal: await readJournal(store),
        received: await scene.received(),
        relayer: lowerCaseHex(scene.relayer.address),
        relayed: await scene.relayed(),
      }
      expect(findViolations(evidence), `seed ${seed}`).toEqual([])
      expect(evidence.charges.length).toBeGreaterThan(10)
    } finally {
      await store.close()
      await scene.stop()
    }
  }, 300_000)
})
