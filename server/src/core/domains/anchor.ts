import { type Address, isAddressEqual } from 'viem'
import { deferImport } from '../../async/defer-import.ts'
import type { Heartbeat } from '../../chain/heartbeat.ts'
import type { OwnerCall } from '../../chain/owner-calls.ts'
import type { ChainId } from '../../ens/chains.ts'
import type { EnsName } from '../../ens/names.ts'
import { AppError, OperatorError } from '../../errors.ts'
import type { Anchor } from '../../model/anchor.ts'
import type { Domain } from '../../model/domain.ts'
import { type ChainClient, chainClientOf } from '../../rpc/operator.ts'
import { findAnchor } from '../../store/entities/anchors.ts'
import { sequenceEvents } from '../../store/entities/events.ts'
import { selectNameEventsSince } from '../../store/entities/name-events.ts'
import { findResolver } from '../../store/entities/resolvers.ts'
import { assertDomainAccess } from '../auth/access.ts'
import type { Caller, CoreContext } from '../context.ts'
import { yearlyWei } from './anchor-cost.ts'
import { noteAnchorOnChain, switchAnchorOff, switchAnchorOn } from './anchor-events.ts'
import { countDifferingNames } from './differing-names.ts'
import { assertDomainWriteAccess, requireDomain } from './rules.ts'

/** Where and by which key this service publishes names as files. */
export interface AnchorSettings {
  /** Below which the files of a domain are fetched, in the order of the targets. */
  readonly urlsOf: (domain: Domain) => readonly string[]
  /** Of the key that beats. @throws OperatorError without one. */
  readonly addressOf: (chainId: ChainId) => Promise<Address>
  readonly intervalMs: number
}

interface AnchorOfDomain {
  readonly caller: Caller
  readonly chainId: ChainId
  readonly name: EnsName
  /** Undefined: the settings of the service name no targets. */
  readonly settings: AnchorSettings | undefined
}

/** For the owner of the contract to send. */
interface TitledCall extends OwnerCall {
  /** What it does, for people. */
  readonly title: string
}

/** Of a year at the present price of gas, in wei. */
interface AnchorCost {
  readonly gasPrice: bigint
  readonly beats: number
  readonly wei: bigint
}

/** What goes on when this service is gone. Times in milliseconds since 1970. */
export interface AnchorReport {
  /** Whether this service publishes the names, and beats. */
  readonly isOn: boolean
  /** Why it cannot, a sentence for people; `null`: it can. */
  readonly unavailableBecause: string | null
  /** The last root for which this service has beaten. */
  readonly published: Pick<Anchor, 'names' | 'root' | 'depth' | 'beatAt' | 'transactionHash'> | null
  /** When that root counts in the dark, at the latest: the contract has a delay; `null`: it counts. */
  readonly countsFrom: number | null
  /** Names that resolve to something else than in the files of that root. */
  readonly changesSince: number
  /** Whether these are all. Otherwise there were more than `maxCountedEvents`, of which only the first were looked at. */
  readonly isChangesSinceExact: boolean
  /** Why the last run failed, a sentence for people; `null`: it did not. */
  readonly problem: string | null
  readonly hosts: readonly {
    readonly url: string
    /** Why clients did not get the files there in the last run; `null`: they did, or it has not run. */
    readonly problem: string | null
  }[]
  /** `null`: it has no heartbeat, or the chain cannot be read, as `chainProblem` says. */
  readonly contract: (Heartbeat & { readonly address: Address }) | null
  readonly chainProblem: string | null
  /** What is missing for the first beat. */
  readonly ownerCalls: readonly TitledCall[]
  /** `null`: the chain cannot be read. */
  readonly yearlyCost: AnchorCost | null
}

export const maxCountedEvents = 20_000

/** Reads the chain; does not fail when that cannot be read. */
export async function readAnchor(
  context: CoreContext,
  { caller, chainId, name, settings }: AnchorOfDomain,
): Promise<AnchorReport> {
  const domain = await requireDomain(context, chainId, name)
  assertDomainAccess(caller, domain)
  return reportOf(context, { domain, settings, onChain: await readContract(context, domain) })
}

interface KnownAnchor extends Pick<AnchorOfDomain, 'settings'> {
  readonly domain: Domain
  readonly onChain: OnChain
}

async function reportOf(
  context: CoreContext,
  { domain, settings, onChain }: KnownAnchor,
): Promise<AnchorReport> {
  const { chainId } = domain
  const anchor = await findAnchor(context.store.db, domain.key)
  const key = await keyOfAnchor(settings, chainId)
  const unavailableBecause = whyUnavailable(settings, key)
  const urls = settings?.urlsOf(domain) ?? []
  const isDelayed = 'heartbeat' in onChain && onChain.heartbeat.delay > 0
  const isMissing = 'heartbeat' in onChain && key !== undefined && !(key instanceof Error)
  return {
    isOn: anchor !== undefined,
    unavailableBecause,
    published: anchor?.beatAt == null ? null : anchor,
    countsFrom: 'heartbeat' in onChain && anchor ? countsFrom(onChain.heartbeat, anchor) : null,
    ...(anchor?.beatAt == null ? noChanges : await changesSince(context, domain, anchor)),
    problem: anchor?.problem ?? null,
    hosts: urls.map((url) => ({ url, problem: problemAt(url, anchor) })),
    contract: 'heartbeat' in onChain ? { ...onChain.heartbeat, address: onChain.address } : null,
    chainProblem: 'heartbeat' in onChain ? null : onChain.problem,
    ownerCalls: isMissing ? await missingCalls(onChain, { urls, key }) : [],
    yearlyCost: settings
      ? await costOf(chainClientOf(context.chains, chainId), settings, isDelayed ? 'delayed' : 'atOnce')
      : null,
  }
}

