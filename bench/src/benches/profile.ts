import type { Report, Setting } from '../bench.ts'
import { type DatabaseKind, titleOf } from '../databases/kinds.ts'
import type { Questions } from '../load/load.ts'
import { measureRunning } from '../load/measure.ts'
import { distinctWorkload, profileWorkload, questionsOf, repeatWorkload } from '../lookups/workloads.ts'
import { readProfile, type Shares, type TimeSpent } from '../report/cpu-profile.ts'
import { figure } from '../report/format.ts'
import { table } from '../report/table.ts'
import { startServer } from '../servers/process.ts'
import { serve } from '../servers/service.ts'

/** Rows of a table. */
const most = { rooms: 14, functions: 16 }

/** Where the service's time goes while it answers lookups. */
export async function benchProfile(setting: Setting): Promise<Report> {
  const loads: readonly (readonly [title: string, Questions])[] = [
    ['all-distinct lookups', questionsOf(distinctWorkload(setting.sizes.small))],
    ['eight names over and over', questionsOf(repeatWorkload)],
    ['all-distinct lookups of 30 records', questionsOf(profileWorkload)],
  ]
  const parts: string[] = []
  for (const kind of setting.databases)
    for (const [title, questions] of loads) {
      const spent = await profile(setting, kind, questions)
      parts.push(
        `### ${titleOf[kind]}, ${title}`,
        table(['Room', 'share of the time'], rowsOf(spent.byRoom, most.rooms)),
        table(['Function', 'share of the time'], rowsOf(spent.byFunction, most.functions)),
      )
      console.error(`  ${title}, ${kind}`)
    }
  return { heading: 'Where the time of a lookup goes', body: parts.join('\n\n'), findings: [] }
}

async function profile(
  { data, sizes, seconds }: Setting,
  kind: DatabaseKind,
  questions: Questions,
): Promise<TimeSpent> {
  const folder = data.scratchFolder()
  const launch = serve(await data.of(kind, sizes.small))
  const server = await startServer({
    ...launch,
    node: [...(launch.node ?? []), '--cpu-prof', `--cpu-prof-dir=${folder}`, '--cpu-prof-interval=200'],
  })
  const from = Number(process.hrtime.bigint() / 1000n) + seconds * 1e6
  try {
    await measureRunning(server, questions, { connections: 32, warmUp: seconds, seconds })
  } finally {
    await server.stop()
  }
  return readProfile(folder, from, from + seconds * 1e6)
}

const rowsOf = (shares: Shares, count: number): string[][] =>
  [...shares].slice(0, count).map(([place, share]) => [place, `${figure(100 * share)} %`])
