import { createSemaphore } from '../../async/limits.ts'
import { checkGateways, type GatewayCheck } from '../../ccip/check-gateways.ts'
import { readExpiries } from '../../chain/expiry.ts'
import { isChainId } from '../../ens/chains.ts'
import { AppError } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import type { Resolver } from '../../model/resolver.ts'
import type { ChainClient } from '../../rpc/operator.ts'
import type { SsrfSafeFetch } from '../../rpc/ssrf-safe-fetch.ts'
import { findDomains } from '../../store/entities/domains.ts'
import { listNameOfEachResolver } from '../../store/listing/domains.ts'
import { type CoreContext, settleAppError } from '../context.ts'
import { type ObservedDomain, refreshResolvers } from '../domains/onchain.ts'
import { gatewayUrls } from '../resolvers/resolvers.ts'
import { recordTrustedSigners } from '../resolvers/signers.ts'
import { type Counted, maxSubjects } from './health-advice.ts'
import {
  type DomainElsewhere,
  type DomainExpiry,
  type FailingGateway,
  gatewayAdvice,
  resolverTitle,
} from './reasons.ts'
import { checkSigners, type SignerCheck, signerAdvice } from './signers.ts'

const dayMs = 86_400_000

const nearExpiryMs = 30 * dayMs

/** Expiries change about once a year; those that are near are read in each pass. */
const expiryIntervalMs = 3_600_000

/** Each check is a lookup of a domain, and is counted as one; gateways that fail are checked in each pass. */
const gatewayIntervalMs = 900_000
const maxGatewayChecks = 64
const maxConcurrentGatewayChecks = 4

/** One failure may be a restart of the proxy, or of this instance. */
const failuresToReport = 2

/** What needs many calls; of the last pass. */
export interface SurveyResult {
  /** Of resolvers in use. */
  readonly signers: readonly SignerCheck[]
  readonly gateways: readonly FailingGateway[]
  readonly checkedGateways: number
  readonly domainsElsewhere: Counted<DomainElsewhere>
  readonly expiringDomains: Counted<DomainExpiry>
  /** By chain id; milliseconds since 1970. */
  readonly earliestExpiries: ReadonlyMap<number, number>
  readonly imageProblem: string | undefined
}

interface Survey {
  /** @throws DatabaseUnavailableError, with what was read kept. */
  readonly run: (signal: AbortSignal) => Promise<void>
  readonly result: () => SurveyResult
}

interface SurveyOptions {
  /** For gateway URLs, which the owners of contracts choose. */
  readonly fetch: SsrfSafeFetch
  /** Domains whose resolver on chain has changed. */
  readonly onRefreshed: (domains: readonly Domain[]) => void
}

interface GatewayState {
  failures: number
  readonly resolver: Resolver
  readonly gateway: GatewayCheck
}

interface ChainState {
  elsewhere: Counted<DomainElsewhere>
  /** By domain id. */
  near: ReadonlyMap<string, DomainExpiry>
  earliest: number | undefined
  readAllAt: number
}

/**
 * Reads what the chains, the gateways and the storage of images say about the resolvers and domains in use. What a
 * failing RPC does not show stays as it was; readiness reports the RPC.
 */
