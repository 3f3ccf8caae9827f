import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

interface Option<Value extends string> {
  readonly value: Value
  readonly title: string
  /** In place of the title, which then is for screen readers and on hover. */
  readonly icon?: ReactNode
}

interface SegmentedControlProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly Option<Value>[]
  readonly isDisabled?: boolean
  readonly className?: string
  readonly onChange: (value: Value) => void
}

/** One of a few, all of them seen: radio buttons of the browser, so arrow keys move the choice. */
export function SegmentedControl<Value extends string>({
  label,
  value,
  options,
  isDisabled,
  className,
  onChange,
}: SegmentedControlProps<Value>) {
  const name = useId()
  return (
    <fieldset
      disabled={isDisabled}
      className={classNames(
        'bg-sunk border-line inline-flex max-w-full flex-wrap gap-0.5 rounded border p-[3px] disabled:opacity-55',
        className,
      )}
    >
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          title={option.icon === undefined ? undefined : option.title}
          className={classNames(
            'text-soft relative flex min-h-7 min-w-8 grow cursor-pointer items-center justify-center rounded-[7px] px-2.5 text-sm transition pointer-coarse:min-h-9',
            'hover:text-ink has-checked:bg-raised has-checked:text-ink has-checked:shadow-sm has-checked:font-medium',
            'has-focus-visible:outline-accent-text has-focus-visible:outline-2 forced-colors:has-checked:outline-2 forced-colors:has-focus-visible:outline-dashed',
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 cursor-pointer appearance-none opacity-0"
          />
          {option.icon ?? option.title}
          {option.icon !== undefined && <span className="sr-only">{option.title}</span>}
        </label>
      ))}
    </fieldset>
  )
}
