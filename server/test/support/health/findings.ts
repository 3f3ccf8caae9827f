import { waitUntil } from '../wait-until.ts'
import type { Watched } from './scene.ts'

/** What is broken in which service, the code that health has to give, and what it is about. */
export interface Row {
  readonly title: string
  readonly scene: Watched
  readonly breaks: () => unknown
  readonly code: string
  readonly subject: RegExp
  /** Also true then, and said. */
  readonly beside?: readonly string[]
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
