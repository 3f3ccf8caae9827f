import type { Address } from 'viem'
import type { NameResolver, ResolverInterfaces } from '../../ccip/resolver.ts'
import type { Expiry } from '../../chain/expiry.ts'
import type { ChainId } from '../../ens/chains.ts'
import type { AppError } from '../../errors.ts'
import { type DiagnosisStep, type Finding, failed, ok, skipped, warning } from './finding.ts'

export function judgeNormalization(text: string, name: string): Finding<DiagnosisStep> {
  const observation = {
    step: 'normalization',
    asked: `the normal form of ${text} (ENSIP-15)`,
    received: name,
  } as const
  if (text === name) return ok(observation)
  return warning(observation, {
    problem: `${text} is not normalized: clients that do not normalize look up another name.`,
    fix: `Write ${name} wherever the name is stored or shown.`,
    verdict: `${text} is written in another way than wallets expect: ${name}.`,
  })
}

export interface Registration {
  readonly name: string
  /** The second-level name. */
  readonly parent: string
  readonly chainId: ChainId
  /** Whether the parent has an owner in the registry of ENSv1. */
  readonly isInV1: boolean
  readonly hasV2: boolean
  /** Absent for names that are not under .eth, and for those never registered. */
  readonly expiry: Expiry | undefined
  /** Where this service has a domain at or above the name; absent: nowhere else. */
  readonly otherChainId: number | undefined
}

export function judgeChain({
  name,
  chainId,
  isInV1,
  expiry,
  otherChainId,
}: Registration): Finding<DiagnosisStep> {
  const observation = {
    step: 'chain',
    asked: `which chain ${name} is set up on`,
    received: otherChainId === undefined ? `chain ${chainId}` : `chain ${otherChainId}, not chain ${chainId}`,
  } as const
  if (otherChainId === undefined) return ok(observation)
  const advice = {
    problem: `The domain is onboarded on chain ${otherChainId}, and the diagnosis reads chain ${chainId}.`,
    fix: `Ask for it on chain ${otherChainId}, or add the domain here on chain ${chainId}.`,
    verdict: `${name} is set up on another network than the one that was asked.`,
  }
  return isInV1 || expiry ? warning(observation, advice) : failed(observation, advice)
}

export function judgeRegistry({
  name,
  parent,
  isInV1,
  hasV2,
  expiry,
  chainId,
}: Registration): Finding<DiagnosisStep> {
  const inV2 = expiry?.generation === 2
  const registries = [
    `ENSv1: ${isInV1 ? 'has an entry' : 'no entry'}`,
    hasV2
      ? `ENSv2: ${inV2 ? `${expiry.status === 'reserved' ? 'reserved' : 'has an entry'}` : 'no entry'}`
      : 'no ENSv2',
  ]
  const observation = {
    step: 'registry',
    asked: `${parent} in the registries of chain ${chainId}`,
    received: registries.join(', '),
  } as const
  if (isInV1 || expiry) return ok(observation)
  if (!parent.endsWith('.eth'))
    return warning(observation, {
      problem: `${parent} has no entry of its own, as DNS names without an import on chain.`,
      fix: 'Nothing, if the domain uses ENS through DNSSEC; else import it at https://app.ens.domains.',
      verdict: `${name} resolves only where ENS reads ${parent} from the DNS.`,
    })
  return failed(observation, {
    problem: `${parent} is not registered on chain ${chainId}.`,
    fix: `Register ${parent} at https://app.ens.domains, or ask for the chain that it is registered on.`,
    verdict:
      name === parent
        ? `${name} does not resolve because it is not registered.`
        : `${name} does not resolve because ${parent} is not registered.`,
  })
}

const daySeconds = 86_400n
const warnedDays = [1n, 7n, 30n, 90n]

