import { MailOpen } from 'lucide-react'
import { t, tNodes } from '../../text/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { NameTitle } from '../../ui/NameTitle.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Time } from '../../ui/Time.tsx'
import type { InvitationState } from './invitation.ts'
import { invitationEnding } from './invitation-ending.ts'

interface InvitationNoticeProps {
  readonly state: Exclude<InvitationState, { kind: 'none' }>
  readonly domain: string
}

/** What the link that opened the page is good for. */
export function InvitationNotice({ state, domain }: InvitationNoticeProps) {
  switch (state.kind) {
    case 'checking':
      return (
        <p role="status" className="text-soft">
          {t('invitation.opening')}
        </p>
      )
    case 'open': {
      const { label, expiresAt } = state.invitation
      return (
        <div role="status" className="bg-accent-soft flex gap-3 rounded-[18px] px-[18px] py-4">
          <MailOpen aria-hidden className="text-accent-text mt-0.5 size-5 shrink-0" strokeWidth={1.75} />
          <div className="min-w-0">
            <p className="font-medium">{t('invitation.open')}</p>
            <p className="text-soft name-breaks mt-0.5 text-sm">
              {label === null
                ? t('invitation.choose')
                : tNodes('invitation.kept', {
                    name: <NameTitle key="name" name={`${label}.${domain}`} isPlain />,
                  })}
              {expiresAt && <> {tNodes('invitation.until', { time: <Time key="time" iso={expiresAt} /> })}</>}
            </p>
          </div>
        </div>
      )
    }
    case 'ended': {
      const [title, advice] = invitationEnding(state.error)
      return (
        <Notice tone="warn" title={t(title)} isLive>
          {t(advice)}
        </Notice>
      )
    }
    case 'failed':
      return (
        <Notice tone="bad" title={t('invitation.failed')} isLive>
          <p>{state.reason}</p>
          <Button className="mt-2" onClick={state.retry}>
            {t('try-again')}
          </Button>
        </Notice>
      )
  }
}
