import { Hourglass, PartyPopper, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Failure } from '../../form/Failure.tsx'
import { useAction } from '../../form/use-action.ts'
import { t, tNodes } from '../../text/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { NameTitle } from '../../ui/NameTitle.tsx'
import { Time } from '../../ui/Time.tsx'
import { LazyOutcomeNotice } from './LazyOutcomeNotice.tsx'
import type { OwnRequest } from './own-requests.ts'

interface RequestCardProps {
  readonly request: OwnRequest
  /** Of the name: below what is above the card. */
  readonly heading: 'h2' | 'h3'
  readonly onWithdraw: () => Promise<void>
  /** Asks the wallet for a signature, where the answer is not known yet. */
  readonly onReadAnswer: () => Promise<void>
  /** How to ask for another name. */
  readonly another: ReactNode
}

/** A name that was asked for, and what became known of it. */
export function RequestCard({
  request,
  heading: Heading,
  onWithdraw,
  onReadAnswer,
  another,
}: RequestCardProps) {
  const { id, name, domain, chainId, state, reason, comment, title, createdAt, noticeToken } = request
  const { isBusy, problem, run } = useAction()
  const community = title || domain
  const isOver = state === 'declined' || state === 'expired'
  const isByOwner = state === 'declined' && reason === null
  const hasHiddenAnswer = isByOwner && comment === undefined
  return (
    <article className="bg-raised border-line rounded-lg border px-5 py-4 shadow-sm">
      <p className={`flex items-center gap-2 text-sm font-medium ${tones[state]}`}>
        <StateIcon state={state} />
        {titleOf(request)}
      </p>
      <Heading className="name-breaks mt-1 text-xl font-semibold tracking-tight">
        <NameTitle name={name} />
      </Heading>
      {state === 'pending' && (
        <p className="text-soft name-breaks mt-1 text-sm">
          {tNodes('request.waiting', { time: <Time key="time" iso={createdAt} isDay /> }, { community })}
        </p>
      )}
      {isByOwner && comment === null && <p className="text-soft mt-1 text-sm">{t('request.no-comment')}</p>}
      {typeof comment === 'string' && (
        <blockquote dir="auto" className="border-edge name-breaks mt-3 border-s-2 ps-3">
          {comment}
        </blockquote>
      )}
      {state === 'pending' && (
        <LazyOutcomeNotice claimId={id} domain={domain} chainId={chainId} token={noticeToken} />
      )}
      <div className="mt-4 flex flex-wrap gap-2 empty:hidden">
        {state === 'pending' && (
          <Button isBusy={isBusy} onClick={() => void run(onWithdraw)}>
            {t('done.withdraw')}
          </Button>
        )}
        {state === 'approved' && (
          <LinkButton look="primary" href={`/n/${encodeURIComponent(name)}?chainId=${chainId}`}>
            {t('request.open')}
          </LinkButton>
        )}
        {hasHiddenAnswer && (
          <Button look="primary" isBusy={isBusy} onClick={() => void run(onReadAnswer)}>
            {t('request.read-answer')}
          </Button>
        )}
        {isOver && another}
      </div>
      <Failure
        title={t(state === 'pending' ? 'done.not-withdrawn' : 'request.not-read')}
        problem={problem}
        className="mt-3"
      />
    </article>
  )
}

const tones = {
  pending: 'text-warn',
  approved: 'text-good',
  declined: 'text-bad',
  withdrawn: 'text-soft',
  expired: 'text-soft',
} as const

function titleOf({ state, reason }: OwnRequest): string {
  if (state === 'pending') return t('done.requested')
  if (state === 'approved') return t('done.yours')
  if (reason === 'taken') return t('request.taken')
  return t(state === 'declined' ? 'request.declined' : 'request.expired')
}

function StateIcon({ state }: Pick<OwnRequest, 'state'>) {
  const Icon = state === 'pending' ? Hourglass : state === 'approved' ? PartyPopper : Undo2
  return <Icon aria-hidden className="size-4 shrink-0" />
}
