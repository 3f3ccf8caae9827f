import { useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '../../api/client.ts'
import { Failure } from '../../form/Failure.tsx'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { sendTransaction, switchChain } from '../../wallet/send-transaction.ts'
import type { DomainRef } from '../queries.ts'
import { useWalletAction } from '../setup/use-wallet-action.tsx'
import { type Anchor, anchorKey, anchorPath, paramsOf } from './queries.ts'

interface OwnerCallsProps {
  readonly anchor: Anchor
  readonly domain: DomainRef
}

/** What the owner of the contract sends: before the first beat, or once there are other hosts. */
export function OwnerCalls({ anchor: { ownerCalls, published }, domain }: OwnerCallsProps) {
  const client = useQueryClient()
  const { isBusy, problem, start, dialog } = useWalletAction(async (wallet) => {
    await switchChain(wallet, domain.chainId)
    for (const { to, data } of ownerCalls) await sendTransaction(wallet, { to, data })
    // The service notes at once what has changed; else its next run does.
    await unwrap(api.PUT(anchorPath, { params: paramsOf(domain) })).catch(() => {})
    await client.invalidateQueries({ queryKey: anchorKey(domain) })
  })
  const count = ownerCalls.length === 1 ? 'One transaction' : `${ownerCalls.length} transactions`
  return (
    <div className="grid gap-3">
      <p>
        {published === null && 'Its names would stop resolving. '}
        {count} of the owner of its contract {ownerCalls.length === 1 ? 'is' : 'are'} missing:{' '}
        {ownerCalls.map(({ title }) => title).join(', and ')}.
      </p>
      <div>
        <Button look="primary" size="dense" isBusy={isBusy} onClick={start}>
          {isBusy ? 'Waiting for the chain…' : `Send ${ownerCalls.length === 1 ? 'it' : 'them'}`}
        </Button>
      </div>
      <Failure title="It was not sent." problem={problem} />
      <details>
        <summary className="discloses">For a wallet elsewhere</summary>
        {ownerCalls.map(({ title, to, data }) => (
          <dl key={title} className="mt-2 grid gap-2 text-xs">
            {Object.entries({ to, data }).map(([field, value]) => (
              <div key={field}>
                <dt className="flex items-center justify-between">
                  {`${title}: ${field}`}
                  <CopyButton text={value} subject={`${title}: ${field}`} />
                </dt>
                <dd className="mono name-breaks text-ink">{value}</dd>
              </div>
            ))}
          </dl>
        ))}
      </details>
      {dialog}
    </div>
  )
}
