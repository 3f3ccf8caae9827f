import { useCallback, useEffect, useState } from 'react'
import { api, chainIdOf, unwrap } from '../../api/client.ts'
import { Failure } from '../../form/Failure.tsx'
import { useAction } from '../../form/use-action.ts'
import { Button } from '../../ui/Button.tsx'
import { NameTitle } from '../../ui/NameTitle.tsx'
import { Notice } from '../../ui/Notice.tsx'
import type { ConnectedWallet } from '../../wallet/wallet.ts'
import { explainError } from '../../wallet/wallet-error.ts'
import { signedHeaders } from '../name/edit/session.ts'
import { useRestore } from '../use-return.ts'
import { type HeldName, listNames, type NamesOfAddress } from './list-names.ts'

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
  useRestore(load)
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
        <div className="bg-sunk h-12 rounded" />
        <div className="bg-sunk h-12 rounded" />
        <div className="bg-sunk h-12 rounded" />
      </div>
    </div>
  )
}

function NameRow({ name: { ens, chainId } }: { readonly name: HeldName }) {
  return (
    <li>
      <a
        href={`/n/${encodeURIComponent(ens)}?chainId=${chainId}`}
        className="hover:bg-hover flex min-h-14 flex-wrap items-center justify-between gap-x-4 rounded px-2 py-3"
      >
        <span className="text-lg font-semibold">
          <NameTitle name={ens} />
        </span>
        {chainId !== 1 && <span className="text-soft text-sm">Test network</span>}
      </a>
    </li>
  )
}

interface InvitationRowProps {
  readonly name: HeldName
  readonly wallet: ConnectedWallet
  readonly onAnswered: () => void
}

function InvitationRow({ name, wallet, onAnswered }: InvitationRowProps) {
  const { isBusy, problem, run } = useAction()
  const reply = (send: typeof acceptInvitation) =>
    run(async () => {
      await send(wallet, name)
      onAnswered()
    })
  return (
    <li className="px-2 py-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="text-lg font-semibold">
          <NameTitle name={name.ens} />
        </span>
        <span className="flex gap-2">
          <Button
            look="primary"
            disabled={isBusy}
            aria-label={`Accept ${name.ens}`}
            onClick={() => void reply(acceptInvitation)}
          >
            Accept
          </Button>
          <Button
            disabled={isBusy}
            aria-label={`Decline ${name.ens}`}
            onClick={() => void reply(declineInvitation)}
          >
            Decline
          </Button>
        </span>
      </div>
      <Failure title="Your answer was not sent." problem={problem} className="mt-3" />
    </li>
  )
}

async function acceptInvitation(wallet: ConnectedWallet, { ens, chainId }: HeldName): Promise<void> {
  const headers = await signedHeaders(wallet, chainId)
  const params = { path: { subname: ens }, query: { chainId: chainIdOf(chainId) } }
  await unwrap(api.PATCH('/ens/v2/subnames/invitations/{subname}', { params, headers, body: {} }))
}

async function declineInvitation(wallet: ConnectedWallet, { ens, chainId }: HeldName): Promise<void> {
  const headers = await signedHeaders(wallet, chainId)
  const [username = '', ...domain] = ens.split('.')
  const body = { username, ensDomain: domain.join('.'), chainId: chainIdOf(chainId) }
  await unwrap(api.POST('/ens/v1/subname/reject', { headers, body }))
}
