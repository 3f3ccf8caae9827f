import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type DomainDetails, domainQuery } from '../queries.ts'
import { useSession } from '../session.ts'
import { Query } from '../ui/Query.tsx'
import { Screen } from '../ui/Screen.tsx'
import { ArriveSection } from './ArriveSection.tsx'
import { BlockSection } from './BlockSection.tsx'
import { CachingSection } from './CachingSection.tsx'
import { DeleteSection } from './DeleteSection.tsx'
import { ExportSection } from './ExportSection.tsx'
import { HostsSection } from './HostsSection.tsx'
import { LimitSection } from './LimitSection.tsx'
import { MoveSection } from './MoveSection.tsx'
import { OriginsSection } from './OriginsSection.tsx'
import { SubscriptionSection } from './SubscriptionSection.tsx'

const route = getRouteApi('/console/domains/$chainId/$domain')

export function SettingsScreen() {
  const { domain, chainId } = route.useParams()
  const query = useQuery(domainQuery({ domain, chainId: Number(chainId) }))
  return (
    <Screen title="Settings">
      <Query query={query} subject="the settings">
        {(details) => <Sections key={details.domain.id} {...details} />}
      </Query>
    </Screen>
  )
}

function Sections(details: DomainDetails) {
  const session = useSession()
  const groups = [
    {
      id: 'names',
      title: 'Names',
      content: (
        <>
          <LimitSection {...details} />
          <CachingSection {...details} />
        </>
      ),
    },
    {
      id: 'sites',
      title: 'Hosts and sites',
      content: (
        <>
          <HostsSection {...details} />
          <OriginsSection {...details} />
        </>
      ),
    },
    {
      id: 'data',
      title: 'Coming and going',
      content: (
        <>
          <ArriveSection {...details} />
          <ExportSection {...details} />
        </>
      ),
    },
    ...(session?.isOperator
      ? [
          {
            id: 'operator',
            title: 'Operator',
            content: (
              <>
                <SubscriptionSection {...details} />
                <BlockSection {...details} />
              </>
            ),
          },
        ]
      : []),
    {
      id: 'danger',
      title: 'Danger',
      content: (
        <>
          <MoveSection {...details} />
          <DeleteSection {...details} />
        </>
      ),
    },
  ]
  return (
    <div className="grid gap-x-10 gap-y-6 @4xl:grid-cols-[11rem_minmax(0,42rem)]">
      <Index groups={groups} />
      <div className="grid max-w-2xl min-w-0 gap-6">
        {groups.map(({ id, title, content }) => (
          <SettingsGroup key={id} id={id} title={title} isDangerous={id === 'danger'}>
            {content}
          </SettingsGroup>
        ))}
      </div>
    </div>
  )
}

const anchorOf = (id: string) => `settings-${id}`

function Index({ groups }: { readonly groups: readonly { readonly id: string; readonly title: string }[] }) {
  return (
    <nav aria-label="Parts of the settings" className="@4xl:sticky @4xl:top-0 @4xl:self-start">
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm @4xl:grid @4xl:gap-0.5">
        {groups.map(({ id, title }) => (
          <li key={id}>
            <Link
              to="."
              hash={anchorOf(id)}
              className="text-soft hover:text-ink inline-block py-1 underline-offset-4 hover:underline"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface SettingsGroupProps {
  readonly id: string
  readonly title: string
  /** What cannot be undone, apart from the rest. */
  readonly isDangerous: boolean
  readonly children: ReactNode
}

function SettingsGroup({ id, title, isDangerous, children }: SettingsGroupProps) {
  const color = isDangerous ? 'text-bad' : 'text-soft'
  return (
    <section id={anchorOf(id)} aria-labelledby={`${anchorOf(id)}-title`} className="scroll-mt-4">
      <p id={`${anchorOf(id)}-title`} className={`mb-2 text-sm font-medium ${color}`}>
        {title}
      </p>
      <div
        className={`bg-raised rounded-lg border px-5 pt-5 shadow ${isDangerous ? 'border-bad' : 'border-line'}`}
      >
        {children}
      </div>
    </section>
  )
}
