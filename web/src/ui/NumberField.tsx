import { NumberField as Primitive } from '@base-ui/react/number-field'
import { Minus, Plus } from 'lucide-react'
import type { FieldAttributes } from './Select.tsx'

interface NumberFieldProps extends FieldAttributes {
  /** Null: nothing is filled in. */
  readonly value: number | null
  readonly min?: number
  readonly max?: number
  readonly step?: number
  readonly placeholder?: string
  readonly isDisabled?: boolean
  readonly onChange: (value: number | null) => void
}

const stepShape =
  'text-soft hover:text-ink hover:bg-hover grid w-9 place-items-center transition data-disabled:opacity-40 pointer-coarse:w-11'

/** A number with steps; arrow keys step too, with Shift by ten. */
export function NumberField({
  value,
  min,
  max,
  step = 1,
  placeholder,
  isDisabled = false,
  onChange,
  id,
  name,
  ...attributes
}: NumberFieldProps) {
  return (
    <Primitive.Root
      value={value}
      step={step}
      largeStep={10}
      locale="en"
      disabled={isDisabled}
      onValueChange={(next) => onChange(next)}
      {...(id !== undefined && { id })}
      {...(name !== undefined && { name })}
      {...(min !== undefined && { min })}
      {...(max !== undefined && { max })}
    >
      <Primitive.Group className="control flex items-stretch overflow-hidden p-0 has-focus-visible:border-accent-text has-focus-visible:outline-hidden has-focus-visible:shadow-[0_0_0_3px_var(--accent-soft)] has-aria-invalid:border-bad">
        <Primitive.Input
          placeholder={placeholder}
          className="min-w-0 grow bg-transparent px-3 tabular-nums outline-none"
          {...attributes}
        />
        <Primitive.Decrement className={`${stepShape} border-line border-s`}>
          <Minus aria-hidden className="size-4" />
        </Primitive.Decrement>
        <Primitive.Increment className={`${stepShape} border-line border-s`}>
          <Plus aria-hidden className="size-4" />
        </Primitive.Increment>
      </Primitive.Group>
    </Primitive.Root>
  )
}
