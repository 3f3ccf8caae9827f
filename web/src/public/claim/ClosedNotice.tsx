import { Notice } from '../../ui/Notice.tsx'
import { Time } from '../../ui/Time.tsx'
import type { ClaimStatus } from './claim-status.ts'

interface ClosedNoticeProps {
  readonly status: Exclude<ClaimStatus, 'open'>
  readonly opensAt: string | null
  readonly closesAt: string | null
}

export function ClosedNotice({ status, opensAt, closesAt }: ClosedNoticeProps) {
  switch (status) {
    case 'closed':
      return (
        <Notice title="Names are by invitation only.">
          If the owner has invited you,{' '}
          <a href="/me" className="text-ink underline underline-offset-4">
            accept your name here
          </a>
          .
        </Notice>
      )
    case 'not-open-yet':
      return (
        <Notice tone="warn" title="Not open yet.">
          You can claim a name from {opensAt && <Time iso={opensAt} />}.
        </Notice>
      )
    case 'over':
      return (
        <Notice title="It is over.">
          Names could be claimed until {closesAt && <Time iso={closesAt} />}.
        </Notice>
      )
    case 'full':
      return (
        <Notice tone="warn" title="All names are taken.">
          The owner of the domain can make room for more.
        </Notice>
      )
  }
}
