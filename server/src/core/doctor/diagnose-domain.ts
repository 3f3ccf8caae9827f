import { randomInt } from 'node:crypto'
import { type Address, isAddressEqual } from 'viem'
import { readHeartbeat, readNewestBeat } from '../../chain/heartbeat.ts'
import { presentSets, readSealTrees } from '../../chain/seals.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { joinName, storedName } from '../../ens/names.ts'
import { AppError } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import type { Resolver } from '../../model/resolver.ts'
import { budgetedFetch } from '../../rpc/caller.ts'
import type { ChainClient } from '../../rpc/operator.ts'
import { findAnchor } from '../../store/entities/anchors.ts'
import { findResolver } from '../../store/entities/resolvers.ts'
import {
  countStoredSeals,
  findStoredTrees,
  selectSetKeys,
  selectSets,
  summarizeSets,
} from '../../store/entities/sealed-domains.ts'
import { type CoreContext, settleAppError } from '../context.ts'
import { type AnchorSettings, changesSince, keyOfAnchor, whyUnavailable } from '../domains/anchor.ts'
import { findSeals } from '../seals/find-seals.ts'
import { type DomainStep, type Finding, failed, skipped } from './finding.ts'
import { type AnchorFacts, judgeAge, judgeLag, judgeRoot } from './judge-anchor.ts'
import { judgeFiles } from './judge-files.ts'
import {
  areSealed,
  judgeAnswers,
  judgeSets,
  judgeTrees,
  maxCounted,
  nearDays,
  noSeals,
  type RefusedSet,
  type SealFacts,
} from './judge-seals.ts'
import { maxFilesOfHost, readFilesOfHosts } from './read-files.ts'

