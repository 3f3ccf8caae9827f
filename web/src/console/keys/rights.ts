import type { components } from '@byname/sdk/openapi'

type Scope = components['schemas']['ApiKey']['scopes'][number]

/** What each scope allows, after "may". A key has its workspace's names to read in any case. */
const rights: Readonly<Record<Scope, string>> = {
  'names:write': 'read, issue and change names',
  'names:revoke': 'revoke and replace names of holders',
  'names:export': 'export all names',
  'domains:write': 'change domains, rules and webhooks',
  admin: 'do everything on this instance',
}

/** The right of a scope; one that a newer server has is its own. */
export function rightOf(scope: string): string {
  return Object.hasOwn(rights, scope) ? rights[scope as Scope] : scope
}

interface KeyRights {
  readonly scopes: readonly Scope[]
  /** Ids; null: of all. */
  readonly domains: readonly string[] | null
}

const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** `May read, issue and change names, and export all names of acme.eth.` Domains without a name are counted. */
export function describeRights(
  { scopes, domains }: KeyRights,
  domainNames: ReadonlyMap<string, string>,
): string {
  if (scopes.includes('admin')) return `May ${rights.admin}.`
  return `May ${scopes.map(rightOf).join(', ')}: ${describeDomains(domains, domainNames)}.`
}

function describeDomains(domains: KeyRights['domains'], names: ReadonlyMap<string, string>): string {
  if (domains === null) return 'all domains of the workspace'
  const known = domains.flatMap((id) => names.get(id) ?? [])
  const unknown = domains.length - known.length
  const counted = unknown === 1 ? '1 domain' : `${unknown} domains`
  return list.format([...known, ...(unknown > 0 ? [known.length > 0 ? `${unknown} more` : counted] : [])])
}
