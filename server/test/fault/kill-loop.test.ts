import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createClient } from '../support/api-client.ts'
import { faultMinutes, say } from '../support/fault-time.ts'
import { startServeProcess } from '../support/serve-process.ts'
import { createTenant, environmentOf, withContext } from '../support/service.ts'
import { describeOnEachDatabase } from '../support/stores.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { until } from '../support/until.ts'
import { expectFound, expectWhole } from '../support/whole-names.ts'
import { answered, expectKept, newLedger, startWriting } from '../support/write-load.ts'

/** How many times the process is killed, unless there is more time; and the seed of when. */
const kills = 2
const { BYNAME_TEST_SEED: seed = '1' } = process.env

/** Milliseconds between the first answer of a process and its end. */
const moments = fc.sample(fc.integer({ min: 0, max: 700 }), { seed: Number(seed), numRuns: 10_000 })

/**
 * Promised: an answer of 200 to a write means that it is on disk; every write is one transaction; a start after a kill needs
 * nobody's help and takes no longer than any other.
 */
describeOnEachDatabase(
  `A process that is killed over and over while names are written (seed ${seed})`,
  (databases) => {
    it(
      'rule: nothing answered is lost, nothing is half there, and each start is as quick as the first',
      async () => {
        const url = await databases.create()
        const environment = environmentOf(await temporaryFolder(), url)
        const tenant = await withContext(environment, createTenant)
        const ledger = newLedger()
        const starts: number[] = []
        const start = async () => {
          const begun = performance.now()
          const service = await startServeProcess(environment)
          starts.push(performance.now() - begun)
          return { ...service, call: await createClient(service.url) }
        }
        const isOfRound = (round: number) => (label: string) => label.startsWith(`r${round}-`)

        const endAt = performance.now() + faultMinutes * 60_000
        for (let round = 0; round < kills || performance.now() < endAt; round++) {
          const { call, end } = await start()
          await expectKept(call, tenant, ledger, isOfRound(round - 1))
          await expectFound(call, [...ledger.names.keys()].filter(isOfRound(round - 1)).slice(-10))

          const before = answered(ledger)
          const load = await startWriting({ call, tenant, ledger }, { prefix: `r${round}` })
          await until('names are written', () => answered(ledger) > before)
          await delay(moments[round % moments.length])
          expect(await end('SIGKILL')).toBeNull()
          await load.stop()
          await expectWhole(url)
        }

        const { call, end } = await start()
        await expectKept(call, tenant, ledger)
        expect(await end('SIGTERM')).toBe(0)
        say(
          `${starts.length - 1} kills, ${answered(ledger)} writes answered, ${answered(ledger, 0)} unanswered; ` +
            `starts of ${starts.map(Math.round).join(', ')} ms`,
        )
        const [first = 0, ...others] = starts
        expect(median(others)).toBeLessThan(2 * first + 3_000)
      },
      120_000 + faultMinutes * 120_000,
    )
  },
)

/** One slow start may be that of a busy machine. */
const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
