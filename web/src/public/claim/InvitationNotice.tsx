import { MailOpen } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { NameTitle } from '../../ui/NameTitle.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Time } from '../../ui/Time.tsx'
import type { InvitationState } from './invitation.ts'

const endings: Readonly<Record<string, readonly [title: string, advice: string]>> = {
  InvitationLinkUsedUpException: [
    'This invitation has been used up.',
    'Every name that it was for is taken. Ask whoever sent it for another one.',
  ],
  InvitationLinkExpiredException: ['This invitation has expired.', 'Ask whoever sent it for another one.'],
  InvitationLinkRevokedException: ['This invitation was withdrawn.', 'Ask whoever sent it for another one.'],
}

const unknown = [
  'This invitation is not known here.',
  'Perhaps the link was not copied whole. Open it again from the message that it came with.',
] as const

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
          Opening your invitation…
        </p>
      )
    case 'open': {
      const { label, expiresAt } = state.invitation
      return (
        <div role="status" className="bg-accent-soft flex gap-3 rounded-[18px] px-[18px] py-4">
          <MailOpen aria-hidden className="text-accent-text mt-0.5 size-5 shrink-0" strokeWidth={1.75} />
          <div className="min-w-0">
            <p className="font-medium">You are invited.</p>
            <p className="text-soft name-breaks mt-0.5 text-sm">
              {label === null ? (
                'Choose a name, and take it with your wallet.'
              ) : (
                <>
                  <NameTitle name={`${label}.${domain}`} isPlain /> is kept for you. Take it with your wallet.
                </>
              )}
              {expiresAt && (
                <>
                  {' '}
                  The invitation is good until <Time iso={expiresAt} />.
                </>
              )}
            </p>
          </div>
        </div>
      )
    }
    case 'ended': {
      const [title, advice] = endings[state.error] ?? unknown
      return (
        <Notice tone="warn" title={title} isLive>
          {advice}
        </Notice>
      )
    }
    case 'failed':
      return (
        <Notice tone="bad" title="Your invitation could not be checked." isLive>
          <p>{state.reason}</p>
          <Button className="mt-2" onClick={state.retry}>
            Try again
          </Button>
        </Notice>
      )
  }
}
