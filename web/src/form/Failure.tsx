import { useEffect, useRef, useState } from 'react'
import { classNames } from '../ui/class-names.ts'
import { Notice } from '../ui/Notice.tsx'
import { fieldProblems, inWordsOfForm } from './field-problems.ts'
import { fieldNamed, titleOfField } from './form-fields.ts'
import type { Problem } from './use-action.ts'

interface FailureProps {
  /** What did not happen. */
  readonly title: string
  readonly problem: Problem | undefined
  readonly className?: string
}

/**
 * Why an action failed, in the words of the form that it is in. It is scrolled into view and focused; in a form, the
 * first refused field is, in a section that is opened for it.
 */
export function Failure({ title, problem, className }: FailureProps) {
  const notice = useRef<HTMLDivElement>(null)
  const [form, setForm] = useState<HTMLFormElement | null>(null)
  useEffect(() => {
    if (!problem || !notice.current) return
    setForm(notice.current.closest('form'))
    leadTo(notice.current, problem)
  }, [problem])
  return (
    problem && (
      // The margin is for what sticks to the edges of the view.
      <div ref={notice} tabIndex={-1} className={classNames('scroll-my-24', className)}>
        <Notice tone="bad" title={title} isLive>
          {form ? inWordsOfForm(problem.text, (name) => titleOfField(form, name)) : problem.text}
        </Notice>
      </div>
    )
  )
}

/** Leaves the focus where the visitor has moved it since; a dialog that closed meanwhile has moved it, too. */
function leadTo(notice: HTMLElement, { text, origin }: Problem): void {
  const form = notice.closest('form')
  const refused = [...fieldProblems(text).keys()]
    .map((name) => form && fieldNamed(form, name))
    .find((field) => field !== undefined && field !== null)
  notice.scrollIntoView({ block: 'nearest' })
  const { activeElement, body } = document
  if (origin?.isConnected && activeElement !== origin && activeElement !== body) return
  if (!refused) {
    notice.focus({ preventScroll: true })
    return
  }
  openSections(refused)
  refused.focus({ preventScroll: true })
  // With its title and the reason, above a bar at the lower edge.
  refused.parentElement?.scrollIntoView({ block: 'center' })
}

/** The folded sections around an element. */
function openSections(element: Element): void {
  const section = element.parentElement?.closest('details')
  if (!section) return
  section.open = true
  openSections(section)
}
