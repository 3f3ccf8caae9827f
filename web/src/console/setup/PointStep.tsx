import { useQueryClient } from '@tanstack/react-query'
import { Failure } from '../../form/Failure.tsx'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { nameText } from '../../ui/name-text.ts'
import { sendTransaction, switchChain } from '../../wallet/send-transaction.ts'
import { Address } from '../ui/Address.tsx'
import type { DomainSetup } from './queries.ts'
import { useWalletAction } from './use-wallet-action.tsx'

interface PointStepProps {
  readonly setup: DomainSetup
  /** The transaction is in the chain. */
  readonly onPointed?: () => void
}

/** One transaction of the owner or manager. */
export function PointStep({ setup, onPointed }: PointStepProps) {
  const client = useQueryClient()
  const { name, chainId, transaction, onChainResolver, offchainResolvers } = setup
  const { isBusy, problem, start, dialog } = useWalletAction(async (wallet) => {
    if (!transaction) return
    await switchChain(wallet, chainId)
    await sendTransaction(wallet, transaction)
    await client.invalidateQueries({ queryKey: ['setup', chainId, name] })
    onPointed?.()
  })
  const resolver = offchainResolvers[0]?.resolverAddress
  if (!transaction)
    return (
      <p className="flex flex-wrap items-center gap-x-2">
        This domain is in the new registry of ENS. Set its resolver in the ENS app to
        {resolver && <Address value={resolver} />}
      </p>
    )
  return (
    <>
      <p>
        {onChainResolver ? (
          <>
            Now wallets ask <span className="mono">{onChainResolver}</span> for its names.
          </>
        ) : (
          'Wallets find no names below it yet.'
        )}{' '}
        One transaction changes that. Records that the domain has elsewhere are not shown by wallets then.
      </p>
      <div>
        <Button look="primary" isBusy={isBusy} onClick={start}>
          {isBusy ? 'Waiting for the chain…' : `Point ${nameText(name)} at this server`}
        </Button>
      </div>
      <Failure title="It does not point here yet." problem={problem} />
      <details>
        <summary className="discloses">The transaction, for a wallet elsewhere</summary>
        <dl className="mt-2 grid gap-2 text-xs">
          {Object.entries({ to: transaction.to, data: transaction.data }).map(([title, value]) => (
            <div key={title}>
              <dt className="flex items-center justify-between">
                {title}
                <CopyButton text={value} subject={title} />
              </dt>
              <dd className="mono name-breaks text-ink">{value}</dd>
            </div>
          ))}
        </dl>
      </details>
      {dialog}
    </>
  )
}
