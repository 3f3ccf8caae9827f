import type { ReactNode } from 'react'

const tones = {
  neutral: 'border-line',
  good: 'border-good',
  warn: 'border-warn',
  bad: 'border-bad',
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
      className={`bg-raised rounded border-l-4 px-4 py-3 ${tones[tone]}`}
    >
      <p className="name-breaks font-semibold">{title}</p>
      {children && <div className="text-soft name-breaks mt-1 text-sm">{children}</div>}
    </div>
  )
}
