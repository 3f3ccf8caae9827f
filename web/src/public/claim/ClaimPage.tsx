import { lazy, Suspense, useState } from 'react'
import { PageFrame } from '../../ui/PageFrame.tsx'
import { PageTop } from '../../ui/PageTop.tsx'
import { webLink } from '../../ui/web-link.ts'
import type { PageData } from '../page-data.ts'
import { ClaimForm } from './ClaimForm.tsx'
import { ClosedNotice } from './ClosedNotice.tsx'
import type { Claimed } from './claim.ts'
import { claimStatus } from './claim-status.ts'
import { labelHint } from './label-hint.ts'
import { Requirements } from './Requirements.tsx'

/** Loaded while the wallet signs. */
const ClaimDone = lazy(() => import('./ClaimDone.tsx').then(({ ClaimDone }) => ({ default: ClaimDone })))

export function ClaimPage({ domain, isSandbox }: PageData['claim']) {
  const [claimed, setClaimed] = useState<Claimed>()
  const { name, look, policy } = domain
  const words = look.words || domain.description
  const status = claimStatus(domain)
  return (
    <PageFrame>
      <PageTop banner={domain.banner} avatar={domain.avatar} name={look.title || name} />
      <h1
        className={
          claimed ? 'name-breaks text-soft mt-4' : 'name-breaks mt-4 text-3xl font-semibold tracking-tight'
        }
      >
        {claimed ? look.title || name : `Claim a name of ${look.title || name}`}
      </h1>
      {words && !claimed && <p className="name-breaks text-soft mt-3 whitespace-pre-line">{words}</p>}
      {claimed ? (
        <Suspense fallback={<p role="status">One moment…</p>}>
          <ClaimDone claimed={claimed} domain={name} chainId={domain.chainId} />
        </Suspense>
      ) : status === 'open' ? (
        <>
          <ClaimForm domain={domain} hint={labelHint(policy)} isSandbox={isSandbox} onClaimed={setClaimed} />
          <Requirements policy={policy} />
        </>
      ) : (
        <div className="mt-8">
          <ClosedNotice status={status} opensAt={policy.opensAt} closesAt={policy.closesAt} />
        </div>
      )}
      <OwnerLinks links={look.links} />
    </PageFrame>
  )
}

function OwnerLinks({ links }: Pick<PageData['claim']['domain']['look'], 'links'>) {
  const safe = links.flatMap(({ title, url }) => {
    const href = webLink(url)
    return href ? [{ title, href }] : []
  })
  if (safe.length === 0) return null
  return (
    <ul className="border-line mt-12 flex flex-wrap gap-x-6 gap-y-2 border-t pt-6">
      {safe.map(({ title, href }) => (
        <li key={`${title} ${href}`}>
          <a
            href={href}
            rel="noopener noreferrer nofollow ugc"
            className="name-breaks inline-flex min-h-6 items-center underline underline-offset-4"
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  )
}
