import { type ReactNode, useId } from 'react'

interface CheckInputProps {
  readonly title: string
  readonly hint?: ReactNode
  readonly isChecked: boolean
  readonly isDisabled?: boolean
  readonly onChange: (isChecked: boolean) => void
}

export function CheckInput({ title, hint, isChecked, isDisabled, onChange }: CheckInputProps) {
  const id = useId()
  return (
    <div className="flex items-start gap-2 text-sm">
      <input
        id={id}
        type="checkbox"
        checked={isChecked}
        disabled={isDisabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        className="accent-accent mt-0.5 size-4"
      />
      <div>
        <label htmlFor={id} className="font-medium">
          {title}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-soft">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}
