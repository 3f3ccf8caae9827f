import type { ReactNode } from 'react'

const tones = {
  neutral: 'bg-soft',
  good: 'bg-good',
  warn: 'bg-warn',
  bad: 'bg-bad',
} as const

interface NoticeProps {
  readonly tone?: keyof typeof tones
  readonly title: ReactNode
  readonly children?: ReactNode
  /** Read out when it appears. */
  readonly isLive?: boolean
}

export function Notice({ tone = 'neutral', title, children, isLive }: NoticeProps) {
  return (
    <div
      role={isLive ? (tone === 'bad' ? 'alert' : 'status') : undefined}
      className="bg-raised rounded px-4 py-3"
    >
      <p className="name-breaks flex items-baseline gap-2 font-semibold">
        <span aria-hidden className={`size-2 shrink-0 -translate-y-px rounded-full ${tones[tone]}`} />
        <span>{title}</span>
      </p>
      {children && <div className="text-soft name-breaks mt-1 ps-4 text-sm">{children}</div>}
    </div>
  )
}
