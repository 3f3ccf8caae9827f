import { setTimeout as delay } from 'node:timers/promises'
import { createSemaphore } from '../../async/limits.ts'
import { isChainId } from '../../ens/chains.ts'
import { AppError } from '../../errors.ts'
import type { Resolver } from '../../model/resolver.ts'
import type { ChainClient } from '../../rpc/operator.ts'
import type { SsrfSafeFetch } from '../../rpc/ssrf-safe-fetch.ts'
import { findAllResolvers } from '../../store/entities/resolvers.ts'
import { listNameOfEachResolver } from '../../store/listing/domains.ts'
import { type CoreContext, settleAppError } from '../context.ts'
import { signersInTurn } from '../resolvers/signers.ts'
import { type ChainReading, judgeTime, readChainHead, type TimeJudgement } from './chain-time.ts'
import { checkAsClient, type GatewayCheck, type PathFault } from './check-gateways.ts'
import { createConfirmations } from './confirmations.ts'
import { checkFreshSignature, type SignerFault } from './fresh-signature.ts'
import { watchLateness } from './lateness.ts'

/** A domain has more gateways than these only by mistake; the others have their turn in the next pass. */
const maxResolvers = 64
const maxConcurrent = 8
const gatewayTimeoutMs = 5_000

/** So that what begins right after a pass is reported within 90 seconds of it. */
const confirmDelayMs = 10_000
const failingDelayMs = 15_000
const maxPassMs = 45_000

/** A proxy learns only after some checks that an instance has started. */
const startGraceMs = 40_000

export interface FailingGateway {
  readonly resolver: Resolver
  readonly gateway: GatewayCheck
  /** Whether the contract accepts the response of another URL. */
  readonly hasOther: boolean
}

/** Of the domain that is probed for a resolver. */
export interface FailingPath {
  readonly resolver: Resolver
  readonly domain: string
  readonly fault: PathFault
}

/** A gateway whose replica is behind, by what it says itself. */
export interface LaggingGateway {
  readonly resolver: Resolver
  readonly gateway: Pick<GatewayCheck, 'url' | 'method'>
  readonly lagMs: number
}

export interface FailingSigner {
  readonly chainId: number
  readonly address: string
  readonly fault: SignerFault
  /** Each resolver in use that it signs for has another one, which signs. */
  readonly hasOther: boolean
}

/** What the last two measurements found. */
export interface ProbeResult {
  readonly gateways: readonly FailingGateway[]
  readonly checkedGateways: number
  readonly paths: readonly FailingPath[]
  /** Found by the last measurement. */
  readonly lagging: readonly LaggingGateway[]
  /** Ids of those whose gateways the last passes called. */
  readonly probedResolvers: ReadonlySet<string>
  readonly signers: readonly FailingSigner[]
  readonly time: TimeJudgement
}

export interface SelfProbe {
  /** Measures once. @throws DatabaseUnavailableError */
  readonly measure: (signal: AbortSignal) => Promise<void>
  /**
   * Measures, again soon after what failed first, and for most of a minute while something fails. `onMeasured` is called each time.
   * @throws DatabaseUnavailableError
   */
  readonly run: (signal: AbortSignal, onMeasured: () => Promise<unknown>) => Promise<void>
  readonly result: () => ProbeResult
}

interface SelfProbeOptions {
  /** For gateway URLs, which the owners of contracts choose. */
  readonly fetch: SsrfSafeFetch
}

interface Probed {
  readonly resolver: Resolver
  readonly domain: string
}

type ProbeContext = Pick<
  CoreContext,
  'store' | 'chains' | 'signers' | 'signingQueue' | 'probeNames' | 'clock' | 'rules'
>

/**
 * Resolves a name of its own through each resolver in use, as a wallet does: by the Universal Resolver, which leads to the contract, its
 * gateway URLs, and the verdict of both on the response. The name is new each time, so that neither a cache nor an earlier signature can answer.
 */
