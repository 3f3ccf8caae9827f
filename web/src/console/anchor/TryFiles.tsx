import { type NameReport, verify } from '@byname/sdk/verify'
import { useState } from 'react'
import { api, chainIdOf, unwrap } from '../../api/client.ts'
import { Failure } from '../../form/Failure.tsx'
import { Button } from '../../ui/Button.tsx'
import { NameTitle } from '../../ui/NameTitle.tsx'
import { switchChain } from '../../wallet/send-transaction.ts'
import type { ConnectedWallet } from '../../wallet/wallet.ts'
import type { DomainRef } from '../queries.ts'
import { useWalletAction } from '../setup/use-wallet-action.tsx'
import { StateMark } from '../ui/StateMark.tsx'
import type { Anchor } from './queries.ts'

const maxNames = 10

interface TryFilesProps {
  readonly anchor: Anchor
  readonly domain: DomainRef
}

/** Resolves some names from the files alone, in the browser, against the root on chain, which the wallet reads. */
export function TryFiles({ anchor: { contract }, domain }: TryFilesProps) {
  const [reports, setReports] = useState<readonly NameReport[]>()
  const { isBusy, problem, start, dialog } = useWalletAction(async (wallet) => {
    setReports(undefined)
    await switchChain(wallet, domain.chainId)
    const found: NameReport[] = []
    for (const name of await someNames(domain)) {
      found.push(await tryName(name, { wallet, domain, resolver: contract?.address }))
      setReports([...found])
    }
  })
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <Button size="dense" isBusy={isBusy} onClick={start}>
          {isBusy ? 'Reading the files…' : 'Try it'}
        </Button>
        {reports && !isBusy && <Outcome reports={reports} />}
      </div>
      <Failure title="It could not be tried." problem={problem} />
      {reports && (
        <ul className="divide-line divide-y text-sm">
          {reports.map((report) => (
            <li
              key={report.name}
              className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 py-1"
            >
              <NameTitle name={report.name} isPlain />
              <Found report={report} />
            </li>
          ))}
        </ul>
      )}
      {dialog}
    </div>
  )
}

function Outcome({ reports }: { readonly reports: readonly NameReport[] }) {
  const good = reports.filter((report) => report.verdict === 'verified' && report.records.length > 0).length
  const hosts = new Set(reports.flatMap(({ sources }) => sources)).size
  return (
    <p role="status" className="text-sm">
      {good} of {reports.length} {reports.length === 1 ? 'name' : 'names'} resolved from the files
      {hosts > 0 && (hosts === 1 ? ' of one host' : ` of ${hosts} hosts`)}, without this server.
    </p>
  )
}

function Found({ report }: { readonly report: NameReport }) {
  if (report.verdict === 'unverified')
    return (
      <div className="min-w-0 basis-full">
        <StateMark tone="bad">Not resolved</StateMark>
        <p className="text-soft name-breaks text-xs">{report.detail}</p>
      </div>
    )
  const { length } = report.records
  if (length === 0) return <StateMark tone="warn">Not in the files</StateMark>
  return <StateMark tone="good">{length === 1 ? 'One record' : `${length} records`}</StateMark>
}

/** The oldest ones, which were there at the last beat, of those that have records. */
async function someNames({ domain, chainId }: DomainRef): Promise<readonly string[]> {
  const query = {
    chainId: chainIdOf(chainId),
    limit: maxNames,
    state: 'claimed' as const,
    order: 'oldest' as const,
  }
  const page = await unwrap(
    api.GET('/byname/v1/domains/{domain}/managed-names', { params: { path: { domain }, query } }),
  )
  const names = page.data.filter(({ records }) => records.addresses.length + records.texts.length > 0)
  return names.length === 0 ? [domain] : names.map(({ ens }) => ens)
}

interface Trial {
  readonly wallet: ConnectedWallet
  readonly domain: DomainRef
  readonly resolver: string | undefined
}

function tryName(name: string, { wallet, domain: { chainId }, resolver }: Trial): Promise<NameReport> {
  return verify(name, {
    rpc: (method, params) => wallet.provider.request({ method, params }),
    chainId,
    asIfDark: true,
    // Names here are normalized.
    normalize: (normalized) => normalized,
    isAllowed: () => true,
    ...(resolver !== undefined && { resolver: resolver as `0x${string}` }),
  })
}
