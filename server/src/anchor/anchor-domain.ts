import { type Hex, parseGwei } from 'viem'
import { beatCall, findRecentBeat, maxGasOfBeat, readHeartbeat } from '../chain/heartbeat.ts'
import { sendReplaceable } from '../chain/send-replaceable.ts'
import type { AnchorTarget } from '../config/anchor-variables.ts'
import type { Config } from '../config/config.ts'
import { AppError, OperatorError } from '../errors.ts'
import type { Anchor } from '../model/anchor.ts'
import type { Domain } from '../model/domain.ts'
import type { Resolver } from '../model/resolver.ts'
import { chainClientOf } from '../rpc/operator.ts'
import { findAnchor, insertAnchor, saveAnchor, selectDomainsOfResolver } from '../store/entities/anchors.ts'
import { findDomain } from '../store/entities/domains.ts'
import { readEventBounds, sequenceEvents } from '../store/entities/events.ts'
import { findResolver } from '../store/entities/resolvers.ts'
import { findHold } from '../store/entities/settings.ts'
import type { Store } from '../store/store.ts'
import type { AnchorContext } from './anchor-context.ts'
import { openAnchorKey } from './anchor-key.ts'
import { assertReady } from './check-contract.ts'
import { type EscrowOutcome, escrowWhenDue } from './escrow-when-due.ts'
import { withLease } from './lease.ts'
import { pruneTarget } from './prune.ts'
import type { PublishProgress, TargetOutcome } from './publish.ts'
import { publishNames } from './publish-names.ts'
import { openState } from './state.ts'
import { openTarget, zoneFolder } from './targets/open-targets.ts'
import type { FileTarget } from './targets/target.ts'

interface AnchorRun {
  readonly domain: Domain
  readonly signal: AbortSignal
  /** Asked once no other run can begin; absent: it is due. @throws NotDueError */
  readonly assertDue?: (anchor: Anchor) => Promise<void>
  readonly onProgress?: ((progress: PublishProgress) => void) | undefined
  /** Of the transaction of the beat, before it is in a block. */
  readonly onSent?: (hash: Hex) => void
}

export interface Anchoring {
  readonly root: Hex
  readonly depth: number
  readonly names: number
  readonly records: number
  /** From the database in this run: those that have changed, or all. */
  readonly namesRead: number
  readonly transactionHash: Hex
  readonly outcomes: readonly TargetOutcome[]
  /** Names in the escrow; absent: none was due. */
  readonly escrow?: EscrowOutcome
}

/**
 * Publishes the names of a domain as files, reads a sample back, and beats: never without files that clients get.
 *
 * @throws OperatorError, AppError, SignerError; why it failed is stored for the health of the service.
 */
export async function anchorDomain(context: AnchorContext, run: AnchorRun): Promise<Anchoring> {
  const { store, clock } = context
  const { domain, signal } = run
  await insertAnchor(store.db, domain.key)
  return withLease({ store, clock, domainKey: domain.key, signal }, async (lease) => {
    const save = (change: Partial<Anchor>) =>
      saveAnchor(store.db, { domainKey: domain.key, holder: lease.holder }, change)
    const before = await findAnchor(store.db, domain.key)
    if (before) await run.assertDue?.(before)
    try {
      const { anchoring, ...facts } = await publishAndBeat(context, { ...run, signal: lease.signal }, before)
      const { root, depth, names, records, transactionHash, outcomes, escrow } = anchoring
      const now = clock()
      await save({
        ...{ root, depth, names, records, transactionHash, ...facts },
        ...{ beatAt: now, failures: 0, failedAt: null, problem: null },
        placeProblems: problemsOf([...outcomes, ...(escrow ? [escrow] : [])]).join('\n'),
        ...(escrow?.name !== undefined && { escrowedAt: now }),
        dueAt: now + context.config.anchor.intervalMs,
      })
      return anchoring
    } catch (error) {
      if (!signal.aborted) await save(failureOf(error, before, clock()))
      throw error
    }
  })
}

const retryMs = { first: 300_000, most: 3_600_000 } as const

function failureOf(error: unknown, before: Anchor | undefined, now: number): Partial<Anchor> {
  const failures = (before?.failures ?? 0) + 1
  return {
    failures,
    failedAt: now,
    problem: problemOf(error).slice(0, 1000),
    dueAt: now + Math.min(retryMs.most, retryMs.first * 2 ** Math.min(failures - 1, 10)),
  }
}

/** Other errors may quote what no health may show. */
function problemOf(error: unknown): string {
  const isExplained = error instanceof OperatorError || error instanceof AppError
  return isExplained
    ? error.message
    : `An unexpected ${error instanceof Error ? error.name : 'error'}; see the log.`
}

function problemsOf(outcomes: readonly Pick<TargetOutcome, 'problem'>[]): readonly string[] {
  return outcomes.flatMap(({ problem }) => problem ?? [])
}

interface Published extends Pick<Anchor, 'graceSeconds' | 'eventSequence'> {
  readonly anchoring: Anchoring
}

