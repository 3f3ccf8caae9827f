import type { FormEvent, ReactNode } from 'react'
import { Button, type ButtonProps } from '../ui/Button.tsx'
import { Failure } from './Failure.tsx'
import { FieldProblems } from './FieldProblems.tsx'
import { type Action, useAction } from './use-action.ts'

interface FormProps {
  /** Sends it. What it throws is shown; what was typed stays. */
  readonly submit: () => unknown
  /** The text of the button. */
  readonly action: string
  /** Absent: as `action`. */
  readonly busyAction?: string
  /** What did not happen, where it fails. */
  readonly failure: string
  /** Whether there is something to send. */
  readonly isReady?: boolean
  readonly button?: Pick<ButtonProps, 'look' | 'size' | 'className'>
  /** Beside the button. */
  readonly beside?: ReactNode
  /** Below the button. */
  readonly footer?: ReactNode
  readonly className?: string
  readonly barClassName?: string
  /** Absent: one of its own. */
  readonly sending?: Action
  /** The fields. */
  readonly children: ReactNode
}

/**
 * Fields that are sent together, once at a time. A refusal or a lost network is shown in the view, with its reason beside the
 * fields whose `name` it has; they keep what was typed, because only their owner changes it.
 */
export function Form({
  submit,
  action,
  busyAction = action,
  failure,
  isReady = true,
  button,
  beside,
  footer,
  className = 'grid gap-4',
  barClassName = 'flex flex-wrap items-center gap-4',
  sending,
  children,
}: FormProps) {
  const own = useAction()
  const { isBusy, problem, run } = sending ?? own
  return (
    <LocalForm className={className} onSubmit={() => void run(submit)}>
      <FieldProblems text={problem?.text ?? ''}>{children}</FieldProblems>
      <Failure title={failure} problem={problem} />
      <div className={barClassName}>
        <Button type="submit" look="primary" disabled={!isReady} isBusy={isBusy} {...button}>
          {isBusy ? busyAction : action}
        </Button>
        {beside}
      </div>
      {footer}
    </LocalForm>
  )
}

interface LocalFormProps {
  readonly className: string
  readonly onSubmit: (form: HTMLFormElement) => void
  readonly children: ReactNode
}

/** Fields that are sent nowhere: what is typed is read by the page. */
export function LocalForm({ className, onSubmit, children }: LocalFormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSubmit(event.currentTarget)
  }
  return (
    <form className={className} onSubmit={submit}>
      {children}
    </form>
  )
}