const noTargets = 'This service has no place for the files: its operator sets ANCHOR_TARGETS.'

/** A sentence for people; `null`: it can. */
export function whyUnavailable(
  settings: AnchorSettings | undefined,
  key: Address | Error | undefined,
): string | null {
  if (settings === undefined) return noTargets
  return key instanceof Error ? key.message : null
}

/** Of what beats; an error that says why it is not there; `undefined` without settings. */
export async function keyOfAnchor(
  settings: AnchorSettings | undefined,
  chainId: ChainId,
): Promise<Address | Error | undefined> {
  try {
    return await settings?.addressOf(chainId)
  } catch (error) {
    return new Error(
      error instanceof OperatorError
        ? 'This service has no usable key of an anchor: its operator makes one.'
        : 'The key of the anchor cannot be reached at the moment.',
    )
  }
}

const noChanges = { changesSince: 0, isChangesSinceExact: true } as const

/** Of names that resolve to something else than in the files. */
export async function changesSince(
  { store }: Pick<CoreContext, 'store'>,
  { id }: Domain,
  { eventSequence }: Pick<Anchor, 'eventSequence'>,
): Promise<Pick<AnchorReport, 'changesSince' | 'isChangesSinceExact'>> {
  await sequenceEvents(store)
  const since = { domainId: id, after: eventSequence, limit: maxCountedEvents }
  const events = await selectNameEventsSince(store.read, since)
  return {
    changesSince: countDifferingNames(events),
    isChangesSinceExact: events.length < maxCountedEvents,
  }
}

/** When the last root of this service counts at the latest, in milliseconds since 1970; `null`: it does, or none was published. */
function countsFrom({ zone, delay }: Heartbeat, { root, beatAt }: Anchor): number | null {
  if (root === null || beatAt === null || zone?.root === root) return null
  return beatAt + delay * 1000
}

function problemAt(url: string, anchor: Anchor | undefined): string | null {
  return anchor?.placeProblems.split('\n').find((problem) => problem.includes(url)) ?? null
}

const importHeartbeat = deferImport(() => import('../../chain/heartbeat.ts'))

type OnChain = { readonly address: Address; readonly heartbeat: Heartbeat } | { readonly problem: string }

async function readContract(context: CoreContext, domain: Domain): Promise<OnChain> {
  const resolver = await findResolver(context.store.db, domain.resolverId)
  if (!resolver) return { problem: 'The domain has no contract.' }
  const { readHeartbeat } = await importHeartbeat()
  try {
    const chain = chainClientOf(context.chains, domain.chainId)
    return { address: resolver.address, heartbeat: await readHeartbeat(chain, resolver.address) }
  } catch (error) {
    if (error instanceof AppError) return { problem: error.message }
    throw error
  }
}

interface Missing {
  readonly urls: readonly string[]
  /** Of the anchor. */
  readonly key: Address
  /** In seconds; absent: as it is. */
  readonly delay?: number | undefined
}

/** What the owner of a contract sends before the first beat. */
export async function missingCalls(
  { address, heartbeat }: Extract<OnChain, { heartbeat: Heartbeat }>,
  { urls, key, delay = heartbeat.delay }: Missing,
): Promise<readonly TitledCall[]> {
  const { setFilesCall, setHeartbeatCall } = await importHeartbeat()
  if (heartbeat.isFrozen) return []
  return [
    ...(urls.every((url) => heartbeat.files.includes(url))
      ? []
      : [{ title: 'where the files are', ...setFilesCall(address, urls) }]),
    ...(isAddressEqual(heartbeat.anchor, key) && delay === heartbeat.delay
      ? []
      : [{ title: 'who may beat', ...setHeartbeatCall(address, key, delay) }]),
  ]
}

async function costOf(
  { client }: ChainClient,
  { intervalMs }: AnchorSettings,
  kind: 'atOnce' | 'delayed',
): Promise<AnchorCost | null> {
  const gasPrice = await client.getGasPrice().catch(() => null)
  if (gasPrice === null) return null
  return yearlyWei({ gasPrice, intervalMs, kind })
}

/**
 * Has the names published from now on, and the contract wound, when its owner has sent what is missing. Idempotent.
 * @throws AppError `BadRequestException` where the settings of the service do without.
 */
export async function startAnchor(context: CoreContext, ref: AnchorOfDomain): Promise<AnchorReport> {
  const domain = await requireDomain(context, ref.chainId, ref.name)
  assertDomainWriteAccess(ref.caller, domain)
  const unavailableBecause = whyUnavailable(ref.settings, await keyOfAnchor(ref.settings, ref.chainId))
  if (unavailableBecause !== null) throw new AppError('BadRequestException', unavailableBecause)
  await switchAnchorOn(context, domain)
  const onChain = await readContract(context, domain)
  if ('heartbeat' in onChain) await noteAnchorOnChain(context, domain, onChain.heartbeat)
  return reportOf(context, { ...ref, domain, onChain })
}

/** The contract goes on: when its grace period has ended, it answers from the last files. */
export async function stopAnchor(context: CoreContext, ref: AnchorOfDomain): Promise<AnchorReport> {
  const domain = await requireDomain(context, ref.chainId, ref.name)
  assertDomainWriteAccess(ref.caller, domain)
  await switchAnchorOff(context, domain)
  return readAnchor(context, ref)
}
