import type { Resolver } from '../../model/resolver.ts'
import type { TimeJudgement } from './chain-time.ts'
import type { GatewayCheck } from './check-gateways.ts'
import type { DatabaseState } from './database-watch.ts'
import type { FailingGateway, FailingPath, FailingSigner, LaggingGateway } from './self-probe.ts'
import type { SignerCheck } from './signers.ts'

/** Failing gateways by the reason that each belongs to; those that another reason explains are in none. */
interface GatewayFindings {
  readonly failing: readonly FailingGateway[]
  readonly partlyFailing: readonly FailingGateway[]
  readonly overloaded: readonly FailingGateway[]
  /** Signed by the signer of this service, which the contract does not list since the last survey. */
  readonly untrusted: readonly FailingGateway[]
}

/** Of `HealthFacts`. */
interface ProbeFacts {
  readonly gateways: readonly FailingGateway[]
  readonly failingSigners: readonly FailingSigner[]
  readonly time: TimeJudgement
  readonly signers: readonly SignerCheck[]
  readonly database: DatabaseState
}

/** Pure. */
export function sortGateways(facts: ProbeFacts): GatewayFindings {
  const kinds = Map.groupBy(facts.gateways, (failing) => kindOf(failing, facts))
  const of = (kind: keyof GatewayFindings) => kinds.get(kind) ?? []
  return {
    failing: of('failing'),
    partlyFailing: of('partlyFailing'),
    overloaded: of('overloaded'),
    untrusted: of('untrusted'),
  }
}

function kindOf(
  { resolver, gateway, hasOther }: FailingGateway,
  { failingSigners, time, signers, database }: ProbeFacts,
): keyof GatewayFindings | 'explained' {
  const step = gateway.fault?.step
  const isOwn = failingSigners.some((failing) => failing.chainId === resolver.chainId && isDown(failing))
  if (step === 'overload') return 'overloaded'
  if (isOwn && (step === 'HTTP status' || step === 'signature')) return 'explained'
  if (database === 'none' && step === 'HTTP status') return 'explained'
  const isTimeWrong =
    time.clock !== undefined || time.behind.some(({ chainId }) => chainId === resolver.chainId)
  if (isTimeWrong && step === 'expiry') return 'explained'
  const check = signers.find((each) => each.resolver.id === resolver.id)
  if (step === 'signature' && check) {
    if (check.trust === 'untrusted') return 'explained'
    if (check.signer !== null && check.signer === gateway.signer) return 'untrusted'
  }
  return hasOther ? 'partlyFailing' : 'failing'
}

/** It fails, and not only as more is asked of it than it can sign, and no other signs in its place. */
export function isDown({ fault, hasOther }: FailingSigner): boolean {
  return !fault.isOverload && !hasOther
}

export function describeSigner({ chainId, address, fault }: FailingSigner): string {
  return `the signer ${address} of chain ${chainId} ${fault.problem}`
}

/** Of `HealthFacts`. */
interface PathFacts {
  readonly paths: readonly FailingPath[]
  readonly rpcs: readonly { readonly chainId: number; readonly servedChainId: number | null }[]
  readonly domainsElsewhere: {
    readonly first: readonly { readonly name: string; readonly chainId: number }[]
  }
}

interface PathFindings {
  /** Of domains that the survey does not have among those that are elsewhere. */
  readonly elsewhere: readonly {
    readonly name: string
    readonly found: string | null
    readonly path: FailingPath
  }[]
  readonly failing: readonly { readonly path: FailingPath; readonly problem: string }[]
}

/** Pure. An RPC that serves another chain proves nothing about a path to a contract: such paths are left out. */
export function sortPaths({ paths, rpcs, domainsElsewhere }: PathFacts): PathFindings {
  const isForeign = (id: number) =>
    rpcs.some(
      ({ chainId, servedChainId }) => chainId === id && servedChainId !== null && servedChainId !== id,
    )
  const isKnown = ({ domain, resolver }: FailingPath) =>
    domainsElsewhere.first.some(({ name, chainId }) => name === domain && chainId === resolver.chainId)
  const own = paths.filter(({ resolver }) => !isForeign(resolver.chainId))
  return {
    elsewhere: own.flatMap((path) =>
      path.fault.kind === 'elsewhere' && !isKnown(path)
        ? [{ name: path.domain, found: path.fault.found, path }]
        : [],
    ),
    failing: own.flatMap((path) =>
      path.fault.kind === 'failed' ? [{ path, problem: path.fault.problem }] : [],
    ),
  }
}

export function describeLagging({ resolver, gateway, lagMs }: LaggingGateway): string {
  const lag = Number.isFinite(lagMs)
    ? `${Math.round(lagMs / 1000)} s behind`
    : 'cut off from its primary for an unknown time'
  return `${resolverTitle(resolver)}: its gateway ${gateway.method} ${gateway.url} answers from a replica that is ${lag}`
}

type NamedResolver = Pick<Resolver, 'address' | 'chainId'>

export function resolverTitle({ address, chainId }: NamedResolver): string {
  return `The resolver ${address} on chain ${chainId}`
}

export function describeGateway({ resolver, gateway }: Omit<FailingGateway, 'hasOther'>): string {
  return `${gatewayAdvice(resolver, gateway)} Step: ${gateway.fault?.step ?? 'none'}.`
}

/** Of a gateway that clients get no accepted response from. */
export function gatewayAdvice(resolver: NamedResolver, { url, method, fault }: GatewayCheck): string {
  return `${resolverTitle(resolver)}: its gateway ${method} ${url} ${fault?.problem ?? 'answers'}.`
}
