import { Hourglass, ImagePlus, PartyPopper } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Failure } from '../../form/Failure.tsx'
import { useAction } from '../../form/use-action.ts'
import { t } from '../../text/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { NameTitle } from '../../ui/NameTitle.tsx'
import { Notice } from '../../ui/Notice.tsx'
import type { ConnectedWallet } from '../../wallet/wallet.ts'
import { LazyOutcomeNotice } from '../requests/LazyOutcomeNotice.tsx'
import { forgetRequest, rememberRequest } from '../requests/stored-requests.ts'
import { ShareButton } from '../ShareButton.tsx'
import { WalletView } from '../WalletView.tsx'
import { type Claimed, withdrawClaim } from './claim.ts'

interface ClaimDoneProps {
  readonly claimed: Claimed
  readonly domain: string
  readonly chainId: number
}

export function ClaimDone({
  claimed: { name, pendingId, noticeToken, wallet },
  domain,
  chainId,
}: ClaimDoneProps) {
  const { address } = wallet
  useEffect(() => {
    if (pendingId === null) return
    const createdAt = new Date().toISOString()
    rememberRequest({ id: pendingId, name, domain, chainId, address, createdAt, noticeToken })
  }, [pendingId, name, domain, chainId, address, noticeToken])
  const heading = useRef<HTMLHeadingElement>(null)
  // The form, which had the focus, is gone.
  useEffect(() => heading.current?.focus(), [])
  const path = `/n/${encodeURIComponent(name)}`
  const isYours = pendingId === null
  return (
    <section className="mt-5" aria-labelledby="done">
      <p className={`flex items-center gap-1.5 text-sm font-medium ${isYours ? 'text-good' : 'text-warn'}`}>
        {isYours ? (
          <PartyPopper aria-hidden className="size-4" />
        ) : (
          <Hourglass aria-hidden className="size-4" />
        )}
        {t(isYours ? 'done.yours' : 'done.requested')}
      </p>
      <h1
        id="done"
        ref={heading}
        tabIndex={-1}
        className="mt-1 text-[2.125rem] leading-[1.15] font-[680] tracking-tighter outline-none sm:text-[2.75rem]"
      >
        <NameTitle name={name} />
      </h1>
      {pendingId !== null ? (
        <div className="mt-6">
          <Notice tone="warn" title={t('done.pending')}>
            {t('done.pending-text')}
          </Notice>
          <LazyOutcomeNotice claimId={pendingId} domain={domain} chainId={chainId} token={noticeToken} />
          <WithdrawButton wallet={wallet} domain={domain} chainId={chainId} claimId={pendingId} />
        </div>
      ) : (
        <div className="mt-5 grid gap-3.5">
          <CardPicture name={name} chainId={chainId} />
          <div className="grid grid-cols-2 gap-3">
            <ShareButton title={name} path={path} className={half} />
            <LinkButton href={`${path}#edit`} className={half}>
              <ImagePlus aria-hidden className="size-4 shrink-0" />
              {t('done.add-picture')}
            </LinkButton>
          </div>
          <WalletView name={name} chainId={chainId} />
          <LinkButton
            look="primary"
            href={`${path}#edit`}
            className="min-h-[58px] rounded-[18px] text-[17px] tracking-tight"
          >
            {t('done.edit')}
          </LinkButton>
        </div>
      )}
    </section>
  )
}

const half = 'min-h-12 rounded-[14px] px-2 text-[15px] whitespace-nowrap max-[18rem]:whitespace-normal'

interface CardPictureProps {
  readonly name: string
  readonly chainId: number
}

/** What a chat shows of a link to the name. The moment is celebrated here, once. */
function CardPicture({ name, chainId }: CardPictureProps) {
  const [hasFailed, setHasFailed] = useState(false)
  if (hasFailed) return null
  return (
    <div className="relative">
      <Burst />
      <img
        src={`/n/${encodeURIComponent(name)}/card.png?chainId=${chainId}`}
        alt=""
        width={1200}
        height={630}
        className="arrives bg-sunk relative h-auto w-full rounded-[22px] shadow"
        onError={() => setHasFailed(true)}
      />
    </div>
  )
}

const dots = 32

const dotColors = ['fill-accent', 'fill-good', 'fill-warn', 'fill-accent-strong'] as const

/** Dots around the middle: at equal angles, near and far by turns. */
function Burst() {
  return (
    <svg
      aria-hidden="true"
      viewBox="-100 -100 200 200"
      className="bursts pointer-events-none absolute -inset-x-6 top-1/2 aspect-square -translate-y-1/2"
    >
      {Array.from({ length: dots }, (_, index) => {
        const angle = (2 * Math.PI * index) / dots
        const distance = [94, 72, 84][index % 3] ?? 0
        return (
          <circle
            key={angle}
            cx={distance * Math.cos(angle)}
            cy={distance * 0.8 * Math.sin(angle)}
            r={[2, 3, 1.5][index % 3]}
            className={dotColors[index % dotColors.length]}
          />
        )
      })}
    </svg>
  )
}

interface WithdrawButtonProps {
  readonly wallet: ConnectedWallet
  readonly domain: string
  readonly chainId: number
  readonly claimId: string
}

/** Ends a claim that waits for approval. */
function WithdrawButton({ wallet, domain, chainId, claimId }: WithdrawButtonProps) {
  const [isWithdrawn, setIsWithdrawn] = useState(false)
  const { isBusy, problem, run } = useAction()
  const withdraw = async () => {
    await withdrawClaim(wallet, { domain, chainId, claimId })
    forgetRequest(claimId)
    setIsWithdrawn(true)
  }
  return (
    <div className="mt-4">
      <Button isBusy={isBusy} onClick={() => void run(withdraw)}>
        {t('done.withdraw')}
      </Button>
      <p role="status" className="text-soft mt-2 text-sm">
        {isWithdrawn && t('done.withdrawn')}
      </p>
      <Failure title={t('done.not-withdrawn')} problem={problem} />
    </div>
  )
}