/** @param now Unix seconds. */
export function judgeExpiry({ name, parent, expiry }: Registration, now: bigint): Finding<DiagnosisStep> {
  if (!expiry) return skipped('expiry', `${parent} has no expiry in a registry.`)
  const days = (expiry.seconds - now) / daySeconds
  const date = formatTime(expiry.seconds)
  const observation = {
    step: 'expiry',
    asked: `the expiry of ${parent} in ENSv${expiry.generation}`,
    received: `${date} (${expiry.status})`,
  } as const
  const fix = `Renew ${parent} at https://app.ens.domains; anyone may pay for it.`
  if (expiry.seconds <= now)
    return failed(observation, {
      problem: `${parent} expired on ${date}: its names stop resolving, and others can register it after the grace period.`,
      fix,
      verdict: `${name} stops to resolve because the registration of ${parent} has ended.`,
    })
  const limit = warnedDays.find((each) => days < each)
  if (limit === undefined) return ok(observation)
  return warning(observation, {
    problem: `${parent} expires in ${formatDays(days)}, less than ${formatDays(limit)}.`,
    fix,
    verdict: `${name} resolves, but the registration of ${parent} ends in ${formatDays(days)}.`,
  })
}

function formatDays(days: bigint): string {
  return days === 1n ? '1 day' : `${days} days`
}

/** Seconds may exceed what a Date holds. */
export function formatTime(seconds: bigint): string {
  const milliseconds = Number(seconds) * 1000
  return milliseconds <= 8.64e15
    ? `${new Date(milliseconds).toISOString().slice(0, 19)}Z`
    : `second ${seconds}`
}

export interface PresentRecords {
  readonly address: boolean
  readonly avatar: boolean
  readonly contenthash: boolean
}

/** `null`: no resolver. */
type Resolution = PresentRecords | null | AppError

const viaUniversalResolver =
  'resolveWithGateways of the Universal Resolver, as viem and ethers from 6.17 on call it'
const viaWildcard =
  'the registry, then resolve() of the resolver, as clients without the Universal Resolver do (ENSIP-10)'

export function judgeUniversalResolver(name: string, resolution: Resolution): Finding<DiagnosisStep> {
  return judgeClient(
    { step: 'universal-resolver', asked: `${name} through ${viaUniversalResolver}` },
    describe(resolution),
    failed,
    `${name} does not resolve in current wallets.`,
  )
}

/** `isResolvedElsewhere`: the Universal Resolver resolves the name, so that only older clients do not. */
export function judgeWildcardClient(
  name: string,
  outcome: 'address' | 'empty' | 'none' | AppError,
  isResolvedElsewhere: boolean,
): Finding<DiagnosisStep> {
  const received =
    typeof outcome === 'string'
      ? { text: outcomeTexts[outcome], isOk: outcome !== 'none' }
      : describe(outcome)
  const question = { step: 'wildcard-client', asked: `${name} through ${viaWildcard}` } as const
  if (outcome === 'none' && isResolvedElsewhere)
    return warning(
      { ...question, received: outcomeTexts.none },
      {
        problem: 'Clients of this kind read the registry of ENSv1 only, in which the name has no resolver.',
        fix: 'For a domain in ENSv2, nothing here: let those who use such a client update it. Else set its resolver in the registry of ENSv1, too.',
        verdict: `${name} resolves, but not in wallets that know the first registry of ENS only.`,
      },
    )
  return judgeClient(
    question,
    received,
    isResolvedElsewhere ? warning : failed,
    isResolvedElsewhere
      ? `${name} resolves, but not in older wallets.`
      : `${name} does not resolve in older wallets.`,
  )
}

const outcomeTexts = {
  address: 'an address',
  empty: 'a result without an address',
  none: 'no resolver',
} as const

interface Outcome {
  readonly text: string
  readonly isOk: boolean
}

function describe(resolution: Resolution): Outcome {
  if (resolution === null) return { text: 'no resolver', isOk: false }
  if (resolution instanceof Error) return { text: resolution.message, isOk: false }
  return { text: `records: ${presentRecords(resolution)}`, isOk: true }
}

