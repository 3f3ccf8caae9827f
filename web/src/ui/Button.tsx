import type { ButtonHTMLAttributes } from 'react'
import { classNames } from './class-names.ts'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: 'primary' | 'plain' | 'quiet' | 'danger'
}

export const buttonLooks = {
  primary: 'bg-accent text-accent-ink border border-transparent font-semibold hover:opacity-90',
  plain: 'bg-ground text-ink border border-edge font-medium hover:bg-raised',
  quiet: 'text-ink border border-transparent font-medium hover:bg-raised',
  danger: 'bg-bad text-ground border border-transparent font-semibold hover:opacity-90',
} as const

export const buttonShape =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded px-4 py-2 text-center motion-safe:transition disabled:opacity-60'

export function Button({ look = 'plain', className, type = 'button', ...props }: ButtonProps) {
  return <button type={type} className={classNames(buttonShape, buttonLooks[look], className)} {...props} />
}
