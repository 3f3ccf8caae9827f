import { randomBytes } from 'node:crypto'
import { OverloadedError } from '../errors.ts'
import { responseDigest, type SigningContext, type UnsignedResponse } from '../gateway/digest.ts'
import { maxTreeLeaves } from '../gateway/merkle-tree.ts'
import { digestOfLeaves } from './signed-digest.ts'
import { type Signer, seedSize } from './signer.ts'

/** The signature field of a response: r, s, v, and with `merkle` the path to the root. */
type SignatureField = Uint8Array

export interface SigningQueue {
  /**
   * Signs a response. With `merkle`, responses that become ready in the same turn of the event loop, or while the signer is
   * busy, share one signature; a response alone is signed as with `chain-bound`. The first one of a turn
   * does not wait for others if the turn before had at most one.
   *
   * @throws AppError those of the signer, and `ServiceUnavailableException` when it is too slow for what is asked.
   */
  readonly sign: (
    signer: Signer,
    context: SigningContext,
    response: UnsignedResponse,
  ) => SignatureField | Promise<SignatureField>
  /** Responses that wait for a signature. */
  readonly pending: () => number
}

interface SigningQueueOptions {
  /** Leaves of a tree. */
  readonly maxBatch?: number
  /** Of their requests and results together. */
  readonly maxBatchBytes?: number
  /** Responses that wait for one signer. */
  readonly maxPending?: number
  readonly maxWaitMs?: number
}

/** A response that waits; `leaf` is its digest. */
interface Pending {
  readonly response: UnsignedResponse
  readonly leaf: Uint8Array
  readonly since: number
  readonly resolve: (signature: SignatureField) => void
  readonly reject: (error: unknown) => void
}

/** Responses for one contract. */
interface Group {
  readonly context: SigningContext
  readonly pending: Pending[]
}

/** One queue of a process, with a lane for each signer. */
export function createSigningQueue({
  maxBatch = maxTreeLeaves,
  maxBatchBytes = 1_048_576,
  maxPending = 10_000,
  maxWaitMs = 5_000,
}: SigningQueueOptions = {}): SigningQueue {
  const lanes = new WeakMap<Signer, Lane>()
  let pending = 0
  const laneOf = (signer: Signer): Lane => {
    const known = lanes.get(signer)
    if (known) return known
    const lane = createLane(signer, {
      maxBatch,
      maxBatchBytes,
      maxWaitMs,
      onSettled: (count) => (pending -= count),
    })
    lanes.set(signer, lane)
    return lane
  }
  return {
    sign: (signer, context, response) => {
      const leaf = responseDigest(context, response)
      const lane = laneOf(signer)
      if (!signer.limits && (context.scheme !== 'merkle' || lane.isFirstAfterQuiet()))
        return signer.sign(leaf, { ...context, responses: [response], seed: noSeed })
      signer.assertAvailable?.()
      if (lane.size() >= maxPending) throw tooSlowError()
      pending++
      return new Promise((resolve, reject) =>
        lane.add(context, { response, leaf, since: performance.now(), resolve, reject }),
      )
    },
    pending: () => pending,
  }
}

function tooSlowError(): OverloadedError {
  return new OverloadedError('The signer is too slow for the lookups that arrive. Retry after 1 second.')
}

interface Lane {
  /** To be asked for each response: whether it is the first of its turn, and the turn with responses before it had at most one. */
  readonly isFirstAfterQuiet: () => boolean
  readonly add: (context: SigningContext, pending: Pending) => void
  readonly size: () => number
}

interface LaneOptions {
  readonly maxBatch: number
  readonly maxBatchBytes: number
  readonly maxWaitMs: number
  readonly onSettled: (count: number) => void
}

