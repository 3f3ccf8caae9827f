import type { Resolver } from '../../model/resolver.ts'
import type { TimeJudgement } from './chain-time.ts'
import type { GatewayCheck } from './check-gateways.ts'
import type { DatabaseState } from './database-watch.ts'
import type { FailingGateway, FailingSigner } from './self-probe.ts'
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
  const isOwn = failingSigners.some(({ chainId, fault }) => chainId === resolver.chainId && !fault.isOverload)
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