export function createSelfProbe(context: ProbeContext, { fetch }: SelfProbeOptions): SelfProbe {
  const gateways = createConfirmations<FailingGateway>()
  const paths = createConfirmations<FailingPath>()
  const lagging = new Map<string, LaggingGateway>()
  const signers = createConfirmations<FailingSigner>()
  const times = createConfirmations<TimeJudgement>()
  const probedAt = new Map<string, number>()
  const urlsOf = new Map<string, readonly string[]>()
  const clock = createClockWatch(context)
  const startedAt = performance.now()

  const probeGateways = async ({ resolver, domain }: Probed, signal: AbortSignal) => {
    const chain = isChainId(resolver.chainId) ? context.chains.get(resolver.chainId) : undefined
    if (!chain) return
    const readBlockTime = async () => (await settled(readChainHead(chain)))?.blockTime
    const name = context.probeNames.next(domain)
    const lateness = watchLateness()
    const check = await settleAppError(() =>
      checkAsClient(chain, resolver, name, readBlockTime, {
        fetch,
        signal,
        timeoutMs: gatewayTimeoutMs,
        clock: context.clock,
      }),
    )
    const wasLate = lateness.end()
    if (signal.aborted || check instanceof AppError) return
    if (check === undefined) {
      // No contract of ours, which the survey reports.
      urlsOf.delete(resolver.id)
      return
    }
    const { gateways: checks, pathFault } = check
    paths.note(resolver.id, pathFault && { resolver, domain, fault: pathFault })
    urlsOf.set(
      resolver.id,
      checks.map(({ url }) => url),
    )
    for (const gateway of checks) {
      // A process that is late itself knows nothing of how late others are.
      if (wasLate && gateway.fault?.step === 'connection') continue
      const isFailing = gateway.fault !== undefined && !gateway.isRefused
      const hasOther = checks.some(({ fault }) => fault === undefined)
      const key = keyOf(resolver.id, gateway.url)
      gateways.note(key, isFailing ? { resolver, gateway, hasOther } : undefined)
      if (gateway.lagMs === undefined) lagging.delete(key)
      else lagging.set(key, { resolver, gateway, lagMs: gateway.lagMs })
    }
  }

  const probeSigners = async (probed: readonly Probed[]) => {
    const keys = new Set<string>()
    const checks = probed.flatMap(({ resolver, domain }) =>
      (context.signers.get(resolver.chainId) ?? []).flatMap((signer) => {
        const key = keyOf(`${resolver.chainId}`, signer.address)
        if (keys.has(key)) return []
        keys.add(key)
        return [{ key, resolver, domain, signer }]
      }),
    )
    const outcomes = await Promise.all(
      checks.map(async ({ resolver, domain, signer, ...check }) => {
        const lateness = watchLateness()
        const name = context.probeNames.next(domain)
        const fault = await checkFreshSignature(context, resolver, signer, name)
        return { ...check, chainId: resolver.chainId, signer, fault, wasLate: lateness.end() }
      }),
    )
    const failing = new Set(outcomes.flatMap(({ signer, fault }) => (fault ? [signer] : [])))
    for (const { key, chainId, signer, fault, wasLate } of outcomes) {
      if (wasLate && fault) continue
      const hasOther = probed.every(({ resolver }) => {
        const inTurn =
          resolver.chainId === chainId ? signersInTurn(context.signers.get(chainId), resolver) : []
        return !inTurn.includes(signer) || inTurn.some((other) => !failing.has(other))
      })
      signers.note(key, fault && { chainId, address: signer.address, fault, hasOther })
    }
    signers.keep(keys)
  }

  const probeTime = async () => {
    const judged = await clock.read()
    const isFine = judged.clock === undefined && judged.behind.length === 0
    times.note('time', isFine ? undefined : judged)
  }

  const measure = async (signal: AbortSignal) => {
    const names = await listNameOfEachResolver(context.store.read)
    const inUse = (await findAllResolvers(context.store.read)).flatMap((resolver): Probed[] => {
      const domain = names.get(resolver.id)
      return domain === undefined ? [] : [{ resolver, domain }]
    })
    const due = inUse
      .toSorted((one, other) => (probedAt.get(one.resolver.id) ?? 0) - (probedAt.get(other.resolver.id) ?? 0))
      .slice(0, maxResolvers)
    const semaphore = createSemaphore(maxConcurrent)
    await Promise.all([
      probeTime(),
      probeSigners(inUse),
      ...due.map((probed) => semaphore(() => probeGateways(probed, signal), new AbortController().signal)),
    ])
    const now = performance.now()
    for (const { resolver } of due) probedAt.set(resolver.id, now)
    const ids = new Set(inUse.map(({ resolver }) => resolver.id))
    for (const id of urlsOf.keys()) if (!ids.has(id)) urlsOf.delete(id)
    for (const id of probedAt.keys()) if (!ids.has(id)) probedAt.delete(id)
    const keys = new Set([...urlsOf].flatMap(([id, urls]) => urls.map((url) => keyOf(id, url))))
    gateways.keep(keys)
    for (const key of lagging.keys()) if (!keys.has(key)) lagging.delete(key)
    paths.keep(new Set(urlsOf.keys()))
  }

  const all = [gateways, paths, signers, times]
  return {
    measure,
    run: async (signal, onMeasured) => {
      const endsAt = performance.now() + maxPassMs
      for (;;) {
        await measure(signal)
        if (signal.aborted) return
        await onMeasured()
        const isUnconfirmed = all.some((each) => each.hasUnconfirmed())
        if (!isUnconfirmed && all.every((each) => each.confirmed().length === 0)) return
        const graceMs = isUnconfirmed ? startedAt + startGraceMs - performance.now() : 0
        const waitMs = Math.max(graceMs, isUnconfirmed ? confirmDelayMs : failingDelayMs)
        if (!isUnconfirmed && performance.now() + waitMs > endsAt) return
        await delay(waitMs, undefined, { signal }).catch(() => {})
        if (signal.aborted) return
      }
    },
    result: () => ({
      gateways: gateways.confirmed(),
      checkedGateways: [...urlsOf.values()].flat().length,
      probedResolvers: new Set(urlsOf.keys()),
      paths: paths.confirmed(),
      lagging: [...lagging.values()],
      signers: signers.confirmed(),
      time: times.confirmed()[0] ?? { clock: undefined, behind: [] },
    }),
  }
}

