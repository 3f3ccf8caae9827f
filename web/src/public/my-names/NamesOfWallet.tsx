import { useCallback, useEffect, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import type { ConnectedWallet } from '../../wallet/wallet.ts'
import { explainError } from '../../wallet/wallet-error.ts'
import { InvitationRow } from './InvitationRow.tsx'
import { listNames, type NamesOfAddress } from './list-names.ts'
import { NameRow } from './NameRow.tsx'

interface NamesOfWalletProps {
  readonly wallet: ConnectedWallet
  readonly chainIds: readonly number[]
}

export function NamesOfWallet({ wallet, chainIds }: NamesOfWalletProps) {
  const [found, setFound] = useState<NamesOfAddress>()
  const [problem, setProblem] = useState<string>()
  const { address } = wallet
  const load = useCallback(() => {
    setProblem(undefined)
    listNames(address, chainIds).then(setFound, (error) => setProblem(explainError(error)))
  }, [address, chainIds])
  useEffect(load, [load])
  if (problem !== undefined)
    return (
      <Notice tone="bad" title="Your names could not be loaded." isLive>
        <p>{problem}</p>
        <Button className="mt-3" onClick={load}>
          Try again
        </Button>
      </Notice>
    )
  if (!found) return <Skeleton />
  const { names, invitations, isPartial } = found
  return (
    <>
      {invitations.length > 0 && (
        <section aria-labelledby="invitations" className="mb-10">
          <h2 id="invitations" className="mb-2 text-xl font-semibold">
            Invitations
          </h2>
          <ul className="divide-line border-line divide-y border-y">
            {invitations.map((name) => (
              <InvitationRow
                key={`${name.chainId} ${name.ens}`}
                name={name}
                wallet={wallet}
                onAnswered={load}
              />
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="names">
        <h2 id="names" className="mb-2 text-xl font-semibold">
          Names
        </h2>
        {names.length === 0 ? (
          <Notice title="No name yet.">
            Claim one:{' '}
            <a href="/" className="text-ink underline underline-offset-4">
              see the open domains
            </a>
            .
          </Notice>
        ) : (
          <ul className="divide-line border-line divide-y border-y">
            {names.map((name) => (
              <NameRow key={`${name.chainId} ${name.ens}`} name={name} />
            ))}
          </ul>
        )}
        {isPartial && <p className="text-soft mt-3 text-sm">These are the newest ones.</p>}
      </section>
    </>
  )
}

/** As high as a short list, so that little moves when it arrives. */
function Skeleton() {
  return (
    <div role="status">
      <p className="text-soft">Loading your names…</p>
      <div aria-hidden className="mt-4 grid gap-3">
        <div className="bg-raised h-12 rounded" />
        <div className="bg-raised h-12 rounded" />
        <div className="bg-raised h-12 rounded" />
      </div>
    </div>
  )
}
