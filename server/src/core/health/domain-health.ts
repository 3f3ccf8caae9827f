import type { ChainId } from '../../ens/chains.ts'
import type { EnsName } from '../../ens/names.ts'
import type { Domain } from '../../model/domain.ts'
import type { Resolver } from '../../model/resolver.ts'
import { findResolver } from '../../store/entities/resolvers.ts'
import { assertDomainAccess, isAdministrator } from '../auth/access.ts'
import type { Caller, CoreContext } from '../context.ts'
import { requireDomain } from '../domains/rules.ts'
import { healthAdvice } from './health-advice.ts'
import type { Health } from './health-monitor.ts'
import { adviseOwner, type DomainProblemCode } from './owner-advice.ts'
import { gatewayAdvice, isDown, sortGateways, sortPaths } from './probe-findings.ts'

/** `unknown`: its resolver was not probed yet, or its chain cannot be read. */
type DomainState = 'ok' | 'degraded' | 'failing' | 'unknown'

interface DomainProblem {
  readonly code: DomainProblemCode
  /** For its owner: nothing of the instance beyond what concerns the domain. */
  readonly problem: string
  /** What the reader can do. */
  readonly fix: string
  /** What was found, for those who mend it; null: the problem says all. */
  readonly detail: string | null
  /** Whether the operator of the instance has to mend it, and not the owner. */
  readonly isForOperator: boolean
}

export interface DomainHealth {
  readonly state: DomainState
  readonly problems: readonly DomainProblem[]
  /** Milliseconds since 1970; null: nothing was judged yet. */
  readonly checkedAt: number | null
}

interface ReadDomainHealth {
  readonly caller: Caller
  readonly domain: EnsName
  readonly chainId: ChainId
  /** The newest one of this process. */
  readonly latest: Health | undefined
}

/** Whether names of a domain resolve, as the self-probe and the survey of this process last found. Calls nothing. */
export async function readDomainHealth(
  context: CoreContext,
  { caller, chainId, domain: name, latest }: ReadDomainHealth,
): Promise<DomainHealth> {
  const domain = await requireDomain(context, chainId, name)
  assertDomainAccess(caller, domain)
  const resolver = await findResolver(context.store.db, domain.resolverId)
  return judgeDomain(domain, resolver, latest, isAdministrator(caller))
}

/** Pure. */
function judgeDomain(
  domain: Domain,
  resolver: Resolver | undefined,
  latest: Health | undefined,
  isOperator: boolean,
): DomainHealth {
  if (!latest || !resolver) return { state: 'unknown', problems: [], checkedAt: null }
  const problems = problemsOf(domain, resolver, latest).map(({ code, detail }) => ({
    ...{ code, detail },
    ...adviseOwner(code, domain.name, isOperator),
  }))
  const isCritical = ({ code }: DomainProblem) =>
    healthAdvice[code].severity === 'critical' || code === 'domain-elsewhere' || code === 'seal-tree-missing'
  const isProbed = latest.probe.probedResolvers.has(resolver.id)
  const state = problems.some(isCritical)
    ? 'failing'
    : problems.length > 0
      ? 'degraded'
      : isProbed
        ? 'ok'
        : 'unknown'
  return { state, problems, checkedAt: latest.checkedAt }
}

/** The gravest first. */
function problemsOf(
  { name, chainId, onchainResolver }: Domain,
  { id, address }: Resolver,
  { facts }: Health,
): readonly Pick<DomainProblem, 'code' | 'detail'>[] {
  const isOfDomain = (other: { readonly name: string; readonly chainId: number }) =>
    other.name === name && other.chainId === chainId
  const ofResolver = ({ resolver }: { readonly resolver: Resolver }) => resolver.id === id
  const { failing, partlyFailing, overloaded, untrusted } = sortGateways(facts)
  const trust = facts.signers.find(ofResolver)?.trust
  const paths = sortPaths(facts)
  const one = (code: DomainProblemCode, isFound: boolean) => (isFound ? [{ code, detail: null }] : [])
  const gateways = (code: DomainProblemCode, found: typeof failing) =>
    found
      .filter(ofResolver)
      .map(({ resolver, gateway }) => ({ code, detail: gatewayAdvice(resolver, gateway) }))
  return [
    ...one('database-unavailable', facts.database === 'none'),
    ...one('signer-missing', !facts.signingChains.includes(chainId)),
    ...one(
      'signer-failing',
      facts.failingSigners.some((signer) => signer.chainId === chainId && isDown(signer)),
    ),
    ...one('clock-wrong', facts.time.clock !== undefined),
    ...one('signer-untrusted', trust === 'untrusted' || untrusted.some(ofResolver)),
    ...one('resolver-missing', trust === 'not-a-resolver'),
    ...gateways('gateway-failing', failing),
    ...one(
      'universal-resolver-failing',
      paths.failing.some(({ path }) => ofResolver(path)),
    ),
    ...gateways('gateway-partly-failing', partlyFailing),
    ...gateways('overloaded', overloaded),
    ...one(
      'domain-elsewhere',
      facts.domainsElsewhere.first.some(isOfDomain) ||
        paths.elsewhere.some((each) =>
          isOfDomain({ name: each.name, chainId: each.path.resolver.chainId }),
        ) ||
        (onchainResolver !== null && onchainResolver !== address),
    ),
    ...facts.missingTrees
      .filter(isOfDomain)
      .slice(0, 1)
      .map(({ root }) => ({ code: 'seal-tree-missing' as const, detail: `The tree ${root}` })),
    ...one('domain-expiring', facts.expiringDomains.first.some(isOfDomain)),
  ]
}
