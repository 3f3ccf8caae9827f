import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { describeOnEachDatabase } from '../support/databases/stores.ts'
import { expectConsistent, expectSearchConsistent } from '../support/faults/consistency-checks.ts'
import { faultMinutes, printLine } from '../support/faults/duration.ts'
import {
  createLedger,
  expectLedgerStored,
  responseCount,
  startWriteLoad,
} from '../support/faults/write-load.ts'
import { temporaryFolder } from '../support/folders.ts'
import { createClient } from '../support/http/api-client.ts'
import { startServeProcess } from '../support/service/serve-process.ts'
import { createTenant, testEnvironment, withContext } from '../support/service/service.ts'
import { waitUntil } from '../support/wait-until.ts'

/** The number of kills, unless there is more time; and the seed of their times. */
const minKills = 2
const { BYNAME_TEST_SEED: seed = '1' } = process.env

/** Milliseconds between the first response of a process and its kill. */
const killDelaysMs = fc.sample(fc.integer({ min: 0, max: 700 }), { seed: Number(seed), numRuns: 10_000 })

/**
 * A 200 response to a write means that it is on disk; every write is one transaction; a start after a kill needs no
 * intervention and takes no longer than any other.
 */
describeOnEachDatabase(
  `A process that is killed over and over while names are written (seed ${seed})`,
  (databases) => {
    it(
      'rule: no confirmed write is lost, none is partial, and each start is as fast as the first',
      async () => {
        const url = await databases.create()
        const environment = testEnvironment(await temporaryFolder(), url)
        const tenant = await withContext(environment, createTenant)
        const ledger = createLedger()
        const starts: number[] = []
        const start = async () => {
          const startedAt = performance.now()
          const service = await startServeProcess(environment)
          starts.push(performance.now() - startedAt)
          return { ...service, call: await createClient(service.url) }
        }
        const isOfRound = (round: number) => (label: string) => label.startsWith(`r${round}-`)

        const endAt = performance.now() + faultMinutes * 60_000
        for (let round = 0; round < minKills || performance.now() < endAt; round++) {
          const { call, end } = await start()
          await expectLedgerStored(call, tenant, ledger, isOfRound(round - 1))
          await expectSearchConsistent(call, [...ledger.names.keys()].filter(isOfRound(round - 1)).slice(-10))

          const before = responseCount(ledger)
          const load = await startWriteLoad({ call, tenant, ledger }, { prefix: `r${round}` })
          await waitUntil('names are written', () => responseCount(ledger) > before)
          await delay(killDelaysMs[round % killDelaysMs.length])
          expect(await end('SIGKILL')).toBeNull()
          await load.stop()
          await expectConsistent(url)
        }

        const { call, end } = await start()
        await expectLedgerStored(call, tenant, ledger)
        expect(await end('SIGTERM')).toBe(0)
        printLine(
          `${starts.length - 1} kills, ${responseCount(ledger)} writes confirmed, ${responseCount(ledger, 0)} without a response; ` +
            `starts of ${starts.map(Math.round).join(', ')} ms`,
        )
        const [first = 0, ...others] = starts
        expect(median(others)).toBeLessThan(2 * first + 3_000)
      },
      120_000 + faultMinutes * 120_000,
    )
  },
)

/** A slow start may be due to a busy machine. */
function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}
