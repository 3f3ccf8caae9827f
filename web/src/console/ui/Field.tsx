import type { ReactNode } from 'react'

interface FieldProps {
  /** Of the input, which `aria-describedby` connects with the hint: `<id>-hint`. */
  readonly id: string
  readonly title: string
  readonly hint?: ReactNode
  /** The input. */
  readonly children: ReactNode
}

/** An input below its title, with a hint below it. */
export function Field({ id, title, hint, children }: FieldProps) {
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {title}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="text-soft mt-1 text-sm">
          {hint}
        </p>
      )}
    </div>
  )
}