function presentRecords({ address, avatar, contenthash }: PresentRecords): string {
  const present = [address && 'address', avatar && 'avatar', contenthash && 'contenthash'].filter(
    (each) => each !== false,
  )
  return present.length > 0 ? present.join(', ') : 'no address, avatar or contenthash'
}

function judgeClient(
  question: { readonly step: 'universal-resolver' | 'wildcard-client'; readonly asked: string },
  { text: received, isOk }: Outcome,
  report: typeof failed | typeof warning,
  verdict: string,
): Finding<DiagnosisStep> {
  if (isOk) return ok({ ...question, received })
  return report(
    { ...question, received },
    {
      problem: 'Clients of this kind do not resolve the name.',
      fix: 'Mend the steps above; if all are fine, repeat the diagnosis: a chain node or the gateway may have failed just then.',
      verdict,
    },
  )
}

export function judgeRecords(name: string, records: PresentRecords): Finding<DiagnosisStep> {
  const observation = {
    step: 'records',
    asked: `the Ethereum address, the picture and the content of ${name}`,
    received: presentRecords(records),
  } as const
  if (records.address) return ok(observation)
  return warning(observation, {
    problem: 'The name has no Ethereum address, so that wallets cannot send to it.',
    fix: `Set an Ethereum address for ${name} where it is issued; if the name does not exist there, issue it.`,
    verdict: `${name} resolves, but has no Ethereum address: wallets cannot send to it.`,
  })
}

/** `expected` is the contract that the domain is onboarded with here. */
export function judgeResolver(
  name: string,
  { resolver, inherited }: NameResolver,
  expected: Address | undefined,
): Finding<DiagnosisStep> {
  const observation = {
    step: 'resolver',
    asked: `the resolver of ${name} (ENSIP-10, ENSIP-23)`,
    received: resolver
      ? `${resolver}, set on ${inherited ? 'a name above it (wildcard)' : 'the name itself'}`
      : 'none, neither on the name nor above it',
  } as const
  if (resolver) return ok(observation)
  return failed(observation, {
    problem: `No client finds a resolver for ${name}.`,
    fix: `Set the resolver of its domain in ENS to ${expected ?? 'the contract of the service that issues the name'}.`,
    ...(expected && {
      operatorFix: `Set the resolver of its domain in ENS to ${expected}: byname domains set-resolver.`,
    }),
    verdict: `${name} does not resolve because no resolver is set for it in ENS.`,
  })
}

export function judgeRetiredService(
  name: string,
  resolver: Address,
  expected: Address | undefined,
): Finding<DiagnosisStep> {
  const service = findRetiredService(resolver)
  const observation = {
    step: 'retired-service',
    asked: `whether ${resolver} belongs to a service that has ended`,
    received: service ? `${service.name}, ended on ${service.ended}` : 'no known one',
  } as const
  if (!service) return ok(observation)
  return failed(observation, {
    problem: `The name still points to the resolver of ${service.name}, which stopped on ${service.ended}: nothing answers for it.`,
    fix: `Issue the names at a service that runs, then set the resolver of the domain in ENS to ${expected ?? 'the contract of that service'}.`,
    verdict: `${name} does not resolve because its domain points to ${service.name}, which has ended.`,
  })
}