export function createSurvey(context: CoreContext, { fetch, onRefreshed }: SurveyOptions): Survey {
  const chainStates = new Map<number, ChainState>()
  const gatewayStates = new Map<string, readonly GatewayState[]>()
  const gatewaysCheckedAt = new Map<string, number>()
  let signers: readonly SignerCheck[] = []
  let imageProblem: string | undefined

  const surveyChain = async (chain: ChainClient) => {
    const previous = chainStates.get(chain.id)
    const now = context.clock()
    const isFull = previous === undefined || now - previous.readAllAt >= expiryIntervalMs
    const pass = startPass(now, isFull ? undefined : previous?.near)
    const resolvers = new Map(signers.map(({ resolver }) => [resolver.id, resolver.address]))
    const changed = await refreshResolvers(context, chain.id, async (observed) => {
      pass.addResolvers(observed, resolvers)
      await pass.addExpiries(chain, observed)
    })
    onRefreshed(changed)
    chainStates.set(chain.id, pass.end(previous, isFull))
  }

  const surveyGateways = async (
    inUse: readonly SignerCheck[],
    names: ReadonlyMap<string, string>,
    signal: AbortSignal,
  ) => {
    const now = context.clock()
    const checkedAt = ({ resolver }: SignerCheck) => gatewaysCheckedAt.get(resolver.id) ?? 0
    const isDue = (check: SignerCheck) =>
      now - checkedAt(check) >= gatewayIntervalMs ||
      (gatewayStates.get(check.resolver.id) ?? []).some(({ failures }) => failures > 0)
    const due = inUse
      .filter(isDue)
      .sort((one, other) => checkedAt(one) - checkedAt(other))
      .slice(0, maxGatewayChecks)
    const semaphore = createSemaphore(maxConcurrentGatewayChecks)
    await Promise.all(
      due.map((check) =>
        semaphore(async () => {
          const { resolver, trust } = check
          const chain = chainOf(context, resolver.chainId)
          const name = names.get(resolver.id)
          if (!chain || name === undefined || trust === 'not-a-resolver' || signal.aborted) return
          const gateways = await settleAppError(() =>
            checkGateways(chain, resolver.address, name, { fetch, signal }),
          )
          if (signal.aborted || gateways instanceof AppError) return
          const before = gatewayStates.get(resolver.id) ?? []
          gatewaysCheckedAt.set(resolver.id, now)
          gatewayStates.set(
            resolver.id,
            (gateways ?? []).map((gateway) => {
              const failures = before.find(({ gateway: { url } }) => url === gateway.url)?.failures ?? 0
              return { resolver, gateway, failures: isFailing(gateway, check) ? failures + 1 : 0 }
            }),
          )
        }, new AbortController().signal),
      ),
    )
    const ids = new Set(inUse.map(({ resolver }) => resolver.id))
    for (const id of gatewayStates.keys()) if (!ids.has(id)) gatewayStates.delete(id)
  }

  return {
    run: async (signal) => {
      const names = await listNameOfEachResolver(context.store.db)
      const checks = await checkSigners(context)
      for (const { resolver, trusted } of checks)
        if (trusted) await recordTrustedSigners(context, resolver, trusted)
      signers = checks.filter(({ resolver }) => names.has(resolver.id))
      for (const chain of context.chains.values())
        if (!signal.aborted) await settleAppError(() => surveyChain(chain))
      await surveyGateways(signers, names, signal)
      imageProblem = await context.media.check()
    },
    result: () => {
      const states = [...chainStates.values()]
      const near = states.flatMap((state) => [...state.near.values()])
      const gateways = [...gatewayStates.values()].flat()
      return {
        signers,
        gateways: gateways.filter(({ failures }) => failures >= failuresToReport),
        checkedGateways: gateways.length,
        domainsElsewhere: joinCounted(states.map(({ elsewhere }) => elsewhere)),
        expiringDomains: {
          total: near.length,
          first: near.sort((one, other) => one.expiresAt - other.expiresAt).slice(0, maxSubjects),
        },
        earliestExpiries: new Map(
          [...chainStates].flatMap(([id, { earliest }]) => (earliest === undefined ? [] : [[id, earliest]])),
        ),
        imageProblem,
      }
    },
  }
}

function chainOf({ chains }: CoreContext, chainId: number): ChainClient | undefined {
  return isChainId(chainId) ? chains.get(chainId) : undefined
}

/** Refused URLs, such as private ones, are not called from here; an untrusted signer is a reason of its own. */
function isFailing({ outcome, isRefused }: GatewayCheck, { trust }: SignerCheck): boolean {
  if (outcome === 'trusted' || isRefused) return false
  return outcome !== 'refused by the contract' || trust === 'trusted'
}

/** Reads the domains of a chain page by page; with `near`, only the expiries of these. */
function startPass(now: number, near: ReadonlyMap<string, DomainExpiry> | undefined) {
  const elsewhere: DomainElsewhere[] = []
  const expiring = new Map<string, DomainExpiry>()
  let total = 0
  let earliest: number | undefined
  let hasFailed = false

  return {
    addResolvers: (observed: readonly ObservedDomain[], resolvers: ReadonlyMap<string, string>) => {
      for (const { domain, resolver } of observed) {
        const expected = resolvers.get(domain.resolverId)
        if (!resolver || domain.isBlocked || expected === undefined) continue
        const found = resolver.resolver
        if (found?.toLowerCase() === expected) continue
        total++
        const { name, chainId } = domain
        if (elsewhere.length < maxSubjects) elsewhere.push({ name, chainId, found, expected })
      }
    },
    addExpiries: async (chain: ChainClient, observed: readonly ObservedDomain[]) => {
      const registered = observed.flatMap(({ domain }) => {
        const label = /(?:^|\.)([^.]+)\.eth$/.exec(domain.name)?.[1]
        const isWanted = !domain.isBlocked && (near?.has(domain.id) ?? true)
        return label !== undefined && isWanted ? [{ domain, label }] : []
      })
      const labels = registered.map(({ label }) => label)
      const expiries = await settleAppError(() => readExpiries(chain, labels))
      if (expiries instanceof AppError) {
        hasFailed = true
        return
      }
      for (const [index, { domain }] of registered.entries()) {
        const expiry = expiries[index]
        if (!expiry) continue
        const { id, name, chainId } = domain
        const expiresAt = Number(expiry.seconds) * 1000
        earliest = Math.min(earliest ?? expiresAt, expiresAt)
        if (expiresAt - now < nearExpiryMs) expiring.set(id, { name, chainId, expiresAt })
      }
    },
    /** What failed, and a renewed domain, lead to all expiries being read in the next pass. */
    end: (previous: ChainState | undefined, isFull: boolean): ChainState => {
      const known = { near: expiring, earliest: earliest ?? (isFull ? undefined : previous?.earliest) }
      const last = { near: previous?.near ?? expiring, earliest: previous?.earliest }
      const isRenewed = !isFull && expiring.size < last.near.size
      return {
        elsewhere: { total, first: elsewhere },
        ...(hasFailed ? last : known),
        readAllAt: hasFailed || isRenewed ? 0 : isFull ? now : (previous?.readAllAt ?? 0),
      }
    },
  }
}

