import type { components } from '@byname/sdk/openapi'
import { type ReactNode, useEffect, useState } from 'react'
import { reach } from '../api/reach.ts'
import { dataOfResponse } from '../api/read-data.ts'
import { t, tNodes } from '../text/messages.ts'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { shortAddress } from '../ui/short-address.ts'
import { explainError } from '../wallet/wallet-error.ts'

type Resolution = components['schemas']['Resolution']

interface WalletViewProps {
  readonly name: string
  readonly chainId: number
  /** For which known reason nothing is found. */
  readonly why?: string | undefined
  /** More about the name, below what a wallet sees. */
  readonly children?: ReactNode
}

/** The name as a wallet resolves it now: through the chain. */
export function WalletView({ name, chainId, why, children }: WalletViewProps) {
  const [outcome, setOutcome] = useState<Resolution | string>()
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads again.
  useEffect(() => {
    let isCurrent = true
    setOutcome(undefined)
    reach(`/byname/v1/names/${encodeURIComponent(name)}/resolution?chainId=${chainId}`)
      .then((response) => dataOfResponse<'/byname/v1/names/{name}/resolution'>(response))
      .catch(explainError)
      .then((result) => isCurrent && setOutcome(result))
    return () => {
      isCurrent = false
    }
  }, [name, chainId, attempt])
  if (outcome === undefined)
    return (
      <WalletCard dot="bg-faint motion-safe:animate-pulse">
        <p>{t('view.asking')}</p>
        <p aria-hidden className="flex h-10 items-center">
          <span className="skeleton w-48" />
        </p>
        {children}
      </WalletCard>
    )
  if (typeof outcome === 'string')
    return (
      <WalletCard dot="bg-warn">
        <p>{why ?? t('view.failed', { reason: outcome })}</p>
        <Button className="mt-3" onClick={() => setAttempt(attempt + 1)}>
          {t('try-again')}
        </Button>
      </WalletCard>
    )
  return <Resolved {...outcome}>{children}</Resolved>
}

function Resolved({ records, durationMs, children }: Resolution & Pick<WalletViewProps, 'children'>) {
  const address = records.addresses.find(({ id }) => id === 60)?.value
  return (
    <WalletCard dot={address ? 'bg-good' : 'bg-warn'} duration={`${durationMs} ms`}>
      <p>{t('view.resolved')}</p>
      {address ? (
        <p className="flex min-h-10 items-center gap-2">
          <span>
            {tNodes('view.sends-to', {
              address: (
                <bdi key="address" className="mono text-ink" title={address}>
                  {shortAddress(address)}
                </bdi>
              ),
            })}
          </span>
          <span className="ms-auto -me-2">
            <CopyButton size="dense" text={address} subject={t('view.address')} />
          </span>
        </p>
      ) : (
        <p className="min-h-10">{t('view.no-address')}</p>
      )}
      {children}
    </WalletCard>
  )
}

interface WalletCardProps {
  /** The colour of the state. */
  readonly dot: string
  readonly duration?: string
  readonly children: ReactNode
}

/** As high while it is asked as with a response. */
function WalletCard({ dot, duration, children }: WalletCardProps) {
  return (
    <div role="status" className="bg-raised border-line rounded-lg border px-5 pt-4 pb-2.5 shadow">
      <p className="flex items-center gap-3 font-medium">
        <span aria-hidden className={`dot ${dot}`} />
        {t('view.title')}
        <span className="text-faint ms-auto text-sm font-normal tabular-nums">{duration}</span>
      </p>
      <div className="text-soft name-breaks mt-1 text-sm">{children}</div>
    </div>
  )
}
