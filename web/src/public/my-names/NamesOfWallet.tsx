import { ChevronRight } from 'lucide-react'
import { lazy, type ReactNode, useCallback, useEffect, useState } from 'react'
import { api, chainIdOf, unwrap } from '../../api/client.ts'
import { importPart } from '../../api/import-part.ts'
import { Failure } from '../../form/Failure.tsx'
import { useAction } from '../../form/use-action.ts'
import { t, tNodes } from '../../text/messages.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Accent } from '../../ui/accent.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { LatePart } from '../../ui/LatePart.tsx'
import { NameTitle } from '../../ui/NameTitle.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Time } from '../../ui/Time.tsx'
import type { ConnectedWallet } from '../../wallet/wallet.ts'
import { explainError } from '../../wallet/wallet-error.ts'
import { signedHeaders } from '../name/edit/session.ts'
import { usePrimaryNames } from '../primary-name/use-primary-names.tsx'
import { useRestore } from '../use-return.ts'
import { type EndingName, type HeldName, listNames, type NamesOfAddress } from './list-names.ts'

const RequestsOfWallet = lazy(() =>
  importPart(() => import('../requests/RequestsOfWallet.tsx')).then(({ RequestsOfWallet }) => ({
    default: RequestsOfWallet,
  })),
)

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
  const primary = usePrimaryNames(address, found?.names)
  if (problem !== undefined)
    return (
      <Notice tone="bad" title={t('me.not-loaded')} isLive>
        <p>{problem}</p>
        <Button className="mt-3" onClick={load}>
          {t('try-again')}
        </Button>
      </Notice>
    )
  if (!found) return <Skeleton />
  const { names, invitations, isPartial } = found
  return (
    <>
      {invitations.length > 0 && (
        <section aria-labelledby="invitations" className="mb-10">
          <h2 id="invitations" className="mb-3 text-lg font-semibold tracking-tight">
            {t('me.invitations')}
          </h2>
          <ul className="bg-raised border-line divide-line divide-y overflow-hidden rounded-lg border shadow-sm">
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
        <h2 id="names" className="mb-3 text-lg font-semibold tracking-tight">
          {t('me.names')}
        </h2>
        {names.length === 0 ? (
          <Notice title={t('me.none')}>
            {tNodes('me.none-text', {
              link: (
                <a key="link" href="/" className="text-ink underline underline-offset-4">
                  {t('me.none-link')}
                </a>
              ),
            })}
          </Notice>
        ) : (
          <ul className="bg-raised border-line divide-line divide-y overflow-hidden rounded-lg border shadow-sm">
            {names.map((name) => (
              <NameRow key={`${name.chainId} ${name.ens}`} name={name} mark={primary.markOf(name)} />
            ))}
          </ul>
        )}
        {primary.unread}
        {isPartial && <p className="text-soft mt-3 text-sm">{t('me.newest')}</p>}
      </section>
      <LatePart>
        <RequestsOfWallet
          wallet={wallet}
          chainId={chainIds[0] ?? 1}
          heldNames={names.map(({ ens }) => ens)}
        />
      </LatePart>
    </>
  )
}

/** As high as a short list, so that little moves when it arrives. */
function Skeleton() {
  return (
    <div role="status">
      <p className="sr-only">{t('me.loading')}</p>
      <div
        aria-hidden
        className="bg-raised border-line divide-line mt-10 divide-y overflow-hidden rounded-lg border shadow-sm"
      >
        {['w-56', 'w-40', 'w-48'].map((width) => (
          <div key={width} className="flex min-h-[68px] items-center gap-3.5 px-4">
            <span className="bg-line size-10 rounded-full" />
            <span className={`skeleton ${width}`} />
          </div>
        ))}
      </div>
    </div>
  )
}

interface NameRowProps {
  readonly name: HeldName
  /** Of a primary name. */
  readonly mark: ReactNode
}

function NameRow({ name: { ens, chainId, accent, ending }, mark }: NameRowProps) {
  return (
    <li>
      <a
        href={`/n/${encodeURIComponent(ens)}?chainId=${chainId}`}
        className="hover:bg-hover flex min-h-[68px] items-center gap-3.5 px-4 py-3 transition"
      >
        <Accent value={accent}>
          <Avatar name={ens} size="md" />
        </Accent>
        <span className="min-w-0 flex-1">
          <span className="block text-lg font-semibold tracking-tight">
            <NameTitle name={ens} />
          </span>
          {mark}
          {ending && <Ending {...ending} />}
        </span>
        {chainId !== 1 && <Badge>{t('test-network')}</Badge>}
        <ChevronRight aria-hidden className="text-faint size-4 shrink-0 rtl:rotate-180" />
      </a>
    </li>
  )
}

/** For the holder, who signs again on the page of the name. */
function Ending({ state, validUntil }: EndingName) {
  const time = <Time key="time" iso={validUntil} isDay />
  return (
    <span className="text-warn block text-sm font-medium">
      {state === 'ended' ? t('me.signed-ended') : tNodes('me.signed-until', { time })}
    </span>
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
    <li className="px-4 py-3.5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="flex min-w-0 items-center gap-3.5">
          <Accent value={name.accent}>
            <Avatar name={name.ens} size="md" />
          </Accent>
          <span className="min-w-0 text-lg font-semibold tracking-tight">
            <NameTitle name={name.ens} />
          </span>
        </span>
        <span className="flex gap-2">
          <Button
            look="primary"
            isWaiting={isBusy}
            aria-label={t('me.accept-name', { name: name.ens })}
            onClick={() => void reply(acceptInvitation)}
          >
            {t('me.accept')}
          </Button>
          <Button
            isWaiting={isBusy}
            aria-label={t('me.decline-name', { name: name.ens })}
            onClick={() => void reply(declineInvitation)}
          >
            {t('me.decline')}
          </Button>
        </span>
      </div>
      <Failure title={t('me.not-sent')} problem={problem} className="mt-3" />
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