function joinCounted<Item>(parts: readonly Counted<Item>[]): Counted<Item> {
  return {
    total: parts.reduce((sum, { total }) => sum + total, 0),
    first: parts.flatMap(({ first }) => first).slice(0, maxSubjects),
  }
}

export interface ResolverHealth extends SignerCheck {
  /** In the contract's order; undefined when unreadable. */
  readonly gateways: readonly GatewayCheck[] | undefined
  /** Problems with advice; empty when names resolve. */
  readonly findings: readonly string[]
}

/** No gateway of ours signs for it. */
const unusedName = 'byname.invalid'

/**
 * Checks that each contract trusts our signer, points to `publicUrl`, and accepts its gateways' responses. 404 is
 * correct for an unused resolver.
 */
export async function checkResolvers(
  context: Pick<CoreContext, 'store' | 'chains' | 'signers'>,
  publicUrl: string | undefined,
): Promise<readonly ResolverHealth[]> {
  const domains = await findDomains(context.store.db)
  return Promise.all(
    (await checkSigners(context)).map(async (check) => {
      const { resolver } = check
      const domain = domains.find(({ resolverId, isBlocked }) => resolverId === resolver.id && !isBlocked)
      const gateways = await checkGatewaysOf(context, check, domain?.name ?? unusedName)
      const isExpected = ({ outcome }: GatewayCheck) =>
        outcome === 'trusted' || (!domain && outcome === 'HTTP 404')
      const findings = [
        signerAdvice(check) ?? uncheckedAdvice(check),
        wrongUrlAdvice(check, gateways, publicUrl),
        ...(gateways ?? [])
          .filter((gateway) => !isExpected(gateway))
          .map((gateway) => gatewayAdvice(check.resolver, gateway)),
      ].filter((finding) => finding !== undefined)
      return { ...check, gateways, findings }
    }),
  )
}

async function checkGatewaysOf(
  { chains }: Pick<CoreContext, 'chains'>,
  { resolver, trust }: SignerCheck,
  name: string,
): Promise<readonly GatewayCheck[] | undefined> {
  const chain = isChainId(resolver.chainId) ? chains.get(resolver.chainId) : undefined
  if (!chain || trust === 'rpc-failed' || trust === 'not-a-resolver') return undefined
  try {
    return await checkGateways(chain, resolver.address, name)
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

function uncheckedAdvice(check: SignerCheck): string | undefined {
  const { chainId } = check.resolver
  if (check.trust === 'rpc-not-configured')
    return `${resolverTitle(check.resolver)} could not be checked: set RPC_URL_${chainId}.`
  if (check.trust === 'rpc-failed')
    return `${resolverTitle(check.resolver)} could not be checked: the RPC of chain ${chainId} does not respond.`
  return undefined
}

function wrongUrlAdvice(
  check: SignerCheck,
  gateways: readonly GatewayCheck[] | undefined,
  publicUrl: string | undefined,
): string | undefined {
  if (!gateways || publicUrl === undefined) return undefined
  const [expected = ''] = gatewayUrls(publicUrl, check.resolver.id)
  if (gateways.some(({ url }) => url === expected || url.startsWith(`${expected}/`))) return undefined
  return (
    `${resolverTitle(check.resolver)} does not point to PUBLIC_URL but to ${gateways.map(({ url }) => url).join(', ')}. ` +
    `Correct PUBLIC_URL, or run: byname resolvers set-urls ${check.resolver.id}`
  )
}