function keyOf(id: string, rest: string): string {
  return `${id} ${rest}`
}

async function settled<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  const outcome = await settleAppError(() => reading)
  return outcome instanceof AppError ? undefined : outcome
}

/** Compares this process's clock with the chains, and with a clock that cannot be set. */
function createClockWatch({ chains, clock }: Pick<CoreContext, 'chains' | 'clock'>) {
  /** When the clock was right. */
  let right: { readonly wall: number; readonly monotonic: number } | undefined
  const before = new Map<number, { readonly blockTime: number; readonly monotonic: number }>()

  const readChain = async (chain: ChainClient): Promise<readonly ChainReading[]> => {
    const head = await settled(readChainHead(chain))
    if (!head) return []
    const { blockTime, rpcTime } = head
    const [wall, monotonic] = [clock(), performance.now()]
    const earlier = before.get(chain.id)
    if (!earlier || monotonic - earlier.monotonic >= maxProgressMs || blockTime < earlier.blockTime)
      before.set(chain.id, { blockTime, monotonic })
    const progress = earlier && {
      blockMs: (blockTime - earlier.blockTime) * 1000,
      elapsedMs: monotonic - earlier.monotonic,
    }
    const aheadOfRpcMs = rpcTime === undefined ? undefined : wall - rpcTime
    return [{ chainId: chain.id, blockTime, ageMs: wall - blockTime * 1000, aheadOfRpcMs, progress }]
  }
  return {
    read: async (): Promise<TimeJudgement> => {
      const readings = (await Promise.all([...chains.values()].map(readChain))).flat()
      const [wall, monotonic] = [clock(), performance.now()]
      const judged = judgeTime(readings, right && wall - right.wall - (monotonic - right.monotonic))
      if (readings.length > 0 && judged.clock === undefined && judged.behind.length < readings.length)
        right = { wall, monotonic }
      return judged
    },
  }
}

/** Then the progress of a chain is measured anew. */
const maxProgressMs = 120_000
