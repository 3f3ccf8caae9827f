import type { Report, Setting } from '../bench.ts'
import { type DatabaseKind, titleOf } from '../databases/kinds.ts'
import type { Questions } from '../load/load.ts'
import { measureRunning } from '../load/measure.ts'
import { addQuestions } from '../load/wallets.ts'
import { distinctWorkload, profileWorkload, questionsOf, repeatWorkload } from '../lookups/workloads.ts'
import { readProfile, type Shares, type TimeSpent } from '../report/cpu-profile.ts'
import { figure } from '../report/format.ts'
import { table } from '../report/table.ts'
import { startServer } from '../servers/process.ts'
import { serve } from '../servers/service.ts'

/** Rows of a table. */
const most = { rooms: 14, functions: 16 }

/** Adds are prepared for as many a second; a faster service is profiled for less long. */
const fastestAdds = 3000

interface Load {
  readonly title: string
  readonly questions: Questions
  /** Whether it needs names of its own, because it changes them. */
  readonly changes: boolean
}

/** Where the service's time goes while it answers lookups, and while it adds names. */
export async function benchProfile(setting: Setting): Promise<Report> {
  const { seconds, sizes } = setting
  const adds = addQuestions(fastestAdds * 2 * seconds)
  const loads: readonly Load[] = [
    { title: 'all-distinct lookups', questions: questionsOf(distinctWorkload(sizes.small)), changes: false },
    { title: 'eight names over and over', questions: questionsOf(repeatWorkload), changes: false },
    { title: 'all-distinct lookups of 30 records', questions: questionsOf(profileWorkload), changes: false },
    { title: 'signed adds', questions: adds, changes: true },
  ]
  const parts: string[] = []
  for (const kind of setting.databases)
    for (const load of loads) {
      const { title } = load
      const spent = await profile(setting, kind, load)
      parts.push(
        `### ${titleOf[kind]}, ${title}`,
        table(['Room', 'share of the time'], rowsOf(spent.byRoom, most.rooms)),
        table(['Function', 'share of the time'], rowsOf(spent.byFunction, most.functions)),
      )
      console.error(`  ${title}, ${kind}`)
    }
  return { heading: 'Where the time goes', body: parts.join('\n\n'), findings: [] }
}

async function profile(
  { data, sizes, seconds }: Setting,
  kind: DatabaseKind,
  { questions, changes }: Load,
): Promise<TimeSpent> {
  const folder = data.scratchFolder()
  const place = await (changes ? data.copyOf(kind, sizes.small) : data.of(kind, sizes.small))
  const launch = serve(place)
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
