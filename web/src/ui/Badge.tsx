import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

const tones = {
  neutral: 'bg-sunk text-soft border-line',
  accent: 'bg-accent-soft text-accent-text border-transparent',
  good: 'bg-good-soft text-good border-transparent',
  warn: 'bg-warn-soft text-warn border-transparent',
  bad: 'bg-bad-soft text-bad border-transparent',
} as const

type Tone = keyof typeof tones

interface BadgeProps {
  readonly tone?: Tone
  /** A point before the text, in its colour: a state that may change. */
  readonly hasDot?: boolean
  readonly className?: string
  /** One or two words; a figure. */
  readonly children: ReactNode
}

/** A state or a figure. The word says it; the colour repeats it. */
export function Badge({ tone = 'neutral', hasDot = false, className, children }: BadgeProps) {
  return (
    <span
      className={classNames(
        'inline-flex min-h-[22px] items-center gap-1.5 rounded-full border px-2 text-xs font-medium whitespace-nowrap max-[18rem]:whitespace-normal tabular-nums',
        tones[tone],
        className,
      )}
    >
      {hasDot && <span aria-hidden className="dot size-1.5 border-[3px] bg-current" />}
      {children}
    </span>
  )
}
