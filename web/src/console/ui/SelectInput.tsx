import { useId } from 'react'
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
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {title}
      </label>
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
    </div>
  )
}
