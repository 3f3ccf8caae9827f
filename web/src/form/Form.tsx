import { type FormEvent, type ReactNode, type Ref, useId, useRef, useState } from 'react'
import { Button, type ButtonProps } from '../ui/Button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Failure } from './Failure.tsx'
import { FieldProblems } from './FieldProblems.tsx'
import { titleOfField } from './form-fields.ts'
import { useUnsavedWork } from './unsaved-work.ts'
import { type Action, useAction } from './use-action.ts'

interface FormProps {
  /** Of this form alone: tests send each form by its name. */
  readonly name: string
  /** Sends it. What it throws is shown; what was typed stays. */
  readonly submit: () => unknown
  /** The text of the button. */
  readonly action: ReactNode
  /** Absent: as `action`. */
  readonly busyAction?: ReactNode
  /** What did not happen, where it fails. */
  readonly failure: string
  /** A sentence: what has to be given before it can be sent; absent: nothing. */
  readonly missing?: string | false | undefined
  /** `losable`: what is typed is of no worth; `draft`: it is kept elsewhere. Absent: asks before it is left. */
  readonly work?: 'losable' | 'draft'
  /** Longer than the view: the button and the failure stay at its lower edge. */
  readonly isLong?: boolean
  readonly button?: Pick<ButtonProps, 'look' | 'size' | 'className'>
  /** Beside the button. */
  readonly beside?: ReactNode
  /** Below the button. */
  readonly footer?: ReactNode
  readonly className?: string
  /** Absent: one of its own. */
  readonly sending?: Action
  /** The fields. */
  readonly children: ReactNode
}

const longBar = 'bg-ground border-line sticky bottom-0 z-10 border-t py-3'

/**
 * Fields that are sent together, once at a time. A refusal or a lost network is shown in the view, with its reason beside the
 * fields whose `name` it has; they keep what was typed, because only their owner changes it.
 */
export function Form({
  name,
  submit,
  action,
  busyAction = action,
  failure,
  missing,
  work,
  isLong = false,
  button,
  beside,
  footer,
  className = 'grid grid-cols-1 gap-4',
  sending,
  children,
}: FormProps) {
  const own = useAction()
  const { isBusy, problem, run } = sending ?? own
  const form = useRef<HTMLFormElement>(null)
  const missingId = useId()
  const [isTouched, setIsTouched] = useState(false)
  useUnsavedWork(isTouched && work === undefined)
  const send = async () => {
    // What is on its way may lead elsewhere.
    setIsTouched(false)
    try {
      await submit()
    } catch (error) {
      setIsTouched(true)
      throw error
    }
  }
  const titleOf = (field: string) => (form.current ? titleOfField(form.current, field) : undefined)
  return (
    <LocalForm
      ref={form}
      name={name}
      className={className}
      onInput={() => setIsTouched(true)}
      onSubmit={() => {
        if (!missing) void run(send)
      }}
    >
      <FieldProblems text={problem?.text ?? ''} titleOf={titleOf}>
        {children}
      </FieldProblems>
      <div className={classNames('grid grid-cols-1 gap-3', isLong && longBar)}>
        <Failure title={failure} problem={problem} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            type="submit"
            look="primary"
            disabled={Boolean(missing)}
            isBusy={isBusy}
            aria-describedby={missing ? missingId : undefined}
            {...button}
          >
            {isBusy ? busyAction : action}
          </Button>
          {beside}
        </div>
        {missing && (
          <p id={missingId} className="text-soft text-sm">
            {missing}
          </p>
        )}
      </div>
      {footer}
    </LocalForm>
  )
}

interface LocalFormProps {
  readonly ref?: Ref<HTMLFormElement>
  readonly name?: string
  readonly className: string
  readonly onInput?: () => void
  /** Absent: that of the language. */
  readonly direction?: 'ltr'
  readonly onSubmit: (form: HTMLFormElement) => void
  readonly children: ReactNode
}

/** Fields that are sent nowhere: what is typed is read by the page. */
export function LocalForm({ onSubmit, direction, children, ...props }: LocalFormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSubmit(event.currentTarget)
  }
  return (
    <form onSubmit={submit} dir={direction} {...props}>
      {children}
    </form>
  )
}
