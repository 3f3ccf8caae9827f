import { type ReactNode, useEffect } from 'react'
import { t } from '../text/messages.ts'
import { explainError, isPassing, nameOfError } from '../wallet/wallet-error.ts'
import type { Host } from './element-access.ts'

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
  readonly host: Host
  readonly title: string
  /** In the place of the title and a reason, where it will not change by itself. */
  readonly lastingTitle: string
  readonly error: unknown
  readonly retry: () => void
}

/** What could not be loaded: in words for the visitor, as an event for the page, and with its reason for the owner of the page. */
export function Failed({ host, title, lastingTitle, error, retry }: FailedProps) {
  const isLasting = !isPassing(error)
  const reason = isLasting ? lastingTitle : explainError(error)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another failure is another error.
  useEffect(() => {
    host.emit('byname-error', { name: nameOfError(error), message: reason })
    host.tellOwner(error)
  }, [error])
  if (isLasting)
    return (
      <p className="soft" role="status">
        {lastingTitle}
      </p>
    )
  return (
    <Notice tone="bad" title={title} isLive>
      <p>{reason}</p>
      <button type="button" className="button" part="secondary-button" onClick={retry}>
        {t('try-again')}
      </button>
    </Notice>
  )
}
