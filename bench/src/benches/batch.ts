import type { BenchOptions, Report } from '../bench.ts'
import { type DatabaseKind, databaseTitles } from '../databases/kinds.ts'
import { batchRequests } from '../load/batches.ts'
import type { LoadProfile } from '../load/load.ts'
import type { Measurement } from '../load/measure.ts'
import { figure, ranged } from '../report/format.ts'
import { type Spread, spreadOf } from '../report/statistics.ts'
import { table } from '../report/table.ts'
import { measureAddedNames } from './added-names.ts'

/** Of a batch: the most that the service takes. */
const namesPerBatch = 1000

/** Requests are prepared for this many batches a second; a faster service is measured for less long. */
const maxBatchesPerSecond = 40

/** Names issued by batches over HTTP, with an API key, each on disk with its event when it is confirmed. */
export async function benchBatch(setting: BenchOptions): Promise<Report> {
  const { data, databases, rounds, seconds, sizes } = setting
  const profile: LoadProfile = { connections: 4, warmUpSeconds: seconds / 2, seconds }
  const source = batchRequests(
    Math.ceil(maxBatchesPerSecond * (profile.warmUpSeconds + seconds)),
    namesPerBatch,
  )
  const measured = new Map<DatabaseKind, Measurement[]>(databases.map((kind) => [kind, []]))
  for (let round = 0; round < rounds; round++)
    for (const [kind, results] of measured) {
      const result = await measureAddedNames(data, kind, {
        size: sizes.small,
        source,
        profile,
        names: namesPerBatch,
      })
      console.error(`  ${figure(result.requestsPerSecond * namesPerBatch)} names/s: ${kind}`)
      results.push(result)
    }
  const names = (results: readonly Measurement[]): Spread =>
    spreadOf(results.map(({ requestsPerSecond }) => requestsPerSecond * namesPerBatch))
  const median = (results: readonly Measurement[], field: keyof Measurement) =>
    spreadOf(results.map((result) => result[field])).median
  return {
    heading: 'Adding names by batches',
    body: [
      `${profile.connections} connections, batches of ${figure(namesPerBatch)} names, to ${figure(sizes.small)} names; ` +
        `${rounds} × ${seconds} s.`,
      table(
        ['What', 'names a second (range)', 'p50 ms of a batch', 'p99 ms', 'server CPU µs a name'],
        [...measured].map(([kind, results]) => [
          databaseTitles[kind],
          ranged(names(results)),
          figure(median(results, 'p50')),
          figure(median(results, 'p99')),
          figure(median(results, 'serverCpuMicros') / namesPerBatch),
        ]),
      ),
    ].join('\n\n'),
    findings: [...measured].map(([database, results]) => ({
      budget: 'batch',
      database,
      spread: names(results),
    })),
  }
}
