import { useEffect, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { api, chainIdOf, unwrap } from '../api/client.ts'
import type { components } from '../api/openapi-types.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { shortAddress } from '../ui/short-address.ts'

type Resolution = components['schemas']['Resolution']

interface WalletViewProps {
  readonly name: string
  readonly chainId: number
}

/** The name as a wallet resolves it now: through the chain. */
export function WalletView({ name, chainId }: WalletViewProps) {
  const [outcome, setOutcome] = useState<Resolution | string>()
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads again.
  useEffect(() => {
    let isCurrent = true
    setOutcome(undefined)
    const path = { name }
    const query = { chainId: chainIdOf(chainId) }
    unwrap(api.GET('/byname/v1/names/{name}/resolution', { params: { path, query } }))
      .catch((error) => (error instanceof ApiError ? error.message : 'The server cannot be reached.'))
      .then((result) => isCurrent && setOutcome(result))
    return () => {
      isCurrent = false
    }
  }, [name, chainId, attempt])
  if (outcome === undefined)
    return (
      <Notice title="As a wallet sees it" isLive>
        Asking the chain…
      </Notice>
    )
  if (typeof outcome === 'string')
    return (
      <Notice tone="warn" title="As a wallet sees it" isLive>
        <p>It could not be resolved now. {outcome}</p>
        <Button className="mt-3" onClick={() => setAttempt(attempt + 1)}>
          Try again
        </Button>
      </Notice>
    )
  return <Resolved {...outcome} />
}

function Resolved({ records, durationMs }: Resolution) {
  const address = records.addresses.find(({ id }) => id === 60)?.value
  return (
    <Notice tone={address ? 'good' : 'warn'} title="As a wallet sees it" isLive>
      <p>
        {address ? (
          <>
            Sends to{' '}
            <span className="mono text-ink" title={address}>
              {shortAddress(address)}
            </span>
          </>
        ) : (
          'A wallet finds no Ethereum address under this name.'
        )}
      </p>
      <p>Resolved through the chain in {durationMs} ms.</p>
    </Notice>
  )
}
