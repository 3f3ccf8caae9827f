import { useQuery } from '@tanstack/react-query'
import { usePlace } from '../layout/place.ts'
import type { DomainRef } from '../queries.ts'
import { PointStep } from '../setup/PointStep.tsx'
import { setupQuery } from '../setup/queries.ts'
import { ScreenButton } from '../ui/ScreenButton.tsx'

/** Steps that one transaction of the owner mends: the resolver of the domain. */
const resolverSteps: ReadonlySet<string> = new Set([
  'resolver',
  'retired-service',
  'configured-resolver',
  'resolver-interfaces',
])

/** Steps about what is stored for the name. */
const nameSteps: ReadonlySet<string> = new Set(['records', 'instance'])

interface MendingProps {
  readonly step: string
  /** The name that is examined. */
  readonly subject: string
  readonly chainId: number
  /** Something was done: examine it again. */
  readonly onMended: () => void
}

/** What the wallet or a setting mends at once, of a name below a domain of the workspace; nothing for others. */
export function Mending({ step, subject, chainId, onMended }: MendingProps) {
  const { domains = [] } = usePlace()
  const [covering] = domains
    .filter((row) => row.chainId === chainId)
    .filter(({ domainName }) => subject === domainName || subject.endsWith(`.${domainName}`))
    .toSorted((one, other) => other.domainName.length - one.domainName.length)
  if (!covering) return null
  const domain = { domain: covering.domainName, chainId }
  if (step.startsWith('anchor-'))
    return (
      <p>
        <ScreenButton
          size="dense"
          to="/console/domains/$chainId/$domain"
          params={{ domain: domain.domain, chainId: `${chainId}` }}
        >
          See its overview
        </ScreenButton>
      </p>
    )
  if (resolverSteps.has(step)) return <PointHere domain={domain} onMended={onMended} />
  if (!nameSteps.has(step) || subject === domain.domain || covering.isBlocked) return null
  return (
    <p>
      <ScreenButton
        size="dense"
        to="/console/domains/$chainId/$domain/names"
        params={{ domain: domain.domain, chainId: `${chainId}` }}
        search={{ search: subject.slice(0, -domain.domain.length - 1) }}
      >
        See it among the names
      </ScreenButton>
    </p>
  )
}

function PointHere({ domain, onMended }: { readonly domain: DomainRef; readonly onMended: () => void }) {
  const { data: setup } = useQuery({ ...setupQuery(domain), staleTime: 0 })
  if (!setup || setup.isConfigured) return null
  return (
    <div className="bg-sunk mt-1 grid gap-3 rounded-lg p-4">
      <PointStep setup={setup} onPointed={onMended} />
    </div>
  )
}
