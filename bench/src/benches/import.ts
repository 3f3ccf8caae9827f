import { join } from 'node:path'
import type { BenchOptions, Report } from '../bench.ts'
import { type DatabaseKind, databaseTitles } from '../databases/kinds.ts'
import { chainId, domain, profileCount } from '../databases/zone.ts'
import { batchRequests } from '../load/batches.ts'
import type { LoadProfile } from '../load/load.ts'
import { figure, ranged, whole } from '../report/format.ts'
import { quotients, type Spread, spreadOf } from '../report/statistics.ts'
import { table } from '../report/table.ts'
import { type CommandRun, runCommand } from '../servers/command.ts'
import type { ServiceData } from '../servers/service-environment.ts'
import { measureAddedNames } from './added-names.ts'

const mebibyte = 2 ** 20
const namesPerBatch = 1000

/** Requests are prepared for this many batches a second, as in the bench of batches. */
const maxBatchesPerSecond = 40

/** In turns. `batch` is of names by HTTP, the others of commands. */
interface Round {
  readonly batch: { readonly namesPerSecond: number; readonly cpuMicros: number }
  readonly export: CommandRun
  readonly import: CommandRun
  readonly repeat: CommandRun
}

const steps = ['export', 'import', 'repeat'] as const

/** Moving a domain: its export, the import into a domain without these names, the same again, and names by batches for comparison. */
export async function benchImport(setting: BenchOptions): Promise<Report> {
  const { databases, rounds, imported } = setting
  const measured = new Map<DatabaseKind, Round[]>(databases.map((kind) => [kind, []]))
  for (let round = 0; round < rounds; round++)
    for (const [kind, results] of measured) results.push(await measureRound(setting, kind))
  const names = imported + profileCount
  const rows = [...measured].flatMap(([kind, results]) => [
    [
      `names by batches, ${databaseTitles[kind]}`,
      ranged(spreadOf(results.map(({ batch }) => batch.namesPerSecond))),
      figure(spreadOf(results.map(({ batch }) => batch.cpuMicros)).median),
      '',
      '',
    ],
    ...steps.map((step) => {
      const runs = results.map((result) => result[step])
      const median = (value: (run: CommandRun) => number) => spreadOf(runs.map(value)).median
      return [
        `${step}, ${databaseTitles[kind]}`,
        ranged(spreadOf(runs.map(({ seconds }) => names / seconds))),
        figure(median(({ cpuSeconds }) => (cpuSeconds * 1e6) / names)),
        figure(median(({ seconds }) => seconds)),
        figure(median(({ peakBytes }) => peakBytes / mebibyte)),
      ]
    }),
  ])
  return {
    heading: `Importing ${whole(names)} names`,
    body: [
      `A domain of ${whole(names)} names, ${whole(profileCount)} of them with 30 records, which exist already where they are imported; ` +
        `batches as in the bench of batches. ${rounds} rounds.`,
      table(['What', 'names a second (range)', 'CPU µs a name', 's', 'peak MiB'], rows),
    ].join('\n\n'),
    findings: [...measured].flatMap(([database, results]) => [
      {
        ...{ budget: 'importShare', database, spread: speedRatio(results, names) },
        byCpuTime: quotients(
          results.map(({ batch }) => batch.cpuMicros),
          results.map((result) => (result.import.cpuSeconds * 1e6) / names),
        ),
      } as const,
      {
        ...{ budget: 'importRepeat', database },
        spread: stepRatio(results, ({ seconds }) => seconds),
        byCpuTime: stepRatio(results, ({ cpuSeconds }) => cpuSeconds),
      } as const,
    ]),
  }
}

function speedRatio(results: readonly Round[], names: number): Spread {
  return quotients(
    results.map((result) => names / result.import.seconds),
    results.map(({ batch }) => batch.namesPerSecond),
  )
}

/** Of the repeated import over the import. */
function stepRatio(results: readonly Round[], value: (run: CommandRun) => number): Spread {
  return quotients(
    results.map(({ repeat }) => value(repeat)),
    results.map((result) => value(result.import)),
  )
}

async function measureRound(setting: BenchOptions, kind: DatabaseKind): Promise<Round> {
  const { data, seconds, imported } = setting
  const profile: LoadProfile = { connections: 4, warmUpSeconds: seconds / 2, seconds }
  const batches = Math.ceil(maxBatchesPerSecond * (profile.warmUpSeconds + seconds))
  const source = batchRequests(batches, namesPerBatch)
  const batch = await measureAddedNames(setting.data, kind, {
    size: setting.sizes.small,
    source,
    profile,
    names: namesPerBatch,
  })
  const folder = join(data.scratchFolder(), 'export')
  const exported = await runCommand(
    ['export', domain, '--chain', `${chainId}`, '--out', folder],
    await data.open(kind, imported),
  )
  const target = await data.copy(kind, 0)
  const added = await importFolder(target, folder, { added: imported, unchanged: profileCount })
  const repeat = await importFolder(target, folder, { added: 0, unchanged: imported + profileCount })
  console.error(
    `  ${[exported, added, repeat].map((run) => figure(run.seconds)).join(', ')} s to export, import and repeat: ${kind}`,
  )
  const cpuMicros = batch.serverCpuMicros / namesPerBatch
  return {
    batch: { namesPerSecond: batch.requestsPerSecond * namesPerBatch, cpuMicros },
    ...{ export: exported, import: added, repeat },
  }
}

/** Rejects unless it has these counts. */
async function importFolder(
  target: ServiceData,
  folder: string,
  expected: Readonly<Record<string, number>>,
): Promise<CommandRun> {
  const run = await runCommand(
    ['import', folder, '--domain', domain, '--chain', `${chainId}`, '--json'],
    target,
  )
  const counts: Readonly<Record<string, unknown>> = JSON.parse(run.output)
  for (const [key, count] of Object.entries(expected))
    if (counts[key] !== count) throw new Error(`${counts[key]} names were ${key}, and not ${count}.`)
  return run
}
