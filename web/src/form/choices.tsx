import { Combobox } from '../ui/Combobox.tsx'
import { DateField } from '../ui/DateField.tsx'
import { NumberField } from '../ui/NumberField.tsx'
import { type Choice, Select } from '../ui/Select.tsx'
import { useField } from './FieldProblems.tsx'
import { type FieldProps, Labelled } from './inputs.tsx'

/** Inputs that open a list or a calendar. Apart from `inputs.tsx`, because public pages do without their library. */

interface ChoiceInputProps<Value extends string> extends FieldProps {
  readonly value: Value
  readonly options: readonly Choice<Value>[]
  readonly isDisabled?: boolean
  readonly onChange: (value: Value) => void
}

/** One of several. */
export function ChoiceInput<Value extends string>({ title, hint, name, ...props }: ChoiceInputProps<Value>) {
  const { id, notes, attributes } = useField({ name, hint })
  return (
    <Labelled id={id} title={title} notes={notes}>
      <Select {...attributes} {...props} />
    </Labelled>
  )
}

interface SearchChoiceInputProps<Value extends string> extends FieldProps {
  readonly value: Value | null
  readonly options: readonly Choice<Value>[]
  readonly placeholder?: string
  readonly onChange: (value: Value | null) => void
}

/** One of many, found by typing. */
export function SearchChoiceInput<Value extends string>({
  title,
  hint,
  name,
  ...props
}: SearchChoiceInputProps<Value>) {
  const { id, notes, attributes } = useField({ name, hint })
  return (
    <Labelled id={id} title={title} notes={notes}>
      <Combobox {...attributes} {...props} />
    </Labelled>
  )
}

interface NumberInputProps extends FieldProps {
  readonly value: number | null
  readonly min?: number
  readonly max?: number
  readonly placeholder?: string
  readonly onChange: (value: number | null) => void
}

/** A number with steps. */
export function NumberInput({ title, hint, name, ...props }: NumberInputProps) {
  const { id, notes, attributes } = useField({ name, hint })
  return (
    <Labelled id={id} title={title} notes={notes}>
      <NumberField {...attributes} {...props} />
    </Labelled>
  )
}

interface DateInputProps extends FieldProps {
  /** `2026-12-31`, or with a time `2026-12-31T18:00`; empty: nothing is filled in. */
  readonly value: string
  readonly hasTime?: boolean
  readonly onChange: (value: string) => void
}

/** A day, or a day and a time. */
export function DateInput({ title, hint, name, ...props }: DateInputProps) {
  const { id, notes, attributes } = useField({ name, hint })
  return (
    <Labelled id={id} title={title} notes={notes}>
      <DateField {...attributes} {...props} />
    </Labelled>
  )
}
