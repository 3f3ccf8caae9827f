import { useId } from 'react'
import { Field } from './Field.tsx'
import { fieldShape } from './field-shape.ts'

interface SelectInputProps<Value extends string> {
  readonly title: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly title: string }[]
  readonly isDisabled?: boolean
  readonly onChange: (value: Value) => void
}

export function SelectInput<Value extends string>({
  title,
  value,
  options,
  isDisabled,
  onChange,
}: SelectInputProps<Value>) {
  const id = useId()
  return (
    <Field id={id} title={title}>
      <select
        id={id}
        value={value}
        disabled={isDisabled}
        onChange={({ currentTarget }) => {
          const chosen = options.find((option) => option.value === currentTarget.value)
          if (chosen) onChange(chosen.value)
        }}
        className={fieldShape}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.title}
          </option>
        ))}
      </select>
    </Field>
  )
}
