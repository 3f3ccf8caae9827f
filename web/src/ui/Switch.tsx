import type { ReactNode } from 'react'
import { useField } from '../form/FieldProblems.tsx'

interface SwitchProps {
  readonly title: string
  readonly hint?: ReactNode
  /** Of the field in the request. */
  readonly name?: string
  readonly isOn: boolean
  readonly isDisabled?: boolean
  readonly onChange: (isOn: boolean) => void
}

/** A setting that is on or off: a checkbox of the browser in another look. */
export function Switch({ title, hint, name, isOn, isDisabled, onChange }: SwitchProps) {
  const { id, notes, attributes } = useField({ name, hint })
  return (
    <div className="flex items-start justify-between gap-4 text-sm">
      <div>
        <label htmlFor={id} className="font-medium">
          {title}
        </label>
        {notes}
      </div>
      <input
        type="checkbox"
        role="switch"
        checked={isOn}
        aria-checked={isOn}
        disabled={isDisabled}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        className="switch"
        {...attributes}
      />
    </div>
  )
}
