import { expect, it } from 'vitest'
import { lowerCaseHex } from '../../src/crypto/hex.ts'
import { openStore } from '../../src/store/store.ts'
import { describeOnEachDatabase } from '../support/databases/stores.ts'
import { isSettled, readCharges, readJournal } from '../support/payments/evidence.ts'
import { startPaymentFixture } from '../support/payments/fixture.ts'
import { waitUntil } from '../support/wait-until.ts'
import { findViolations } from './random-invariants.ts'
import { killableServer, scenarioOf, stableServer } from './random-scenario.ts'
import { replayAll, runScenario } from './random-scenario-run.ts'

/** Twenty scenarios, from seed 1 on: `BYNAME_TEST_SEEDS=20 BYNAME_TEST_SEED=1 npx vitest run --project payment random`. */
const { BYNAME_TEST_SEED: first = '1', BYNAME_TEST_SEEDS: count = '1' } = process.env

const seeds = Array.from({ length: Number(count) }, (_, index) => Number(first) + index)

const rounds = 3

describeOnEachDatabase('payments while anything fails', (databases) => {
  it.each(seeds)(
    'rule: payments are exact and accounted for under any failures (seed %i)',
    async (seed) => {
      const url = await databases.createMigrated()
      const fixture = await startPaymentFixture(url)
      const store = await openStore({ url })
      try {
        const stage = await runScenario(fixture, scenarioOf(seed, rounds))
        // The invariants report what is still pending after that.
        const settled = () => waitUntil('every payment has ended', () => isSettled(store), 60).catch(() => {})
        await settled()
        for (const server of [stableServer, killableServer] as const) {
          await replayAll(stage, server)
          await settled()
        }
        const evidence = {
          requests: stage.requests,
          charges: await readCharges(fixture),
          journal: await readJournal(store),
          received: await fixture.payeeBalance(),
          relayer: lowerCaseHex(fixture.relayer.address),
          relayed: await fixture.relayerTransactionCount(),
        }
        expect(findViolations(evidence), `seed ${seed}`).toEqual([])
        expect(evidence.charges.length).toBeGreaterThan(10)
      } finally {
        await store.close()
        await fixture.stop()
      }
    },
    300_000,
  )
})
