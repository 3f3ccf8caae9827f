import { readFile } from 'node:fs/promises'
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

/** The list of `docs/operating/monitor.md`: after each code what is broken, with its seconds; `NaN` without any. */
export async function documentedRows() {
  const page = await readFile(new URL('../../../../docs/operating/monitor.md', import.meta.url), 'utf8')
  const [, list = ''] = /\n## What is found, and how soon\n.*?\n(- .*?)\n\n/s.exec(page) ?? []
  return list
    .replaceAll(/\s*\n {2,}/g, ' ')
    .split('\n')
    .flatMap((line) => {
      const [, code = '', items = ''] = /^- `([^`]+)`: (.*)$/.exec(line) ?? []
      return items.split('; ').map((item) => {
        const [, title = item, seconds = ''] = /^(.*) \((?:[^()]*, )?(\d+)\)$/.exec(item) ?? []
        return { title, code, seconds: seconds === '' ? Number.NaN : Number(seconds) }
      })
    })
}

/** @throws Error after 90 seconds, with what the reason was about. */
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
    90,
  ).catch((error: unknown) => {
    throw new Error(`${error} Found: ${found.join(' | ')}`)
  })
  return Math.round((performance.now() - startedAt) / 1000)
}