/** Group commit: what arrives while a signature is made, or is not due yet, shares the next one. */
function createLane(signer: Signer, { maxBatch, maxBatchBytes, maxWaitMs, onSettled }: LaneOptions): Lane {
  const { maxConcurrent, maxPerSecond } = signer.limits ?? unlimited
  const intervalMs = 1000 / maxPerSecond
  /** In the order of their turns. */
  const groups = new Map<string, Group>()
  let size = 0
  let signing = 0
  let nextAt = 0
  let isFlushDue = false
  let isExpiryDue = false
  let turnSize = 0
  let lastTurnSize = 0

  const isFirstAfterQuiet = () => {
    turnSize++
    if (turnSize > 1) return false
    setImmediate(() => {
      lastTurnSize = turnSize
      turnSize = 0
    })
    return lastTurnSize <= 1
  }
  const scheduleFlush = (delayMs = 0) => {
    if (isFlushDue) return
    isFlushDue = true
    if (delayMs > 0) setTimeout(flush, delayMs)
    else setImmediate(flush)
  }
  const flush = () => {
    isFlushDue = false
    rejectExpired()
    while (groups.size > 0 && signing < maxConcurrent) {
      const now = performance.now()
      if (now < nextAt) return scheduleFlush(nextAt - now)
      const batch = takeBatch()
      if (!batch) return
      nextAt = now + intervalMs
      signing++
      settle(batch)
    }
  }
  /** Beside `flush`, which does nothing while the signer is busy. */
  const scheduleExpiry = () => {
    if (isExpiryDue || !signer.limits) return
    isExpiryDue = true
    setTimeout(() => {
      isExpiryDue = false
      rejectExpired()
      if (groups.size > 0) scheduleExpiry()
    }, maxWaitMs).unref()
  }
  const takeBatch = (): Group | undefined => {
    const [first] = groups
    if (!first) return undefined
    const [key, { context, pending }] = first
    const taken = pending.splice(0, context.scheme === 'merkle' ? batchLength(pending) : 1)
    groups.delete(key)
    if (pending.length > 0) groups.set(key, { context, pending })
    return { context, pending: taken }
  }
  /** At least one. */
  const batchLength = (pending: readonly Pending[]): number => {
    let bytes = 0
    const end = pending.findIndex(({ response: { request, result } }, index) => {
      bytes += request.length + result.length
      return index === maxBatch || (index > 0 && bytes > maxBatchBytes)
    })
    return end === -1 ? pending.length : end
  }
  const settle = async ({ context, pending }: Group) => {
    try {
      const signatures = await signTogether(signer, context, pending)
      for (const [index, { resolve }] of pending.entries()) resolve(signatures(index))
    } catch (error) {
      for (const { reject } of pending) reject(error)
    } finally {
      signing--
      forget(pending.length)
      if (groups.size > 0) scheduleFlush()
    }
  }
  const rejectExpired = () => {
    const earliest = performance.now() - maxWaitMs
    for (const [key, { pending }] of groups) {
      const isInTime = pending.findIndex(({ since }) => since >= earliest)
      const expired = pending.splice(0, isInTime === -1 ? pending.length : isInTime)
      for (const { reject } of expired) reject(tooSlowError())
      forget(expired.length)
      if (pending.length === 0) groups.delete(key)
    }
  }
  const forget = (count: number) => {
    size -= count
    onSettled(count)
  }
  return {
    isFirstAfterQuiet,
    add: (context, pending) => {
      const key = `${context.scheme} ${context.chainId} ${context.resolver}`
      const group = groups.get(key)
      if (group) group.pending.push(pending)
      else groups.set(key, { context, pending: [pending] })
      size++
      scheduleFlush()
      scheduleExpiry()
    },
    size: () => size,
  }
}

const noSeed = new Uint8Array()

const unlimited = { maxConcurrent: Number.POSITIVE_INFINITY, maxPerSecond: Number.POSITIVE_INFINITY } as const

/** Of each response, by its index. One alone is signed without a tree. */
async function signTogether(
  signer: Signer,
  { scheme, chainId, resolver }: SigningContext,
  pending: readonly Pending[],
): Promise<(index: number) => SignatureField> {
  const context = { scheme, chainId, resolver }
  const responses = pending.map(({ response }) => response)
  const leaves = pending.map(({ leaf }) => leaf)
  const seed = leaves.length > 1 ? randomBytes(seedSize) : noSeed
  const { digest, pathOf } = digestOfLeaves(context, leaves, seed)
  const signature = await signer.sign(digest, { ...context, responses, seed })
  return (index) => Buffer.concat([signature, pathOf(index)])
}
