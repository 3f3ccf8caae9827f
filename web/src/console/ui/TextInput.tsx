import { type InputHTMLAttributes, type ReactNode, useId } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { Field } from './Field.tsx'
import { fieldShape } from './field-shape.ts'

interface TextInputProps
  extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'title' | 'className'> {
  readonly title: string
  readonly hint?: ReactNode
  readonly value: string
  readonly isMono?: boolean
  readonly onChange: (value: string) => void
}

export function TextInput({ title, hint, value, isMono = false, onChange, ...props }: TextInputProps) {
  const id = useId()
  return (
    <Field id={id} title={title} hint={hint}>
      <input
        id={id}
        value={value}
        autoComplete="off"
        spellCheck={false}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        className={classNames(fieldShape, isMono && 'mono')}
        {...props}
      />
    </Field>
  )
}
