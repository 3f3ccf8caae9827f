import { readFile } from 'node:fs/promises'
import { slowness } from '../faults/duration.ts'
import { waitUntil } from '../wait-until.ts'
import type { Watched } from './scene.ts'

/** What is broken in which service, the code that health has to give, and what it is about; `docs/operating/monitor.md` has each. */
export interface Row {
  readonly title: string
  readonly scene: Watched
  readonly breaks: () => unknown
  readonly code: string
  readonly subject: RegExp
  /** Also true then, and said. */
  readonly beside?: readonly string[]
}

/** The table of `docs/operating/monitor.md`; the seconds of a row without any are `NaN`. */
export async function documentedRows() {
  const page = await readFile(new URL('../../../../docs/operating/monitor.md', import.meta.url), 'utf8')
  const [, table = ''] = /\| Broken \|.*\n\|.*\n((?:\|.*\n)*)/.exec(page) ?? []
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const [, title = '', codes = '', , seconds = ''] = line.split('|').map((cell) => cell.trim())
      const [, code = ''] = /^`([^`]+)`/.exec(codes) ?? []
      return { title, code, seconds: seconds === '' ? Number.NaN : Number(seconds) }
    })
}

/** @throws Error after 90 seconds, of a process that has a processor, with what the reason was about. */
export async function secondsUntilReason({ title, scene, code, subject }: Row): Promise<number> {
  const startedAt = performance.now()
  let found: readonly string[] = []
  await waitUntil(
    `${title}: ${code}`,
    async () => {
      if (!(await scene.codes()).includes(code)) return false
      found = await scene.subjects(code)
      return found.some((one) => subject.test(one))
    },
    90 * slowness(),
  ).catch((error: unknown) => {
    throw new Error(`${error} Found: ${found.join(' | ')}`)
  })
  return Math.round((performance.now() - startedAt) / 1000)
}
