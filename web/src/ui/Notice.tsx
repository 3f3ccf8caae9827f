import type { ReactNode } from 'react'

const tones = {
  neutral: ['bg-sunk border-line', 'bg-faint'],
  good: ['bg-good-soft border-transparent', 'bg-good'],
  warn: ['bg-warn-soft border-transparent', 'bg-warn'],
  bad: ['bg-bad-soft border-transparent', 'bg-bad'],
} as const

interface NoticeProps {
  readonly tone?: keyof typeof tones
  readonly title: ReactNode
  readonly children?: ReactNode
  /** Read out when it appears. */
  readonly isLive?: boolean
}

export function Notice({ tone = 'neutral', title, children, isLive }: NoticeProps) {
  const [box, dot] = tones[tone]
  return (
    <div
      role={isLive ? (tone === 'bad' ? 'alert' : 'status') : undefined}
      className={`rounded border px-4 py-3 ${box}`}
    >
      <p className="name-breaks flex items-baseline gap-2.5 font-medium">
        <span aria-hidden className={`dot -translate-y-px ${dot}`} />
        <span>{title}</span>
      </p>
      {children && <div className="text-soft name-breaks mt-1 ps-[18px] text-sm">{children}</div>}
    </div>
  )
}
