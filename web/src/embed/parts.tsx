import type { ReactNode } from 'react'
import { t } from '../text/messages.ts'

/** As high as most of what replaces it. */
export function Placeholder() {
  return (
    <div className="placeholder" aria-busy="true">
      <span />
      <span />
      <span />
    </div>
  )
}

interface NoticeProps {
  readonly title: ReactNode
  readonly tone?: 'soft' | 'warn' | 'bad' | undefined
  readonly isLive?: boolean
  readonly children?: ReactNode
}

export function Notice({ title, tone = 'soft', isLive = false, children }: NoticeProps) {
  return (
    <div className={`notice ${tone}`} part="notice" {...(isLive && { role: 'status' })}>
      <p className="strong">{title}</p>
      {children}
    </div>
  )
}

interface FailedProps {
  readonly title: string
  readonly reason: string
  readonly retry: () => void
}

export function Failed({ title, reason, retry }: FailedProps) {
  return (
    <Notice tone="bad" title={title} isLive>
      <p>{reason}</p>
      <button type="button" className="button" part="secondary-button" onClick={retry}>
        {t('try-again')}
      </button>
    </Notice>
  )
}