async function publishAndBeat(
  context: AnchorContext,
  { domain, signal, onProgress, onSent = () => {} }: AnchorRun,
  before: Anchor | undefined,
): Promise<Published> {
  const { config, secrets, store, chains, clock } = context
  if (await findHold(store.db))
    throw new OperatorError(
      'This is a restored copy: the original may still beat. "byname resume" lets this one go on.',
    )
  const contract = await contractOf(store, domain)
  const chain = chainClientOf(chains, domain.chainId)
  const { account, close } = await openAnchorKey(config, secrets, domain.chainId)
  const state = await openState(config.dataDir, domain)
  const targets = await openAll(context, domain)
  try {
    const heartbeat = await readHeartbeat(chain, contract)
    await context.noteOnChain(domain, heartbeat)
    const urls = targets.map(({ url }) => url)
    const expected = { domain: domain.name, chainId: domain.chainId, contract, anchor: account.address, urls }
    assertReady(heartbeat, expected)
    await sequenceEvents(store)
    const { newest: eventSequence } = await readEventBounds(store.db)
    const { outcomes, root, depth, names, records, namesRead } = await publishNames(context, {
      ...{ domain, targets, state, signal, onProgress },
      presentDepth: before?.depth ?? undefined,
    })
    assertPublished(outcomes, heartbeat.files, config.anchor)
    signal.throwIfAborted()
    const call = beatCall(contract, { root, depth })
    const transactionHash = await sendReplaceable(chain, {
      ...call,
      ...{ title: 'beat', gas: maxGasOfBeat, account, signal, onSent },
      ...{
        maxFeePerGas: parseGwei(`${config.anchor.maxFeeGwei}`),
        replaceAfterMs: config.anchor.replaceAfterMs,
      },
      findSame: async () => {
        const hash = await findRecentBeat(chain, contract, { root, depth })
        return hash === before?.transactionHash ? undefined : hash
      },
    })
    const keptMs = Math.max(config.anchor.retentionMs, 3000 * heartbeat.delay)
    const prune = (target: FileTarget) => pruneTarget(target, { state, before: clock() - keptMs, signal })
    await Promise.all(targets.map(prune))
    const escrow = await escrowWhenDue(context, { domain, before, targets, state, signal })
    const facts = { root, depth, names, records, namesRead, transactionHash, outcomes }
    const anchoring = { ...facts, ...(escrow && { escrow }) }
    return { anchoring, graceSeconds: heartbeat.grace, eventSequence }
  } finally {
    for (const target of targets) target.close()
    close()
    await state.clear()
  }
}

/** @throws OperatorError for a contract that other domains have too: a root is that of all names of the contract. */
async function contractOf({ db }: Store, { resolverId, name }: Domain): Promise<Resolver['address']> {
  const resolver = await findResolver(db, resolverId)
  if (!resolver) throw new OperatorError(`${name} has no resolver here.`)
  const others = (await selectDomainsOfResolver(db, resolverId, { limit: 5 })).filter(
    (other) => other !== name,
  )
  if (others.length === 0) return resolver.address
  throw new OperatorError(
    `The contract ${resolver.address} is also that of ${others.join(', ')}, whose names would be missing from its files: give ` +
      `${name} a contract of its own ("byname resolvers deploy").`,
  )
}

async function openAll({ config, secrets }: AnchorContext, domain: Domain): Promise<readonly FileTarget[]> {
  const { targets } = config.anchor
  if (targets.length === 0)
    throw new OperatorError(
      'ANCHOR_TARGETS is not set: say where the files are put, and by which URL they are fetched.',
    )
  const below = zoneFolder(domain)
  return Promise.all(
    targets.map((target) =>
      openTarget(target, below, secrets.anchorAccess).catch((error: unknown) =>
        unusable(target, below, error),
      ),
    ),
  )
}

/** Of a target that cannot be opened: the others go on. */
function unusable({ place, url }: AnchorTarget, below: string, error: unknown): FileTarget {
  if (!(error instanceof OperatorError)) throw error
  const fail = () => Promise.reject(error)
  return { place: `${place}/${below}`, url: `${url}/${below}`, put: fail, delete: fail, close: () => {} }
}

/** @throws OperatorError unless clients get the files where the contract leads them. */
function assertPublished(
  outcomes: readonly TargetOutcome[],
  files: readonly string[],
  { needsAllTargets }: Config['anchor'],
): void {
  const problems = problemsOf(outcomes)
  const isServed = outcomes.some(({ url, problem }) => problem === undefined && files.includes(url))
  if (isServed && (problems.length === 0 || !needsAllTargets)) return
  throw new OperatorError(
    `There is no beat, since clients do not get the files${isServed ? ' everywhere' : ''}: ${problems.join('; ')}.`,
  )
}

/** @throws OperatorError for a domain that is not in use. */
export async function requireAnchoredDomain(
  { db }: Store,
  chainId: Domain['chainId'],
  name: Domain['name'],
): Promise<Domain> {
  const domain = await findDomain(db, chainId, name)
  if (domain) return domain
  throw new OperatorError(`${name} is not a domain on chain ${chainId}.`)
}
