import { useEffect, useRef } from 'react'
import { classNames } from '../ui/class-names.ts'
import { Notice } from '../ui/Notice.tsx'
import { fieldProblems } from './field-problems.ts'
import type { Problem } from './use-action.ts'

interface FailureProps {
  /** What did not happen. */
  readonly title: string
  readonly problem: Problem | undefined
  readonly className?: string
}

/** Why an action failed. It is scrolled into view and focused; in a form, the first refused field is. */
export function Failure({ title, problem, className }: FailureProps) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problem && notice.current) leadTo(notice.current, problem)
  }, [problem])
  return (
    problem && (
      // The margin is for what sticks to the edges of the view.
      <div ref={notice} tabIndex={-1} className={classNames('scroll-my-24', className)}>
        <Notice tone="bad" title={title} isLive>
          {problem.text}
        </Notice>
      </div>
    )
  )
}

/** Leaves the focus where the visitor has moved it since. */
function leadTo(notice: HTMLElement, { text, origin }: Problem): void {
  const fields = notice.closest('form')?.elements
  const refused = [...fieldProblems(text).keys()]
    .map((name) => fields?.namedItem(name))
    .find((field) => field instanceof HTMLElement)
  notice.scrollIntoView({ block: 'nearest' })
  const { activeElement, body } = document
  if (activeElement !== origin && activeElement !== body) return
  const target = refused ?? notice
  target.focus({ preventScroll: true })
  // With its title and the reason.
  refused?.parentElement?.scrollIntoView({ block: 'nearest' })
}
