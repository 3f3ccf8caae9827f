import type { ReactNode } from 'react'
import { serviceOrigin } from '../../api/service-origin.ts'
import { t, tNodes } from '../../text/messages.ts'
import { Time } from '../../ui/Time.tsx'
import type { VisitorPolicy } from '../page-data.ts'
import type { ClaimStatus } from './claim-status.ts'

interface ClosedText {
  readonly title: string
  readonly text: ReactNode
  /** Absent: nothing will change by itself. */
  readonly tone?: 'warn'
}

/** Why no name can be claimed now. */
export function closedText(
  status: Exclude<ClaimStatus, 'open'>,
  { opensAt, closesAt }: Pick<VisitorPolicy, 'opensAt' | 'closesAt'>,
): ClosedText {
  switch (status) {
    case 'closed':
      return { title: t('claim.closed'), text: tNodes('claim.closed-text', { link: invitedLink() }) }
    case 'not-open-yet':
      return {
        title: t('claim.not-open-yet'),
        text: tNodes('claim.not-open-yet-text', { time: opensAt && <Time key="time" iso={opensAt} /> }),
        tone: 'warn',
      }
    case 'over':
      return {
        title: t('claim.over'),
        text: tNodes('claim.over-text', { time: closesAt && <Time key="time" iso={closesAt} /> }),
      }
    case 'full':
      return { title: t('claim.full'), text: t('claim.full-text'), tone: 'warn' }
  }
}

function invitedLink(): ReactNode {
  return (
    <a key="link" href={`${serviceOrigin}/me`} className="text-ink underline underline-offset-4">
      {t('claim.closed-link')}
    </a>
  )
}
