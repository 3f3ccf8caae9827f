import { useQuery } from '@tanstack/react-query'
import type { DomainRow } from '../queries/domains.ts'
import { setupQuery } from '../queries/setup.ts'
import { StateMark } from '../ui/StateMark.tsx'

/** Whether wallets find the names of the domain, in a word. */
export function DomainHealth({ domain: { domainName, chainId, isBlocked } }: { readonly domain: DomainRow }) {
  const { data, error } = useQuery(setupQuery({ domain: domainName, chainId }))
  if (isBlocked) return <StateMark tone="bad">Blocked</StateMark>
  if (error) return <StateMark tone="neutral">Not known</StateMark>
  if (!data) return <StateMark tone="neutral">Checking…</StateMark>
  return data.isConfigured ? (
    <StateMark tone="good">Resolves here</StateMark>
  ) : (
    <StateMark tone="warn">Not pointed here</StateMark>
  )
}
