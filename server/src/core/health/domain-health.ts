import type { ChainId } from '../../ens/chains.ts'
import type { EnsName } from '../../ens/names.ts'
import type { Domain } from '../../model/domain.ts'
import type { Resolver } from '../../model/resolver.ts'
import { findResolver } from '../../store/entities/resolvers.ts'
import { assertDomainAccess } from '../auth/access.ts'
import type { Caller, CoreContext } from '../context.ts'
import { requireDomain } from '../domains/rules.ts'
import { type HealthCode, healthAdvice } from './health-advice.ts'
import type { Health } from './health-monitor.ts'
import { gatewayAdvice, isDown, sortGateways, sortPaths } from './probe-findings.ts'

/** `unknown`: its resolver was not probed yet, or its chain cannot be read. */
type DomainState = 'ok' | 'degraded' | 'failing' | 'unknown'

interface DomainProblem {
  readonly code: HealthCode
  /** For its owner: nothing of the instance beyond what concerns the domain. */
  readonly problem: string
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
  return judgeDomain(domain, resolver, latest)
}

/** Pure. */
function judgeDomain(
  domain: Domain,
  resolver: Resolver | undefined,
  latest: Health | undefined,
): DomainHealth {
  if (!latest || !resolver) return { state: 'unknown', problems: [], checkedAt: null }
  const problems = problemsOf(domain, resolver, latest)
  const isCritical = ({ code }: DomainProblem) =>
    healthAdvice[code].severity === 'critical' || code === 'domain-elsewhere'
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

function problemsOf(
  { name, chainId, onchainResolver }: Domain,
  { id, address }: Resolver,
  { facts }: Health,
): readonly DomainProblem[] {
  const isOfDomain = (other: { readonly name: string; readonly chainId: number }) =>
    other.name === name && other.chainId === chainId
  const ofResolver = ({ resolver }: { readonly resolver: Resolver }) => resolver.id === id
  const { failing, partlyFailing, overloaded, untrusted } = sortGateways(facts)
  const trust = facts.signers.find(ofResolver)?.trust
  const paths = sortPaths(facts)
  const hasFailingSigner = facts.failingSigners.some((signer) => signer.chainId === chainId && isDown(signer))
  const one = (code: HealthCode, isFound: boolean, problem: string, isForOperator: boolean) =>
    isFound ? [{ code, problem, isForOperator }] : []
  const gateways = (code: HealthCode, found: typeof failing, isForOperator: boolean) =>
    found
      .filter(ofResolver)
      .map(({ resolver, gateway }) => ({ code, problem: gatewayAdvice(resolver, gateway), isForOperator }))
  return [
    ...one('database-unavailable', facts.database === 'none', 'The service cannot read names.', true),
    ...one(
      'signer-missing',
      !facts.signingChains.includes(chainId),
      'The service has no key that signs for this chain.',
      true,
    ),
    ...one('signer-failing', hasFailingSigner, 'The service does not sign responses.', true),
    ...one(
      'clock-wrong',
      facts.time.clock !== undefined,
      'The clock of the service is wrong, so wallets refuse its responses.',
      true,
    ),
    ...one(
      'signer-untrusted',
      trust === 'untrusted' || untrusted.some(ofResolver),
      'The resolver contract does not list the signer of the service, so wallets refuse its responses.',
      false,
    ),
    ...one(
      'resolver-missing',
      trust === 'not-a-resolver',
      'There is no resolver contract at the address that the service has for the domain.',
      true,
    ),
    ...gateways('gateway-failing', failing, false),
    ...one(
      'universal-resolver-failing',
      paths.failing.some(({ path }) => ofResolver(path)),
      healthAdvice['universal-resolver-failing'].problem,
      false,
    ),
    ...gateways('gateway-partly-failing', partlyFailing, false),
    ...gateways('overloaded', overloaded, true),
    ...one(
      'domain-elsewhere',
      facts.domainsElsewhere.first.some(isOfDomain) ||
        paths.elsewhere.some((each) =>
          isOfDomain({ name: each.name, chainId: each.path.resolver.chainId }),
        ) ||
        (onchainResolver !== null && onchainResolver !== address),
      'The domain has another resolver on chain, so its names do not resolve here.',
      false,
    ),
    ...one(
      'domain-expiring',
      facts.expiringDomains.first.some(isOfDomain),
      healthAdvice['domain-expiring'].problem,
      false,
    ),
  ]
}
