import { useEffect, useRef, useState } from 'react'
import { importPart } from '../api/import-part.ts'
import { serviceOrigin } from '../api/service-origin.ts'
import { useAction } from '../form/use-action.ts'
import type { Claimed } from '../public/claim/claim.ts'
import type { DomainPage } from '../public/page-data.ts'
import { t } from '../text/messages.ts'
import { NameTitle } from '../ui/NameTitle.tsx'
import { FollowLink } from './FollowLink.tsx'
import { forgetClaim, keepClaim } from './kept-claims.ts'
import { Picture } from './Picture.tsx'
import { Notice } from './parts.tsx'
import { pageUrl } from './read-service.ts'

export interface ClaimDoneProps {
  readonly claimed: Claimed
  readonly page: DomainPage
  readonly onAnother: () => void
}

export function ClaimDone({ claimed, page, onAnother }: ClaimDoneProps) {
  const { name, pendingId } = claimed
  const heading = useRef<HTMLParagraphElement>(null)
  // The form, which had the focus, is gone.
  useEffect(() => heading.current?.focus(), [])
  const isYours = pendingId === null
  const { namesPerWallet } = page.policy
  return (
    <div className="done" part="done">
      <div className="head">
        <Picture name={name} accent={page.branding.accent} src={null} size={56} />
        <div>
          <p className={`strong ${isYours ? 'good' : 'warn'}`}>
            {t(isYours ? 'done.yours' : 'done.requested')}
          </p>
          <p ref={heading} tabIndex={-1} className="title" part="name">
            <NameTitle name={name} />
          </p>
        </div>
      </div>
      {isYours && <Card name={name} chainId={page.chainId} />}
      {isYours ? (
        <a
          className="button primary"
          part="button"
          href={`${pageUrl('n', name, page.chainId)}#edit`}
          target="_blank"
          rel="noopener"
        >
          {t('done.edit')}
        </a>
      ) : (
        <Pending claimed={claimed} claimId={pendingId} page={page} />
      )}
      {isYours && <ShareButton name={name} url={pageUrl('n', name, page.chainId).href} />}
      {(namesPerWallet === null || namesPerWallet > 1) && (
        <button type="button" className="button" part="secondary-button" onClick={onAnother}>
          {t('embed.another')}
        </button>
      )}
    </div>
  )
}

interface ShareButtonProps {
  readonly name: string
  readonly url: string
}

/** By the device; without that, the link is copied. */
function ShareButton({ name, url }: ShareButtonProps) {
  const [isCopied, setIsCopied] = useState(false)
  const share = () =>
    navigator.share
      ? navigator.share({ title: name, url })
      : navigator.clipboard.writeText(url).then(() => setIsCopied(true))
  return (
    <button
      type="button"
      className="button"
      part="secondary-button"
      // Dismissed, or not permitted by the page: the name is a link as well.
      onClick={() => void share().catch(() => undefined)}
    >
      <span aria-live="polite">{t(isCopied ? 'share.copied' : 'share')}</span>
    </button>
  )
}

/** What a chat shows of a link to the name. */
function Card({ name, chainId }: Pick<DomainPage, 'name' | 'chainId'>) {
  const [hasFailed, setHasFailed] = useState(false)
  if (hasFailed) return null
  return (
    <img
      className="picture"
      part="picture"
      src={`${serviceOrigin}/n/${encodeURIComponent(name)}/card.png?chainId=${chainId}`}
      alt=""
      width={1200}
      height={630}
      onError={() => setHasFailed(true)}
    />
  )
}

interface PendingProps {
  readonly claimed: Claimed
  readonly claimId: string
  readonly page: DomainPage
}

function Pending({ claimed: { name, noticeToken, wallet }, claimId, page }: PendingProps) {
  const { name: domain, chainId } = page
  const canFollow = noticeToken !== null
  const [isWithdrawn, setIsWithdrawn] = useState(false)
  const { isBusy, problem, run } = useAction()
  useEffect(
    () => keepClaim({ id: claimId, name, domain, chainId, canFollow }),
    [claimId, name, domain, chainId, canFollow],
  )
  const withdraw = async () => {
    const { withdrawClaim } = await importPart(() => import('../public/claim/claim.ts'))
    await withdrawClaim(wallet, { domain, chainId, claimId })
    forgetClaim(claimId)
    setIsWithdrawn(true)
  }
  return (
    <>
      <Notice tone="warn" title={t('done.pending')}>
        <p>{t('done.pending-text')}</p>
      </Notice>
      {!isWithdrawn && (
        <>
          {canFollow && <FollowLink domain={domain} chainId={chainId} />}
          <button
            type="button"
            className="button"
            part="secondary-button"
            aria-disabled={isBusy || undefined}
            onClick={() => void run(withdraw)}
          >
            {t('done.withdraw')}
          </button>
        </>
      )}
      <p role="status" className="small">
        {isWithdrawn ? t('done.withdrawn') : problem && `${t('done.not-withdrawn')} ${problem.text}`}
      </p>
    </>
  )
}
