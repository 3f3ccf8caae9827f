import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Spinner } from './Spinner.tsx'

interface Appearance {
  readonly look?: keyof typeof buttonLooks
  /** `dense`: where data is, for a mouse; a finger still has 44 px. Absent: for a finger. */
  readonly size?: keyof typeof buttonSizes
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Appearance {
  /** What it does is running: it shows that, and does nothing. */
  readonly isBusy?: boolean
  /** Does nothing, because another action is running. It keeps the focus, which a disabled button loses. */
  readonly isWaiting?: boolean
}

export const buttonSizes = {
  touch: 'min-h-11 px-4 py-2',
  dense: 'min-h-8 px-3 py-1 text-sm pointer-coarse:min-h-11',
} as const

export const buttonLooks = {
  primary:
    'bg-accent text-on-accent border-accent-edge font-semibold shadow-sm not-inactive:hover:bg-accent-strong',
  plain: 'bg-raised text-ink border-line font-medium shadow-sm not-inactive:hover:bg-hover',
  quiet: 'text-ink border-transparent font-medium not-inactive:hover:bg-hover',
  danger: 'bg-bad text-on-bad border-transparent font-semibold shadow-sm not-inactive:hover:opacity-90',
  /** Before it asks for a confirmation. */
  'danger-plain': 'bg-raised text-bad border-line font-medium shadow-sm not-inactive:hover:bg-bad-soft',
} as const

export const buttonShape =
  'inline-flex items-center justify-center gap-2 rounded border text-center transition not-inactive:active:scale-[0.98] inactive:opacity-55'

export function Button({
  look = 'plain',
  size = 'touch',
  className,
  type = 'button',
  isBusy = false,
  isWaiting = false,
  onClick,
  children,
  ...props
}: ButtonProps) {
  return (
    <button
      type={type}
      aria-disabled={isBusy || isWaiting || undefined}
      aria-busy={isBusy || undefined}
      onClick={(event) => {
        // Nor does it send its form.
        if (isBusy || isWaiting) event.preventDefault()
        else onClick?.(event)
      }}
      className={classNames(buttonShape, buttonSizes[size], buttonLooks[look], className)}
      {...props}
    >
      {isBusy && <Spinner />}
      {children}
    </button>
  )
}

const iconSizes = {
  touch: 'size-11',
  dense: 'size-8 pointer-coarse:size-11',
} as const

interface IconButtonProps
  extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'children'>,
    Appearance {
  /** What it does, for screen readers and on hover. */
  readonly label: string
  /** An icon; absent where another component gives it. */
  readonly children?: ReactNode
}

export function IconButton({
  label,
  look = 'quiet',
  size = 'touch',
  className,
  type = 'button',
  ...props
}: IconButtonProps) {
  return (
    <button
      type={type}
      aria-label={label}
      title={label}
      className={classNames(buttonShape, iconSizes[size], buttonLooks[look], 'shrink-0', className)}
      {...props}
    />
  )
}
