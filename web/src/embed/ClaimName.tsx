import { useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { importPart } from '../api/import-part.ts'
import { serviceOrigin } from '../api/service-origin.ts'
import type { CheckedInvitation, OpenInvitation } from '../public/claim/check-invitation.ts'
import type { Claimed } from '../public/claim/claim.ts'
import { claimStatus } from '../public/claim/claim-status.ts'
import { closedText } from '../public/claim/closed-text.tsx'
import { invitationEnding } from '../public/claim/invitation-ending.ts'
import type { DomainPage } from '../public/page-data.ts'
import { t, tNodes } from '../text/messages.ts'
import { samePath } from '../ui/Avatar.tsx'
import { NameTitle } from '../ui/NameTitle.tsx'
import { Time } from '../ui/Time.tsx'
import { isRejection } from '../wallet/wallet-error.ts'
import type { ClaimDoneProps } from './ClaimDone.tsx'
import { ClaimForm } from './ClaimForm.tsx'
import type { Host } from './element-access.ts'
import type { KeptClaimProps } from './KeptClaim.tsx'
import { keptClaim } from './kept-claims.ts'
import { Picture } from './Picture.tsx'
import { Failed, Notice, Placeholder } from './parts.tsx'
import { claimPageUrl, readDomain, serviceHost, site } from './read-service.ts'
import { type Loaded, useLoaded } from './use-loaded.ts'

interface ClaimNameProps {
  readonly host: Host
  readonly domain: string
  /** Absent: the first chain that has the domain. */
  readonly chainId: number | undefined
  /** To begin with; empty: none. */
  readonly label: string
  /** Secret of an invitation link. */
  readonly invitation: string | undefined
}

export function ClaimName({ host, domain, chainId, label, invitation }: ClaimNameProps) {
  const loaded = useLoaded(`${domain} ${chainId}`, () => readDomain(domain, chainId))
  const accent = loaded.kind === 'loaded' ? loaded.value.accent : undefined
  useLayoutEffect(() => host.setAccent(accent), [host, accent])
  if (loaded.kind === 'loading') return <Placeholder />
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
  const page = loaded.value.value
  if (page.isSiteAllowed !== true) return <SiteRefused host={host} page={page} />
  return <Allowed host={host} page={page} label={label} secret={invitation} />
}

function Head({ page: { name, avatar, branding } }: { readonly page: DomainPage }) {
  return (
    <header className="head" part="header">
      <Picture
        name={name}
        accent={branding.accent}
        src={avatar && `${serviceOrigin}${samePath(avatar)}`}
        size={48}
      />
      <div>
        {branding.title && (
          <p dir="auto" className="strong" part="community">
            {branding.title}
          </p>
        )}
        <p className="title" part="title">
          {tNodes('claim.heading', {
            place: (
              <strong key="place">
                <NameTitle name={name} />
              </strong>
            ),
          })}
        </p>
      </div>
    </header>
  )
}

interface SiteRefusedProps {
  readonly host: Host
  readonly page: DomainPage
}

/** The service would refuse what is signed here, so nothing is asked of the visitor. */
function SiteRefused({ host, page }: SiteRefusedProps) {
  const { name, chainId } = page
  useEffect(() => {
    const settings = new URL(
      `/console/domains/${chainId}/${encodeURIComponent(name)}/settings`,
      serviceOrigin,
    )
    if (site) settings.searchParams.set('site', site)
    host.tellOwner(`names of ${name} cannot be claimed at ${location.origin}. Allow it: ${settings.href}`)
  }, [host, name, chainId])
  return (
    <>
      <Head page={page} />
      <Notice title={t('embed.site-refused', { domain: name, site: location.host || location.origin })}>
        <p>{t('embed.site-refused-text', { service: serviceHost })}</p>
      </Notice>
      <a className="button primary" part="button" href={claimPageUrl(page)}>
        {t('embed.claim-at', { service: serviceHost })}
      </a>
    </>
  )
}

interface AllowedProps {
  readonly host: Host
  readonly page: DomainPage
  readonly label: string
  readonly secret: string | undefined
}

function Allowed({ host, page, label, secret }: AllowedProps) {
  const [claimed, setClaimed] = useState<Claimed>()
  const [kept, setKept] = useState(() => keptClaim(page))
  const forgetKept = useCallback(() => setKept(undefined), [])
  const [refusals, setRefusals] = useState(0)
  const checked = useLoaded(`${secret} ${refusals}`, () => checkInvitation(secret, page))
  // While it is checked again, the last result counts.
  const [invitation, setInvitation] = useState<OpenInvitation>()
  const found = checked.kind === 'loaded' ? checked.value : undefined
  const open = found?.kind === 'open' ? found.invitation : undefined
  useLayoutEffect(() => {
    if (checked.kind !== 'loading') setInvitation(open)
  }, [checked.kind, open])
  const status = claimStatus(page, invitation)
  if (claimed) return <LateClaimDone claimed={claimed} page={page} onAnother={() => setClaimed(undefined)} />
  if (kept) return <LateKeptClaim host={host} claim={kept} page={page} onAnother={forgetKept} />
  const finish = (result: Claimed) => {
    const { name, pendingId, wallet } = result
    setClaimed(result)
    host.emit('byname-claimed', {
      name,
      chainId: page.chainId,
      address: wallet.address,
      state: pendingId === null ? 'issued' : 'pending',
      claimId: pendingId,
    })
  }
  const closed = status === 'open' ? undefined : closedText(status, page.policy)
  return (
    <>
      <Head page={page} />
      {secret !== undefined && <InvitationNotice host={host} checked={checked} domain={page.name} />}
      {closed ? (
        <Notice tone={closed.tone} title={closed.title}>
          <p>{closed.text}</p>
        </Notice>
      ) : (
        <ClaimForm
          key={label}
          page={page}
          firstLabel={label}
          invitation={invitation}
          onClaimed={finish}
          onRefused={() => setRefusals((count) => count + 1)}
          onProblem={({ name, text, error }) => {
            host.emit('byname-error', { name, message: text })
            if (!isRejection(error)) host.tellOwner(error)
          }}
        />
      )}
    </>
  )
}

/** Undefined without a secret. */
async function checkInvitation(
  secret: string | undefined,
  { name: domain, chainId }: DomainPage,
): Promise<CheckedInvitation | undefined> {
  if (secret === undefined) return undefined
  const { checkInvitation: check } = await importPart(() => import('../public/claim/check-invitation.ts'))
  return check(secret, { domain, chainId })
}

/** For those who have claimed before. */
function LateKeptClaim(props: KeptClaimProps) {
  const part = useLoaded('', () => importPart(() => import('./KeptClaim.tsx')))
  if (part.kind === 'loaded') return <part.value.KeptClaimCard {...props} />
  return <Placeholder />
}

/** In a file of its own, for those who claim. Until it is there, the result is said in a line. */
function LateClaimDone(props: ClaimDoneProps) {
  const part = useLoaded('', () => importPart(() => import('./ClaimDone.tsx')))
  if (part.kind === 'loaded') return <part.value.ClaimDone {...props} />
  const { name, pendingId } = props.claimed
  return (
    <p role="status" className="strong">
      {t(pendingId === null ? 'done.yours' : 'done.requested')} <NameTitle name={name} />
    </p>
  )
}

interface InvitationNoticeProps {
  readonly host: Host
  readonly checked: Loaded<CheckedInvitation | undefined>
  readonly domain: string
}

function InvitationNotice({ host, checked, domain }: InvitationNoticeProps) {
  if (checked.kind === 'loading') return <p className="small">{t('invitation.opening')}</p>
  if (checked.kind === 'failed')
    return (
      <Failed
        host={host}
        title={t('invitation.failed')}
        lastingTitle={t('invitation.failed')}
        error={checked.error}
        retry={checked.retry}
      />
    )
  const found = checked.value
  if (found?.kind === 'failed')
    return (
      <Notice tone="bad" title={t('invitation.failed')} isLive>
        <p>{found.reason}</p>
      </Notice>
    )
  if (found?.kind === 'ended') {
    const [title, advice] = invitationEnding(found.error)
    return (
      <Notice tone="warn" title={t(title)} isLive>
        <p>{t(advice)}</p>
      </Notice>
    )
  }
  if (!found) return null
  const { label, expiresAt } = found.invitation
  return (
    <Notice title={t('invitation.open')} isLive>
      <p>
        {label === null
          ? t('invitation.choose')
          : tNodes('invitation.kept', {
              name: <NameTitle key="name" name={`${label}.${domain}`} isPlain />,
            })}
        {expiresAt && <> {tNodes('invitation.until', { time: <Time key="time" iso={expiresAt} /> })}</>}
      </p>
    </Notice>
  )
}
