import { setTimeout as delay } from 'node:timers/promises'
import { readExpiries } from '../../chain/expiry.ts'
import { AppError } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import type { ChainClient } from '../../rpc/operator.ts'
import { listNameOfEachResolver } from '../../store/listing/domains.ts'
import { type CoreContext, settleAppError } from '../context.ts'
import { type ObservedDomain, refreshResolvers } from '../domains/onchain.ts'
import { recordTrustedSigners } from '../resolvers/signers.ts'
import { type Counted, maxSubjects } from './health-advice.ts'
import type { DomainElsewhere, DomainExpiry } from './reasons.ts'
import { checkSigners, type SignerCheck } from './signers.ts'

const dayMs = 86_400_000

const nearExpiryMs = 30 * dayMs

/** Expiries change about once a year; those that are near are read in each pass. */
const expiryIntervalMs = 3_600_000

/** Until what a contract says for the first time is read again: one reading may be of an RPC that is behind. */
const confirmDelayMs = 2_000

/** What needs many calls; of the last pass. */
export interface SurveyResult {
  /** Of resolvers in use. */
  readonly signers: readonly SignerCheck[]
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
  /** Domains whose resolver on chain has changed. */
  readonly onRefreshed: (domains: readonly Domain[]) => void
}

interface ChainState {
  elsewhere: Counted<DomainElsewhere>
  /** By domain id. */
  near: ReadonlyMap<string, DomainExpiry>
  earliest: number | undefined
  readAllAt: number
}

/**
 * Reads what the chains and the storage of images say about the resolvers and domains in use. What a
 * failing RPC does not show stays as it was; readiness reports the RPC.
 */
export function createSurvey(context: CoreContext, { onRefreshed }: SurveyOptions): Survey {
  const chainStates = new Map<number, ChainState>()
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

  return {
    run: async (signal) => {
      const names = await listNameOfEachResolver(context.store.db)
      const checks = await confirmedChecks(context, signers, signal)
      for (const { resolver, trusted } of checks)
        if (trusted) await recordTrustedSigners(context, resolver, trusted)
      signers = checks.filter(({ resolver }) => names.has(resolver.id))
      for (const chain of context.chains.values())
        if (!signal.aborted) await settleAppError(() => surveyChain(chain))
      imageProblem = await context.media.check()
    },
    result: () => {
      const states = [...chainStates.values()]
      const near = states.flatMap((state) => [...state.near.values()])
      return {
        signers,
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

const problems: readonly SignerCheck['trust'][] = ['untrusted', 'not-a-resolver']

/** As `checkSigners`; a problem that is not among `known` counts if a second reading has it. */
async function confirmedChecks(
  context: CoreContext,
  known: readonly SignerCheck[],
  signal: AbortSignal,
): Promise<readonly SignerCheck[]> {
  const checks = await checkSigners(context)
  const isKnown = ({ resolver, trust }: SignerCheck) =>
    known.some((before) => before.resolver.id === resolver.id && before.trust === trust)
  if (checks.every((check) => !problems.includes(check.trust) || isKnown(check))) return checks
  await delay(confirmDelayMs, undefined, { signal }).catch(() => {})
  return checkSigners(context)
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
