import type { components } from '@byname/sdk/openapi'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Badge } from '../../ui/Badge.tsx'
import { Card } from '../../ui/Card.tsx'
import { type DomainRef, domainQuery } from '../queries.ts'
import { setupQuery } from '../setup/queries.ts'
import { Address } from '../ui/Address.tsx'
import { ScreenButton } from '../ui/ScreenButton.tsx'
import type { Tone } from '../ui/StateMark.tsx'
import { expiryState } from './expiry-state.ts'
import { domainHealthQuery } from './queries.ts'

/** What wallets need to find a name of the domain. */
export function Health({ domain }: { readonly domain: DomainRef }) {
  const { data: details } = useQuery(domainQuery(domain))
  const setup = useQuery(setupQuery(domain))
  const health = useQuery(domainHealthQuery(domain))
  const expiry = setup.data?.expiry
  const registration = expiry && expiryState(Number(expiry.expirySeconds), Date.now())
  const unread = setup.error ? unreadChain : undefined
  return (
    <Card
      title="Health"
      actions={
        <Link
          to="/console/doctor"
          search={{ name: domain.domain, chainId: `${domain.chainId}` }}
          className="text-soft text-sm hover:underline"
        >
          Run the doctor
        </Link>
      }
    >
      <dl className="divide-line divide-y">
        {details?.domain.isBlocked && (
          <Check
            title="Domain"
            words="No name resolves."
            state={{ tone: 'bad', text: 'Blocked by the operator' }}
          />
        )}
        <Check
          title="Resolver"
          words={
            setup.data?.onChainResolver ? (
              <Address value={setup.data.onChainResolver} />
            ) : (
              'The contract that the domain names on chain'
            )
          }
          state={unread ?? (setup.data && (setup.data.isConfigured ? pointsHere : pointsElsewhere))}
        />
        <Check
          title="Resolution"
          words={<NamesWords problems={health.data?.problems ?? []} domain={domain} />}
          state={
            health.error ? { tone: 'bad', text: 'Not reached' } : health.data && nameStates[health.data.state]
          }
        />
        <Check
          title="Registration"
          words="Of the domain in ENS"
          state={registration ?? unread ?? (setup.data && { tone: 'neutral', text: 'No end' })}
        />
      </dl>
    </Card>
  )
}

type DomainHealth = components['schemas']['DomainHealth']

const nameStates: Readonly<Record<DomainHealth['state'], State>> = {
  ok: { tone: 'good', text: 'Resolve' },
  degraded: { tone: 'warn', text: 'Need attention' },
  failing: { tone: 'bad', text: 'Do not resolve' },
  unknown: { tone: 'neutral', text: 'Not checked yet' },
}

interface NamesWordsProps extends Pick<DomainHealth, 'problems'> {
  readonly domain: DomainRef
}

/** What the self-probe of the service found about the domain: what is wrong, what mends it, and then what was found. */
function NamesWords({ problems, domain }: NamesWordsProps) {
  if (problems.length === 0) return 'The service resolves one as wallets do, every minute'
  return (
    <div className="grid gap-3 pt-1">
      {problems.map(({ code, problem, fix, detail, isForOperator }) => (
        <div key={`${code} ${detail}`} className="name-breaks grid justify-items-start gap-1.5">
          <p className="text-ink">{problem}</p>
          {!isForOperator && (
            <ScreenButton
              size="dense"
              to="/console/doctor"
              search={{ name: domain.domain, chainId: `${domain.chainId}` }}
            >
              Mend it with the doctor
            </ScreenButton>
          )}
          <p>
            <span className="font-medium">To mend it: </span>
            {fix}
          </p>
          {detail !== null && (
            <details>
              <summary className="discloses min-h-8 py-1">What was found</summary>
              {detail}
            </details>
          )}
        </div>
      ))}
    </div>
  )
}

const unreadChain: State = { tone: 'neutral', text: 'The chain could not be read' }
const pointsHere: State = { tone: 'good', text: 'Points to this service' }
const pointsElsewhere: State = { tone: 'bad', text: 'Does not point to this service' }

interface State {
  readonly tone: Tone
  readonly text: string
}

interface CheckProps {
  readonly title: string
  readonly words: ReactNode
  /** Undefined while it is read. */
  readonly state: State | undefined
}

function Check({ title, words, state }: CheckProps) {
  return (
    <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <dt className="min-w-0">
        <span className="font-medium">{title}</span>
        <div className="text-soft text-sm">{words}</div>
      </dt>
      <dd>
        {state ? (
          <Badge tone={state.tone} hasDot>
            {state.text}
          </Badge>
        ) : (
          <Badge>Checking…</Badge>
        )}
      </dd>
    </div>
  )
}
