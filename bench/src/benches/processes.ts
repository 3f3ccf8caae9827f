import type { BenchOptions, Report } from '../bench.ts'
import { type DatabaseKind, databaseTitles } from '../databases/kinds.ts'
import type { LoadProfile } from '../load/load.ts'
import { type Measurement, measure } from '../load/measure.ts'
import { distinctWorkload, requestSourceOf } from '../lookups/workloads.ts'
import { figure, ranged } from '../report/format.ts'
import { quotients, spreadOf } from '../report/statistics.ts'
import { table } from '../report/table.ts'
import { hasThirdCore } from '../servers/cores.ts'
import { serve } from '../servers/service.ts'

/** One process on a core, and two workers on two cores. */
interface Round {
  readonly one: Measurement
  readonly two: Measurement
}

/** Distinct lookups of two workers, compared with one process. */
export async function benchProcesses(setting: BenchOptions): Promise<Report> {
  const { data, databases, rounds, seconds, sizes } = setting
  const source = requestSourceOf(distinctWorkload(sizes.small))
  // Several requests in one write cost the generator less, which shares its core with one of the two servers.
  const profile: LoadProfile = { connections: 16, pipelineDepth: 4, warmUpSeconds: seconds / 2, seconds }
  const measured = new Map<DatabaseKind, Round[]>(databases.map((kind) => [kind, []]))
  for (let round = 0; round < rounds; round++)
    for (const [kind, results] of measured) {
      const location = await data.open(kind, sizes.small)
      const one = await measure(serve(location), source, profile)
      const two = await measure(serve(location, 2), source, profile)
      console.error(
        `  ${figure(one.requestsPerSecond)} and ${figure(two.requestsPerSecond)} requests/s: ${kind}`,
      )
      results.push({ one, two })
    }
  const measurements = [...measured]
  return {
    heading: 'Processes: two workers',
    body: [
      `Distinct lookups of ${figure(sizes.small)} names; ${profile.connections} connections, ${profile.pipelineDepth} requests in flight on each; ${rounds} × ${seconds} s.`,
      table(
        ['Servers', 'requests/s (range)', 'server CPU µs', 'generator CPU µs', 'p99 ms'],
        measurements.flatMap(([kind, results]) => [
          rowOf(
            `one process, ${databaseTitles[kind]}`,
            results.map(({ one }) => one),
          ),
          rowOf(
            `two workers, ${databaseTitles[kind]}`,
            results.map(({ two }) => two),
          ),
        ]),
      ),
      hasThirdCore ? 'Each server and the load generator had a core of its own.' : sharedCores(measurements),
    ].join('\n\n'),
    findings: measurements.map(([database, results]) => ({
      budget: 'processes',
      database,
      ...(hasThirdCore ? {} : { note: 'had the generator its own core' }),
      spread: hasThirdCore ? byWall(results) : byCpu(results),
      byCpuTime: byCpu(results),
    })),
  }
}

function rowOf(title: string, results: readonly Measurement[]): string[] {
  const median = (field: keyof Measurement) => figure(spreadOf(results.map((result) => result[field])).median)
  const rate = spreadOf(results.map(({ requestsPerSecond }) => requestsPerSecond))
  return [title, ranged(rate), median('serverCpuMicros'), median('generatorCpuMicros'), median('p99')]
}

function byWall(results: readonly Round[]) {
  return quotients(
    results.map(({ two }) => two.requestsPerSecond),
    results.map(({ one }) => one.requestsPerSecond),
  )
}

/** Two processes with a core each serve two requests in the processor time of one request. */
function byCpu(results: readonly Round[]) {
  return quotients(
    results.map(({ one }) => 2 * one.serverCpuMicros),
    results.map(({ two }) => two.serverCpuMicros),
  )
}

function sharedCores(measurements: readonly (readonly [DatabaseKind, readonly Round[]])[]): string {
  const walls = measurements.map(([kind, results]) => `${ranged(byWall(results))} on ${databaseTitles[kind]}`)
  return (
    'This machine has no third core: the load generator (and PostgreSQL) take their time from the two servers. What ' +
    'two processes answer is therefore judged by their processor time: twice what one request of one process takes, ' +
    `over what one of two processes takes. Requests a second, as they came, grew by ${walls.join(' and ')}.`
  )
}
