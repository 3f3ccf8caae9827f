import type { GatewayCheck } from '../../ccip/check-gateways.ts'
import { isChainId } from '../../ens/chains.ts'
import type { Resolver } from '../../model/resolver.ts'
import type { ReplicaState } from '../../store/database-driver.ts'
import { findAllResolvers } from '../../store/entities/resolvers.ts'
import { listChainsWithVisibleDomains } from '../../store/listing/domains.ts'
import type { CoreContext } from '../context.ts'
import { originAdvice } from '../domains/change.ts'
import { type SignerCheck, signerProblem } from './signers.ts'

/** `degraded`: it serves, and a person is needed. `unavailable`: no lookup can be answered. */
export type HealthState = 'ok' | 'degraded' | 'unavailable'

interface Advice {
  /** `critical`: names or writes fail now. */
  readonly severity: 'critical' | 'warning'
  readonly problem: string
  readonly fix: string
}

/** By stable code, the gravest first; `docs/operating/monitor.md` has the same table. */
export const healthAdvice = {
  'database-unavailable': {
    severity: 'critical',
    problem: 'The database does not respond.',
    fix: 'Start the database, or mend the connection to it; the service recovers without a restart.',
  },
  'signer-missing': {
    severity: 'critical',
    problem: 'A chain has domains and no signer, so none of their names resolves.',
    fix: 'Set SIGNER_KEY_<chain> to the key of a signer that the resolver contract lists, and restart.',
  },
  'signer-untrusted': {
    severity: 'critical',
    problem: 'A resolver contract rejects the signer of this service, so clients reject its responses.',
    fix: 'Have the owner of the contract add the signer, or set SIGNER_KEY_<chain> to the key of a listed one.',
  },
  'resolver-missing': {
    severity: 'critical',
    problem: 'No resolver contract that lists its signers is at the address of a resolver in use.',
    fix: 'Correct the entry of the resolver, or RPC_URL_<chain>; "byname resolvers check" shows both.',
  },
  'gateway-failing': {
    severity: 'critical',
    problem: 'A gateway URL of a resolver in use does not give clients an accepted response.',
    fix: 'Mend the proxy, the certificate, the DNS record or the clock, or replace the URL: byname resolvers set-urls.',
  },
  'primary-unavailable': {
    severity: 'critical',
    problem: 'The primary database does not respond: a replica answers reads, and writes fail.',
    fix: 'Start the primary, or promote a replica and change DATABASE_URL.',
  },
  'writes-failing': {
    severity: 'critical',
    problem: 'The database rejects writes.',
    fix: 'Free space on its disk, or make it writable again; the log has the error of the database.',
  },
  'rpc-unreachable': {
    severity: 'warning',
    problem: 'An RPC does not respond: domains cannot be onboarded, and contract wallets cannot sign.',
    fix: 'Look at the node or at the limits of its provider, or set RPC_URL_<chain> to another one.',
  },
  'rpc-wrong-chain': {
    severity: 'warning',
    problem: 'An RPC serves another chain than its setting names.',
    fix: 'Set RPC_URL_<chain> to an RPC of that chain, and restart.',
  },
  'domain-elsewhere': {
    severity: 'warning',
    problem: 'A domain has another resolver on chain, so its names do not resolve here.',
    fix: 'Have its owner set the resolver again, or delete or block the domain if it has left for good.',
  },
  'domain-expiring': {
    severity: 'warning',
    problem: 'The registration of a domain ends within 30 days, or has ended.',
    fix: 'Have its owner renew it in an ENS app: after the grace period another account can register it.',
  },
  'disk-low': {
    severity: 'warning',
    problem: 'Little disk space is free; writes fail when it is used up.',
    fix: 'Enlarge the disk, delete old backups on it, or shorten the retention of events and webhooks.',
  },
  'images-failing': {
    severity: 'warning',
    problem: 'Uploaded images cannot be stored.',
    fix: 'Make the folder of images writable for the user of the service, or mend the access to MEDIA_BUCKET.',
  },
  'replica-behind': {
    severity: 'warning',
    problem: 'A replica of the database does not respond, or is far behind its primary.',
    fix: 'Look at the replication of that server; until then the primary answers its reads.',
  },
  'webhook-disabled': {
    severity: 'warning',
    problem: 'A webhook was disabled because it could not be delivered to.',
    fix: 'Mend its receiver and enable it again in the console, or delete it.',
  },
  held: {
    severity: 'warning',
    problem: 'This is a restored copy: its webhook deliveries and payments are held.',
    fix: 'Make sure that no other service works on the original, then run: byname resume.',
  },
  'shutting-down': {
    severity: 'warning',
    problem: 'This service is shutting down.',
    fix: 'Send requests to another instance, or start it again.',
  },
} as const satisfies Record<string, Advice>