interface DiagnoseDomain {
  readonly domain: Domain
  readonly chain: ChainClient
  /** Undefined: the settings of the service name no targets. */
  readonly settings: AnchorSettings | undefined
  /** Of each request. */
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

interface Patient extends DiagnoseDomain {
  readonly context: CoreContext
  readonly resolver: Resolver
  readonly contract: Address
}

/** What of a domain goes on without this service, and whether its sealed names are answered: in the order of `domainSteps`. */
export async function diagnoseDomain(
  context: CoreContext,
  input: DiagnoseDomain,
): Promise<readonly Finding<DomainStep>[]> {
  const resolver = await findResolver(context.store.db, input.domain.resolverId)
  if (!resolver) return []
  const patient = { ...input, context, resolver, contract: checksumAddress(resolver.address) }
  const parts = await Promise.all([
    settled(patient, 'anchor-age', () => diagnoseAnchor(patient)),
    settled(patient, 'seal-trees', () => diagnoseSeals(patient)),
  ])
  return parts.flat() as readonly Finding<DomainStep>[]
}

/** A failure of a node becomes a finding. */
async function settled(
  { chain, domain }: Patient,
  step: DomainStep,
  read: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  const findings = await settleAppError(read)
  if (!(findings instanceof AppError)) return findings
  const asked = `the RPC of chain ${chain.id}`
  return [
    failed(
      { step, asked, received: 'no result' },
      {
        problem: findings.message,
        fix: 'Examine it again in a minute; if it stays so, tell the operator of this service.',
        operatorFix: 'Repeat the diagnosis; if it stays so, check the RPC of the chain (RPC_URL).',
        verdict: `${domain.name} could not be examined: the network did not answer.`,
      },
    ),
  ]
}

async function diagnoseAnchor(patient: Patient): Promise<readonly Finding[]> {
  const facts = await readAnchorFacts(patient)
  if (facts === undefined)
    return (['anchor-age', 'anchor-root', 'anchor-files', 'anchor-lag'] as const).map((step) =>
      skipped(step, 'The contract of the domain has no heartbeat.'),
    )
  const { anchor, heartbeat } = facts
  const newest =
    anchor && heartbeat.delay > 0 && !heartbeat.isFrozen
      ? await readNewestBeat(patient.chain, patient.contract)
      : undefined
  const lag =
    anchor?.beatAt == null
      ? { changesSince: 0, isChangesSinceExact: true }
      : await changesSince(patient.context, patient.domain, anchor)
  return [
    judgeAge(facts),
    judgeRoot(facts, newest),
    ...(await diagnoseFiles(patient, facts)),
    judgeLag(facts, lag),
  ]
}

/** `undefined`: a contract without a heartbeat, as of earlier versions. */
async function readAnchorFacts({
  context,
  domain,
  chain,
  contract,
  settings,
}: Patient): Promise<AnchorFacts | undefined> {
  const anchor = await findAnchor(context.store.db, domain.key)
  const heartbeat = await readHeartbeat(chain, contract).catch((error: unknown) => {
    if (error instanceof AppError && error.name === 'BadRequestException') return undefined
    throw error
  })
  if (!heartbeat) return undefined
  const key = await keyOfAnchor(settings, domain.chainId)
  const urls = settings?.urlsOf(domain) ?? []
  const isKnown = key !== undefined && !(key instanceof Error)
  return {
    ...{ domain: domain.name, contract, heartbeat, anchor, now: context.clock() },
    unavailableBecause: anchor ? whyUnavailable(settings, key) : null,
    intervalMs: anchor && settings?.intervalMs,
    missing: [
      ...(!isKnown || isAddressEqual(heartbeat.anchor, key) ? [] : ['who may beat']),
      ...(urls.length === 0 || urls.some((url) => heartbeat.files.includes(url))
        ? []
        : ['where the files are']),
    ],
  }
}

/** Hosts that are read; clients try them in this order. */
const maxHosts = 4

async function diagnoseFiles(
  { context, domain, settings, timeoutMs, signal }: Patient,
  { heartbeat, anchor }: AnchorFacts,
): Promise<readonly Finding[]> {
  const published =
    anchor?.root != null && anchor.depth !== null ? { root: anchor.root, depth: anchor.depth } : null
  const zone = heartbeat.zone ?? published
  if (!zone) return [skipped('anchor-files', 'There are no files yet.')]
  const urls = heartbeat.files.slice(0, maxHosts)
  const fetch = budgetedFetch(context.outbound, {
    maxRequests: maxHosts * maxFilesOfHost,
    maxConcurrent: maxHosts,
    maxResponseChars: 16 * 1_048_576,
  })
  const readings = await readFilesOfHosts({ urls, zone, domainNode: domain.node, fetch, timeoutMs, signal })
  const unlisted = anchor
    ? (settings?.urlsOf(domain) ?? []).filter((url) => !heartbeat.files.includes(url))
    : []
  return judgeFiles({
    domain: domain.name,
    root: zone.root,
    total: heartbeat.files.length,
    readings,
    unlisted,
  })
}

async function diagnoseSeals(patient: Patient): Promise<readonly Finding[]> {
  const facts = await readSealFacts(patient)
  if (!facts || !areSealed(facts))
    return (['seal-trees', 'seal-sets', 'seal-answers'] as const).map((step) => skipped(step, noSeals))
  return [judgeTrees(facts), judgeSets(facts), judgeAnswers(facts, await tryAnswers(patient))]
}

/** `undefined`: a contract that seals no names. */
async function readSealFacts({
  context,
  domain,
  chain,
  resolver,
  contract,
}: Patient): Promise<SealFacts | undefined> {
  const trees = await readSealTrees(chain, contract)
  if (!trees) return undefined
  const { db } = context.store
  const stored = await findStoredTrees(
    db,
    trees.map(({ root }) => root),
  )
  const now = Math.floor(context.clock() / 1000)
  const { labels, ...sets } = await summarizeSets(db, {
    ...{ domainKey: domain.key, now, soon: now + nearDays * 86_400, most: maxCounted },
  })
  return {
    ...{ domain: domain.name, contract },
    inStorage: await countStoredSeals(db, { resolverId: resolver.id, most: maxCounted }),
    trees: trees.map(({ root }) => ({ root, names: stored.get(root) })),
    sets: { ...sets, names: labels.map((label) => joinName(storedName(label), domain.name)) },
  }
}

const sampledFrom = 1000
const sampleSize = 8

/** Errors by which the contract refuses a set; others are failures of the node. */
const refusals: ReadonlySet<string> = new Set([
  'InvalidSignatureException',
  'BadRequestException',
  'SequenceTooLowException',
])

async function tryAnswers({ context, domain, chain, resolver, contract }: Patient) {
  const { db } = context.store
  const now = Math.floor(context.clock() / 1000)
  const keys = [...(await selectSetKeys(db, { domainKey: domain.key, now, most: sampledFrom }))]
  const chosen = Array.from({ length: Math.min(sampleSize, keys.length) }, () =>
    keys.splice(randomInt(keys.length), 1),
  ).flat()
  const sets = chosen.length === 0 ? [] : await selectSets(db, chosen)
  const names = sets.map(({ label }) => joinName(storedName(label), domain.name))
  const seals = await findSeals(db, resolver, names)
  const tried = names.flatMap((name, index) => {
    const seal = seals.get(name)
    const response = sets[index]?.response
    return seal && response ? [{ name, response, sealProof: seal.sealProof }] : []
  })
  const outcomes = await Promise.all(
    tried.map(async (set): Promise<RefusedSet | undefined> => {
      const outcome = await settleAppError(() => presentSets(chain, contract, set))
      if (!(outcome instanceof AppError)) return undefined
      if (!refusals.has(outcome.name)) throw outcome
      return { name: set.name, problem: outcome.message.replace(/^response: /, '') }
    }),
  )
  return { tried: tried.length, refused: outcomes.filter((outcome) => outcome !== undefined) }
}
