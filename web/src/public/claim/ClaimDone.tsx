import { useEffect, useRef, useState } from 'react'
import { api, chainIdOf, unwrap } from '../../api/client.ts'
import { Failure } from '../../form/Failure.tsx'
import { useAction } from '../../form/use-action.ts'
import { Button } from '../../ui/Button.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { NameTitle } from '../../ui/NameTitle.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { withdrawalPurpose } from '../../wallet/purpose.ts'
import { signMessage } from '../../wallet/sign-message.ts'
import type { ConnectedWallet } from '../../wallet/wallet.ts'
import { ShareButton } from '../ShareButton.tsx'
import { WalletView } from '../WalletView.tsx'
import type { Claimed } from './claim.ts'

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
            <ShareButton title={name} path={path} />
          </div>
          <div className="mt-8">
            <WalletView name={name} chainId={chainId} />
          </div>
        </>
      )}
    </section>
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
    const headers = await signMessage(wallet, {
      chainId,
      statement: 'Withdraw my claim.',
      resources: withdrawalPurpose(claimId),
    })
    const params = { path: { domain, claimId }, query: { chainId: chainIdOf(chainId) } }
    await unwrap(api.DELETE('/byname/v1/domains/{domain}/claims/{claimId}', { params, headers }))
    setIsWithdrawn(true)
  }
  return (
    <div className="mt-4">
      <Button disabled={isBusy} onClick={() => void run(withdraw)}>
        Withdraw it
      </Button>
      <p role="status" className="text-soft mt-2 text-sm">
        {isWithdrawn && 'You have withdrawn it. The name is free again.'}
      </p>
      <Failure title="It was not withdrawn." problem={problem} />
    </div>
  )
}
