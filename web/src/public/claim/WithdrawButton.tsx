import { useState } from 'react'
import { chainIdOf } from '../../api/chain-id.ts'
import { api, unwrap } from '../../api/client.ts'
import { Failure } from '../../form/Failure.tsx'
import { useAction } from '../../form/use-action.ts'
import { Button } from '../../ui/Button.tsx'
import { withdrawalPurpose } from '../../wallet/purpose.ts'
import { signMessage } from '../../wallet/sign-message.ts'
import type { ConnectedWallet } from '../../wallet/wallet.ts'

interface WithdrawButtonProps {
  readonly wallet: ConnectedWallet
  readonly domain: string
  readonly chainId: number
  readonly claimId: string
}

/** Ends a claim that waits for approval. */
export function WithdrawButton({ wallet, domain, chainId, claimId }: WithdrawButtonProps) {
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