export function judgeInterfaces(
  name: string,
  { resolver, inherited }: { readonly resolver: Address; readonly inherited: boolean },
  { hasCode, supportsErc165, isExtended, hasMulticall }: ResolverInterfaces,
): Finding<DiagnosisStep> {
  const observation = {
    step: 'resolver-interfaces',
    asked: `ERC-165, IExtendedResolver (0x9061b923) and ENSIP-22 of ${resolver}`,
    received: hasCode
      ? [
          supportsErc165 ? 'ERC-165' : 'no ERC-165',
          isExtended ? 'IExtendedResolver' : 'no IExtendedResolver',
          hasMulticall ? 'multicall feature' : 'no multicall feature',
        ].join(', ')
      : 'no contract at the address',
  } as const
  const advice = {
    fix: 'Set the resolver of the domain in ENS to a contract that answers for names below it (IExtendedResolver).',
    operatorFix:
      'Set the resolver of the domain in ENS to a contract with IExtendedResolver: byname resolvers deploy, then byname domains set-resolver.',
    verdict: `${name} does not resolve because its resolver cannot answer for it.`,
  }
  if (!hasCode)
    return failed(observation, { problem: `${resolver} is not a contract on this chain.`, ...advice })
  if (!isExtended && inherited)
    return failed(observation, {
      problem:
        'The resolver is set above the name and has no IExtendedResolver, so clients find nothing for names below.',
      ...advice,
    })
  return ok(observation)
}

/** `expected`: see `judgeResolver`. */
export function judgeConfigured(
  name: string,
  { resolver }: NameResolver,
  domain: string | undefined,
  expected: Address | undefined,
): Finding<DiagnosisStep> {
  if (domain === undefined || expected === undefined)
    return skipped('configured-resolver', 'This service has no domain at or above the name on this chain.')
  const observation = {
    step: 'configured-resolver',
    asked: `whether ${domain} uses the resolver that it is onboarded with here, ${expected}`,
    received: resolver ?? 'no resolver',
  } as const
  if (resolver?.toLowerCase() === expected.toLowerCase()) return ok(observation)
  return failed(observation, {
    problem: `In ENS, ${domain} has another resolver than here: lookups never reach this service.`,
    fix: `As the owner of ${domain}, set its resolver in ENS to ${expected}.`,
    operatorFix: `As the owner of ${domain}, set its resolver in ENS to ${expected}: byname domains set-resolver ${domain}.`,
    verdict: `${name} does not resolve through this service because ${domain} points elsewhere.`,
  })
}

export function judgeLookup(
  name: string,
  resolver: Address,
  urls: readonly string[] | undefined,
): Finding<DiagnosisStep> {
  const observation = {
    step: 'lookup',
    asked: `resolve(name, addr) of ${resolver}`,
    received: urls
      ? `OffchainLookup with ${urls.length} gateway URL${urls.length === 1 ? '' : 's'}`
      : 'a result on chain',
  } as const
  if (!urls || urls.length > 0) return ok(observation)
  return failed(observation, {
    problem: 'The resolver lists no gateway.',
    fix: 'Let the owner of the resolver contract set its gateway URLs.',
    operatorFix: 'As its owner, set its gateway URLs: byname resolvers set-urls.',
    verdict: `${name} does not resolve because its resolver names no server that answers.`,
  })
}

interface RetiredService {
  readonly name: string
  readonly ended: string
  /** Of mainnet and Sepolia. */
  readonly resolvers: readonly Lowercase<Address>[]
}

const retiredServices: readonly RetiredService[] = [
  {
    name: 'NameStone',
    ended: '2026-08-03',
    resolvers: [
      '0xa87361c4e58b619c390f469b9e6f27d759715125',
      '0x467893bfe201f8efea09bbd53fb69282e6001595',
      '0x2291053f49cd008306b92f84a61c6a1bc9b5cb65',
      '0x828ec5bde537b8673af98d77bcb275ae1ca26d1f',
      '0x84c5adb77dd9f362a1a3480009992d8d47325dc3',
      '0xd17347fa0a6eec89a226c96a9ae354f785e94241',
      '0x7ce6cf740075b5af6b1681d67136b84431b43abd',
    ],
  },
]

/** The service that the resolver belonged to and that has ended, if it is known. */
function findRetiredService(resolver: Address): RetiredService | undefined {
  const address = resolver.toLowerCase()
  return retiredServices.find(({ resolvers }) => resolvers.some((known) => known === address))
}
