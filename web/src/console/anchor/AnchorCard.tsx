import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode } from 'react'
import { Badge } from '../../ui/Badge.tsx'
import { Card } from '../../ui/Card.tsx'
import { formatCount } from '../../ui/format-number.ts'
import { LatePart } from '../../ui/LatePart.tsx'
import type { DomainRef } from '../queries.ts'
import { Query, Skeleton } from '../ui/Query.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { type AnchorStage, changeWords, listedHosts, stageMarks, stageOf } from './anchor-state.ts'
import { OwnerCalls } from './OwnerCalls.tsx'
import { type Anchor, anchorQuery } from './queries.ts'
import { SwitchOn } from './SwitchOn.tsx'

const TryFiles = lazy(async () => ({ default: (await import('./TryFiles.tsx')).TryFiles }))

/** What goes on when this service is gone. */
export function AnchorCard({ domain }: { readonly domain: DomainRef }) {
  const query = useQuery(anchorQuery(domain))
  const stage = query.data && stageOf(query.data, Date.now())
  return (
    <Card
      title="If this server vanished now"
      actions={
        stage && (
          <Badge tone={stageMarks[stage].tone} hasDot>
            {stageMarks[stage].text}
          </Badge>
        )
      }
    >
      <Query query={query} subject="what goes on" lines={2}>
        {(anchor) => <Words anchor={anchor} stage={stageOf(anchor, Date.now())} domain={domain} />}
      </Query>
    </Card>
  )
}

interface WordsProps {
  readonly anchor: Anchor
  readonly stage: AnchorStage
  readonly domain: DomainRef
}

function Words({ anchor, stage, domain }: WordsProps) {
  const { published, problem, hosts, contract, unavailableBecause, chainProblem } = anchor
  const faulty = hosts.filter((host) => host.problem !== null)
  if (stage === 'unavailable')
    return (
      <Lines>
        <p>Its names would stop resolving, once clients have no answer of it left.</p>
        <p className="text-soft">{unavailableBecause}</p>
      </Lines>
    )
  if (stage === 'off') return <SwitchOn anchor={anchor} domain={domain} />
  if (stage === 'unset') return <OwnerCalls anchor={anchor} domain={domain} />
  if (stage === 'frozen')
    return <p>Nothing would change: the owner has given up the heartbeat, and files answer for its names.</p>
  return (
    <Lines>
      {published && contract?.darkFrom ? (
        <Kept anchor={anchor} published={published} darkFrom={contract.darkFrom} />
      ) : (
        <p>
          Its names would stop resolving.{' '}
          {stage === 'awaited' && 'The first files are published in a moment.'}
        </p>
      )}
      {chainProblem !== null && <p className="text-soft">{chainProblem}</p>}
      {unavailableBecause !== null && <p className="text-bad">{unavailableBecause}</p>}
      {problem !== null && <p className="text-bad name-breaks">{problem}</p>}
      {faulty.map((host) => (
        <p key={host.url} className="text-warn name-breaks">
          {host.problem}
        </p>
      ))}
      {stage === 'partial' && anchor.ownerCalls.length > 0 && <OwnerCalls anchor={anchor} domain={domain} />}
      {published && contract && (
        <LatePart fallback={<Skeleton lines={1} label="Loading the trial" />}>
          <TryFiles anchor={anchor} domain={domain} />
        </LatePart>
      )}
    </Lines>
  )
}

interface KeptProps {
  readonly anchor: Anchor
  readonly published: NonNullable<Anchor['published']>
  readonly darkFrom: string
}

function Kept({ anchor, published, darkFrom }: KeptProps) {
  const { contract, countsFrom } = anchor
  const serving = listedHosts(anchor).filter(({ problem }) => problem === null).length
  const isDark = Date.parse(darkFrom) <= Date.now()
  return (
    <>
      <p>
        <strong className="font-semibold">{formatCount(published.names)}</strong>{' '}
        {published.names === 1 ? 'name' : 'names'} {isDark ? 'go on' : 'would go on'}, from {serving}{' '}
        {serving === 1 ? 'host' : 'hosts'}, as of{' '}
        {published.beatAt === null ? 'the last beat' : <RelativeTime iso={published.beatAt} />}.
      </p>
      <p className="text-soft text-sm">
        {changeWords(anchor)}{' '}
        {isDark ? (
          <>
            Files answer since <Moment iso={darkFrom} />, and this server is not asked, until there is another
            beat.
          </>
        ) : (
          <>
            Without another beat, files answer from <Moment iso={darkFrom} /> on.
          </>
        )}
      </p>
      {countsFrom !== null && (
        <p className="text-soft text-sm">
          These files count from <Moment iso={countsFrom} /> on, at the latest; until then{' '}
          {contract?.zone ? (
            <>
              those before them do, with the root{' '}
              <span className="mono" title={contract.zone.root}>
                {contract.zone.root.slice(0, 10)}…
              </span>
              .
            </>
          ) : (
            'none do, so that nothing would resolve in the dark.'
          )}
        </p>
      )}
    </>
  )
}

function Moment({ iso }: { readonly iso: string }) {
  return <time dateTime={iso}>{dateText(iso)}</time>
}

function dateText(iso: string): string {
  return new Date(iso).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })
}

function Lines({ children }: { readonly children: ReactNode }) {
  return <div className="grid gap-2">{children}</div>
}
