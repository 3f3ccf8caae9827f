import type { ButtonHTMLAttributes } from 'react'
import { classNames } from './class-names.ts'

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: keyof typeof buttonLooks
  /** `dense`: where data is, for a mouse. Absent: for a finger. */
  readonly size?: keyof typeof buttonSizes
}

export const buttonSizes = {
  touch: 'min-h-11 px-4 py-2',
  dense: 'min-h-8 px-3 py-1 text-sm',
} as const

export const buttonLooks = {
  primary: 'bg-accent text-accent-ink border border-transparent font-semibold hover:opacity-90',
  plain: 'bg-ground text-ink border border-edge font-medium hover:bg-raised',
  quiet: 'text-ink border border-transparent font-medium hover:bg-raised',
  danger: 'bg-bad text-ground border border-transparent font-semibold hover:opacity-90',
} as const

export const buttonShape =
  'inline-flex items-center justify-center gap-2 rounded text-center motion-safe:transition disabled:opacity-60'

export function Button({
  look = 'plain',
  size = 'touch',
  className,
  type = 'button',
  ...props
}: ButtonProps) {
  return (
    <button
      type={type}
      className={classNames(buttonShape, buttonSizes[size], buttonLooks[look], className)}
      {...props}
    />
  )
}
