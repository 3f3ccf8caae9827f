import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type DomainRef, domainQuery } from '../queries.ts'
import { setupQuery } from '../setup/queries.ts'
import { Address } from '../ui/Address.tsx'
import { StateMark } from '../ui/StateMark.tsx'
import { expiryState } from './expiry-state.ts'
import { isReadyQuery } from './queries.ts'
import { Section } from './Section.tsx'

/** What wallets need to find a name of the domain. */
export function Health({ domain }: { readonly domain: DomainRef }) {
  const { data: details } = useQuery(domainQuery(domain))
  const setup = useQuery(setupQuery(domain))
  const ready = useQuery(isReadyQuery)
  const expiry = setup.data?.expiry
  const registration = expiry && expiryState(Number(expiry.expirySeconds), Date.now())
  return (
    <Section title="Health">
      <dl className="grid text-sm">
        {details?.domain.isBlocked && (
          <Check title="Domain" hint="no name resolves">
            <StateMark tone="bad">Blocked by the operator</StateMark>
          </Check>
        )}
        <Check title="Resolver" hint="named on chain">
          {setup.error ? (
            <StateMark tone="neutral">The chain could not be read</StateMark>
          ) : !setup.data ? (
            <StateMark tone="neutral">Checking…</StateMark>
          ) : setup.data.isConfigured ? (
            <StateMark tone="good">Points to this service</StateMark>
          ) : (
            <StateMark tone="bad">Does not point to this service</StateMark>
          )}
        </Check>
        {setup.data?.onChainResolver && (
          <Check title="Its contract">
            <Address value={setup.data.onChainResolver} />
          </Check>
        )}
        <Check title="Service" hint="store, signer and chains">
          {ready.data === undefined ? (
            <StateMark tone="neutral">{ready.error ? 'Not reached' : 'Checking…'}</StateMark>
          ) : ready.data ? (
            <StateMark tone="good">Ready</StateMark>
          ) : (
            <StateMark tone="bad">Not ready</StateMark>
          )}
        </Check>
        <Check title="Registration" hint="of the domain">
          {registration ? (
            <StateMark tone={registration.tone}>{registration.text}</StateMark>
          ) : (
            <StateMark tone="neutral">
              {setup.error ? 'The chain could not be read' : setup.data ? 'No end' : 'Checking…'}
            </StateMark>
          )}
        </Check>
      </dl>
    </Section>
  )
}

interface CheckProps {
  readonly title: string
  readonly hint?: string
  readonly children: ReactNode
}

function Check({ title, hint, children }: CheckProps) {
  return (
    <div className="border-line flex min-h-10 flex-wrap items-center justify-between gap-x-4 border-b py-1">
      <dt>
        {title} {hint && <span className="text-soft">{hint}</span>}
      </dt>
      <dd>{children}</dd>
    </div>
  )
}
