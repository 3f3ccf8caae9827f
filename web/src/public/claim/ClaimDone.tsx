import { useEffect, useRef } from 'react'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { NameTitle } from '../../ui/NameTitle.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { WalletView } from '../WalletView.tsx'
import type { Claimed } from './claim.ts'
import { ShareButton } from './ShareButton.tsx'
import { WithdrawButton } from './WithdrawButton.tsx'

interface ClaimDoneProps {
  readonly claimed: Claimed
  readonly domain: string
  readonly chainId: number
}

export function ClaimDone({ claimed: { name, pendingId, wallet }, domain, chainId }: ClaimDoneProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The form, which had the focus, is gone.
  useEffect(() => heading.current?.focus(), [])
  const path = `/n/${encodeURIComponent(name)}`
  return (
    <section className="mt-8" aria-labelledby="done">
      <p className="text-good font-medium">{pendingId === null ? 'It is yours.' : 'Requested.'}</p>
      <h2
        id="done"
        ref={heading}
        tabIndex={-1}
        className="mt-1 text-4xl font-semibold tracking-tight outline-none sm:text-5xl"
      >
        <NameTitle name={name} />
      </h2>
      {pendingId !== null ? (
        <div className="mt-6">
          <Notice tone="warn" title="The owner of the domain decides.">
            The name is kept for you until then. You will find it under “My names” once it is approved.
          </Notice>
          <WithdrawButton wallet={wallet} domain={domain} chainId={chainId} claimId={pendingId} />
        </div>
      ) : (
        <>
          <div className="mt-6 flex flex-wrap gap-3">
            <LinkButton look="primary" href={path}>
              Complete your profile
            </LinkButton>
            <ShareButton name={name} path={path} />
          </div>
          <div className="mt-8">
            <WalletView name={name} chainId={chainId} />
          </div>
        </>
      )}
    </section>
  )
}
