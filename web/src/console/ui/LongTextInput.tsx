import { type ReactNode, useId } from 'react'
import { Field } from './Field.tsx'
import { fieldShape } from './field-shape.ts'

interface LongTextInputProps {
  readonly title: string
  readonly hint?: ReactNode
  readonly value: string
  readonly rows?: number
  readonly isDisabled?: boolean
  readonly onChange: (value: string) => void
}

export function LongTextInput({ title, hint, value, rows = 3, isDisabled, onChange }: LongTextInputProps) {
  const id = useId()
  return (
    <Field id={id} title={title} hint={hint}>
      <textarea
        id={id}
        rows={rows}
        value={value}
        disabled={isDisabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        className={fieldShape}
      />
    </Field>
  )
}
