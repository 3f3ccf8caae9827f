import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { BenchOptions, Report } from '../bench.ts'
import { type DatabaseKind, databaseTitles } from '../databases/kinds.ts'
import type { LoadProfile } from '../load/load.ts'
import type { Measurement } from '../load/measure.ts'
import { addRequests } from '../load/wallets.ts'
import { figure, ranged } from '../report/format.ts'
import { spreadOf } from '../report/statistics.ts'
import { table } from '../report/table.ts'
import { measureAddedNames } from './added-names.ts'

/** Requests are prepared for this many adds a second; a faster service is measured for less long. */
const maxAddsPerSecond = 5000

const rateBudgets = { sqlite: 'addSqlite', postgres: 'addPostgres' } as const
const timeBudgets = { sqlite: 'addTimeSqlite', postgres: 'addTimePostgres' } as const

/** Adds over HTTP, each signed by a different wallet and on disk when it is confirmed. */
export async function benchAdd(setting: BenchOptions): Promise<Report> {
  const { data, databases, rounds, seconds, sizes } = setting
  const profile: LoadProfile = { connections: 32, warmUpSeconds: seconds / 2, seconds }
  const source = addRequests(Math.ceil(maxAddsPerSecond * (profile.warmUpSeconds + seconds)))
  const measured = new Map<DatabaseKind, Measurement[]>(databases.map((kind) => [kind, []]))
  const bare: number[] = []
  for (let round = 0; round < rounds; round++) {
    bare.push(durableInserts(data.scratchFolder(), seconds / 2))
    for (const [kind, results] of measured) {
      const result = await measureAddedNames(data, kind, { size: sizes.small, source, profile, names: 1 })
      console.error(`  ${figure(result.requestsPerSecond)} adds/s: ${kind}`)
      results.push(result)
    }
  }
  const rate = (results: readonly Measurement[]) =>
    spreadOf(results.map(({ requestsPerSecond }) => requestsPerSecond))
  const median = (results: readonly Measurement[], field: keyof Measurement) =>
    figure(spreadOf(results.map((result) => result[field])).median)
  return {
    heading: 'Adding names',
    body: [
      `${profile.connections} connections; to ${figure(sizes.small)} names; ${rounds} × ${seconds} s.`,
      table(
        ['What', 'a second (range)', 'p50 ms', 'p99 ms', 'server CPU µs'],
        [
          ...[...measured].map(([kind, results]) => [
            `signed adds over HTTP, ${databaseTitles[kind]}`,
            ranged(rate(results)),
            ...(['p50', 'p99', 'serverCpuMicros'] as const).map((field) => median(results, field)),
          ]),
          [
            'this disk: durable inserts of one row by a bare node:sqlite loop',
            ranged(spreadOf(bare)),
            '',
            '',
            '',
          ],
        ],
      ),
    ].join('\n\n'),
    findings: [...measured].flatMap(([database, results]) => [
      { budget: rateBudgets[database], database, spread: rate(results) },
      {
        budget: timeBudgets[database],
        database,
        spread: spreadOf(results.map(({ serverCpuMicros }) => serverCpuMicros)),
      },
    ]),
  }
}

/** Rows a second that this disk commits, one transaction each, as SQLite makes them durable. */
function durableInserts(folder: string, seconds: number): number {
  const path = join(folder, 'durable.db')
  const database = new DatabaseSync(path)
  try {
    database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma fullfsync = on')
    database.exec('create table kept (id integer primary key, content text not null) strict')
    const insert = database.prepare('insert into kept (content) values (?)')
    const content = 'x'.repeat(500)
    const begin = performance.now()
    let count = 0
    for (; performance.now() < begin + seconds * 1000; count++) insert.run(content)
    return count / seconds
  } finally {
    database.close()
    for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true })
  }
}
