import { useEffect } from 'react'
import { ApiError } from '../api/api-error.ts'
import { reachSoon } from '../api/reach.ts'
import { dataOfResponse } from '../api/read-data.ts'
import { serviceOrigin } from '../api/service-origin.ts'
import type { DomainPage } from '../public/page-data.ts'
import { t } from '../text/messages.ts'
import { NameTitle } from '../ui/NameTitle.tsx'
import type { Host } from './element-access.ts'
import { FollowLink } from './FollowLink.tsx'
import { forgetClaim, type KeptClaim } from './kept-claims.ts'
import { Picture } from './Picture.tsx'
import { Failed, Notice, Placeholder } from './parts.tsx'
import { pageUrl } from './read-service.ts'
import { useLoaded } from './use-loaded.ts'

export interface KeptClaimProps {
  readonly host: Host
  readonly claim: KeptClaim
  readonly page: DomainPage
  readonly onAnother: () => void
}

/** How a claim of an earlier visit stands. One that is withdrawn or not known any more is forgotten. */
export function KeptClaimCard({ host, claim, page, onAnother }: KeptClaimProps) {
  const { id, name, domain, chainId, canFollow } = claim
  const loaded = useLoaded(id, () => readState(claim))
  const state = loaded.kind === 'loaded' ? loaded.value : undefined
  const isOver = state !== undefined && state !== 'pending'
  const isGone = state === 'withdrawn'
  useEffect(() => {
    if (!isGone) return
    forgetClaim(id)
    onAnother()
  }, [isGone, id, onAnother])
  if (loaded.kind === 'failed')
    return (
      <Failed
        host={host}
        title={t('embed.not-loaded')}
        lastingTitle={t('embed.unavailable')}
        error={loaded.error}
        retry={loaded.retry}
      />
    )
  if (state === undefined || isGone) return <Placeholder />
  const another = () => {
    if (isOver) forgetClaim(id)
    onAnother()
  }
  return (
    <div className="done" part="done">
      <div className="head">
        <Picture name={name} accent={page.branding.accent} src={null} size={56} />
        <div>
          <p className={`strong ${tones[state]}`} role="status">
            {titleOf(state)}
          </p>
          <p className="title" part="name">
            <NameTitle name={name} />
          </p>
        </div>
      </div>
      {state === 'pending' && (
        <>
          <Notice tone="warn" title={t('done.pending')}>
            <p>{t('done.pending-text')}</p>
          </Notice>
          {canFollow && <FollowLink domain={domain} chainId={chainId} />}
        </>
      )}
      {state === 'approved' && (
        <a
          className="button primary"
          part="button"
          href={pageUrl('n', name, chainId).href}
          target="_blank"
          rel="noopener"
        >
          {t('request.open')}
        </a>
      )}
      <button type="button" className="button" part="secondary-button" onClick={another}>
        {t('embed.another')}
      </button>
    </div>
  )
}

type State = Exclude<Awaited<ReturnType<typeof readState>>, 'withdrawn'>

const tones: Readonly<Record<State, string>> = {
  pending: 'warn',
  approved: 'good',
  declined: 'bad',
  taken: 'bad',
  expired: 'soft',
}

function titleOf(state: State): string {
  if (state === 'pending') return t('done.requested')
  if (state === 'approved') return t('done.yours')
  if (state === 'taken') return t('request.taken')
  return t(state === 'declined' ? 'request.declined' : 'request.expired')
}

/** The reason, where the service has declined it. `withdrawn`: also what is not known any more. */
async function readState({ id, domain, chainId }: KeptClaim) {
  const path = `/byname/v1/domains/${encodeURIComponent(domain)}/claims/${encodeURIComponent(id)}`
  try {
    const response = await reachSoon(`${serviceOrigin}${path}?chainId=${chainId}`)
    const { state, reason } = await dataOfResponse<'/byname/v1/domains/{domain}/claims/{claimId}'>(response)
    return reason ?? state
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return 'withdrawn'
    throw error
  }
}