export type HealthCode = keyof typeof healthAdvice

/** Safe: `Object.keys` loses the type of the keys. */
export const healthCodes = Object.keys(healthAdvice) as readonly HealthCode[]

/** A count, and the first few of what is counted. */
export interface Counted<Item> {
  readonly total: number
  readonly first: readonly Item[]
}

/** Of `Counted.first`. */
export const maxSubjects = 20

export interface DomainElsewhere {
  readonly name: string
  readonly chainId: number
  /** On chain; null: none. */
  readonly found: string | null
  readonly expected: string
}

export interface DomainExpiry {
  readonly name: string
  readonly chainId: number
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

export interface DiskSpace {
  /** `data` or `database`. */
  readonly folder: string
  readonly freeBytes: number
}

interface DisabledWebhook {
  readonly id: string
  readonly workspaceId: string
  readonly disabledReason: string | null
}

/** What `judgeHealth` needs; empty where it is not known yet. */
export interface HealthFacts {
  /** Milliseconds since 1970. */
  readonly now: number
  /** `replica`: only reads succeed. */
  readonly database: 'primary' | 'replica' | 'none'
  readonly areWritesFailing: boolean
  /** With domains in use. */
  readonly servedChains: readonly number[]
  readonly signingChains: readonly number[]
  /** `servedChainId` is null without a response. */
  readonly rpcs: readonly { readonly chainId: number; readonly servedChainId: number | null }[]
  readonly replicas: readonly ReplicaState[]
  /** Of resolvers in use. */
  readonly signers: readonly SignerCheck[]
  readonly gateways: readonly FailingGateway[]
  readonly domainsElsewhere: Counted<DomainElsewhere>
  /** The first to expire first. */
  readonly expiringDomains: Counted<DomainExpiry>
  readonly disks: readonly DiskSpace[]
  /** 0: not checked. */
  readonly minFreeDiskBytes: number
  readonly disabledWebhooks: Counted<DisabledWebhook>
  /** Why images cannot be stored. */
  readonly imageProblem: string | undefined
  /** Deliveries and payments, after a restore. */
  readonly isHeld: boolean
}

export interface FoundReason {
  readonly code: HealthCode
  /** What the state is at best. */
  readonly effect: 'degraded' | 'unavailable'
  /** How many things it is about. */
  readonly total: number
  /** What it is about, the first few. May name domains of tenants: for operators only. */
  readonly subjects: readonly string[]
}

/** Milliseconds: far above what replication takes under load. */
const maxReplicaLagMs = 10_000

/** Pure. The reasons are in the order of `healthAdvice`. */
export function judgeHealth(facts: HealthFacts): {
  readonly state: HealthState
  readonly reasons: readonly FoundReason[]
} {
  const subjects = subjectsByCode(facts)
  const hasNoSigner =
    facts.servedChains.length > 0 && facts.servedChains.every((id) => !facts.signingChains.includes(id))
  const reasons = healthCodes.flatMap((code): FoundReason[] => {
    const { total, first } = subjects[code]
    const isFatal = code === 'database-unavailable' || (code === 'signer-missing' && hasNoSigner)
    const effect = isFatal ? 'unavailable' : 'degraded'
    return total === 0 ? [] : [{ code, effect, total, subjects: first }]
  })
  const state = reasons.some(({ effect }) => effect === 'unavailable')
    ? 'unavailable'
    : reasons.length > 0
      ? 'degraded'
      : 'ok'
  return { state, reasons }
}

function subjectsByCode(facts: HealthFacts): Readonly<Record<HealthCode, Counted<string>>> {
  const { signers, rpcs, database, domainsElsewhere, expiringDomains, disabledWebhooks } = facts
  const withTrust = (trust: SignerCheck['trust']) =>
    all(
      signers.filter((check) => check.trust === trust),
      (check) => signerProblem(check) ?? '',
    )
  return {
    'database-unavailable': single(database === 'none', 'the database'),
    'primary-unavailable': single(database === 'replica', 'the primary'),
    'writes-failing': single(facts.areWritesFailing && database === 'primary', 'the database'),
    'signer-missing': all(
      facts.servedChains.filter((id) => !facts.signingChains.includes(id)),
      (id) => `chain ${id}`,
    ),
    'signer-untrusted': withTrust('untrusted'),
    'resolver-missing': withTrust('not-a-resolver'),
    'gateway-failing': all(facts.gateways, ({ resolver, gateway }) => gatewayAdvice(resolver, gateway)),
    'rpc-unreachable': all(
      rpcs.filter(({ servedChainId }) => servedChainId === null),
      ({ chainId }) => `the RPC of chain ${chainId}`,
    ),
    'rpc-wrong-chain': all(
      rpcs.filter(({ chainId, servedChainId }) => servedChainId !== null && servedChainId !== chainId),
      ({ chainId, servedChainId }) => `the RPC of chain ${chainId} serves chain ${servedChainId}`,
    ),
    'domain-elsewhere': described(
      domainsElsewhere,
      ({ name, chainId, found, expected }) =>
        `${name} on chain ${chainId} has ${found === null ? 'no resolver' : `the resolver ${found}`} instead of ${expected}`,
    ),
    'domain-expiring': described(
      expiringDomains,
      ({ name, chainId, expiresAt }) =>
        `${name} on chain ${chainId} ${expiresAt > facts.now ? 'expires' : 'has expired'} on ${dayOf(expiresAt)}`,
    ),
    'disk-low': all(
      facts.disks.filter(({ freeBytes }) => freeBytes < facts.minFreeDiskBytes),
      ({ folder, freeBytes }) =>
        `the ${folder} folder has ${toMegabytes(freeBytes)} MB free, less than ${toMegabytes(facts.minFreeDiskBytes)}`,
    ),
    'images-failing': single(facts.imageProblem !== undefined, facts.imageProblem ?? ''),
    'replica-behind': all(
      facts.replicas.filter(({ lagMs = Number.POSITIVE_INFINITY }) => lagMs > maxReplicaLagMs),
      ({ title, lagMs = Number.POSITIVE_INFINITY }) =>
        Number.isFinite(lagMs)
          ? `${title} is ${Math.round(lagMs / 1000)} s behind`
          : `${title} does not respond, or follows another primary`,
    ),
    'webhook-disabled': described(
      disabledWebhooks,
      ({ id, workspaceId, disabledReason }) =>
        `webhook ${id} of workspace ${workspaceId}: ${disabledReason ?? 'unknown'}`,
    ),
    held: single(facts.isHeld, 'deliveries and payments'),
    'shutting-down': single(false, ''),
  }
}

function described<Item>({ total, first }: Counted<Item>, describe: (item: Item) => string): Counted<string> {
  return { total, first: first.slice(0, maxSubjects).map(describe) }
}

function all<Item>(items: readonly Item[], describe: (item: Item) => string): Counted<string> {
  return described({ total: items.length, first: items }, describe)
}

function single(isPresent: boolean, subject: string): Counted<string> {
  return isPresent ? { total: 1, first: [subject] } : { total: 0, first: [] }
}

/** Beyond the range of a `Date`, its last day. */
function dayOf(milliseconds: number): string {
  return new Date(Math.min(milliseconds, 8.64e15)).toISOString().slice(0, 10)
}

function toMegabytes(bytes: number): number {
  return Math.round(bytes / 1_048_576)
}

type NamedResolver = Pick<Resolver, 'address' | 'chainId'>

export interface FailingGateway {
  readonly resolver: NamedResolver
  readonly gateway: GatewayCheck
}

export function resolverTitle({ address, chainId }: NamedResolver): string {
  return `The resolver ${address} on chain ${chainId}`
}

/** Of a gateway that clients get no accepted response from. */
export function gatewayAdvice(
  resolver: NamedResolver,
  { url, method, outcome, reason }: GatewayCheck,
): string {
  return `${resolverTitle(resolver)}: its gateway ${method} ${url} ${describeOutcome(outcome, reason)}.`
}

function describeOutcome(outcome: GatewayCheck['outcome'], reason: string | undefined): string {
  switch (outcome) {
    case 'refused by the contract':
      return 'returns a response that the contract rejects: it is signed by another signer, or has expired (check the clock)'
    case 'no answer':
      return `does not respond: it ${reason}`
    case 'not EIP-3668':
      return 'returns a response that does not conform to EIP-3668'
    default:
      return `answers ${outcome}`
  }
}

/** What anyone may read of it: nothing that tells where an attack would succeed. */
export async function publicAdvice(context: CoreContext): Promise<readonly string[]> {
  const { read } = context.store
  const [servedChains, resolvers] = [await listChainsWithVisibleDomains(read), await findAllResolvers(read)]
  const warnings = configurationWarnings(context, { servedChains, resolvers })
  return [...context.store.advice(), ...warnings]
}

export async function operatorAdvice(context: CoreContext): Promise<readonly string[]> {
  const origins = await originAdvice(context)
  return [...(await publicAdvice(context)), ...(origins === undefined ? [] : [origins])]
}

interface RegisteredState {
  readonly servedChains: readonly number[]
  readonly resolvers: readonly Pick<Resolver, 'chainId' | 'signingScheme'>[]
}

type Configured = Pick<CoreContext, 'signers' | 'chains'>

/** For a valid but risky or incomplete configuration. Public, so without secrets. */
function configurationWarnings(
  configured: Configured,
  { servedChains, resolvers }: RegisteredState,
): readonly string[] {
  const warnings: string[] = []
  if (configured.signers.size === 0)
    warnings.push('No signer is configured, so lookups fail: set SIGNER_KEY_1.')
  if (configured.chains.size === 0)
    warnings.push(
      'No RPC is configured, so no domain can be onboarded and no contract wallet can sign: set RPC_URL_1.',
    )
  else
    for (const chainId of servedChains.filter((id) => isChainId(id) && !configured.chains.has(id)))
      warnings.push(
        `Chain ${chainId} has domains and no RPC, so its contract wallets cannot sign: set RPC_URL_${chainId}.`,
      )
  if (servedChains.length === 0) warnings.push('No domain is onboarded: see docs/operating/domain.md.')
  const shared = sharedSignerWarning(configured, resolvers)
  if (shared) warnings.push(shared)
  return warnings
}

/**
 * The published ENS OffchainResolver digest omits the chain: with one key on two chains, responses are valid on both
 * for equal contract addresses.
 */
export function sharedSignerWarning(
  { signers }: Pick<Configured, 'signers'>,
  resolvers: RegisteredState['resolvers'],
): string | undefined {
  const published = resolvers.filter(({ signingScheme }) => signingScheme === 'published')
  const chainIds = [...new Set(published.map(({ chainId }) => chainId))]
  const addressesOf = (chainId: number) => (signers.get(chainId) ?? []).map(({ address }) => address)
  const affectedChains = chainIds.filter((chainId) => {
    const others = chainIds.filter((other) => other !== chainId).flatMap(addressesOf)
    return addressesOf(chainId).some((address) => others.includes(address))
  })
  if (affectedChains.length < 2) return undefined
  return (
    `Chains ${affectedChains.join(' and ')} have resolvers of the published scheme and one signer, so a response of one chain ` +
    `can be replayed on the other: set ${affectedChains.map((id) => `SIGNER_KEY_${id}`).join(' and ')} to different keys.`
  )
}
