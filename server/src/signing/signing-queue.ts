import { randomBytes } from 'node:crypto'
import { OverloadedError } from '../errors.ts'
import { responseDigest, type SigningContext, type UnsignedResponse } from '../gateway/digest.ts'
import { maxTreeLeaves } from '../gateway/merkle-tree.ts'
import { type Batch, bytesOf, createFairLane, type FairLane, type Pending } from './fair-lane.ts'
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
    /** Of which each has its turn while the signer is busy; absent: those without one are one. */
    clientOf?: () => string,
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
  /** Of their requests and results together, and 512 for each. */
  readonly maxPendingBytes?: number
  readonly maxWaitMs?: number
}

/** One queue of a process, with a lane for each signer. */
export function createSigningQueue({
  maxBatch = maxTreeLeaves,
  maxBatchBytes = 1_048_576,
  maxPending = 10_000,
  maxPendingBytes = 64 * 1_048_576,
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
    sign: (signer, context, response, clientOf) => {
      const leaf = responseDigest(context, response)
      const lane = laneOf(signer)
      if (!signer.limits && (context.scheme !== 'merkle' || lane.isFirstAfterQuiet()))
        return signer.sign(leaf, { ...context, responses: [response], seed: noSeed })
      signer.assertAvailable?.()
      const client = clientOf?.() ?? ''
      const needed = bytesOf({ response })
      while (lane.size() >= maxPending || lane.bytes() + needed > maxPendingBytes)
        if (!lane.dropOfLargest(client)) throw tooSlowError()
      pending++
      return new Promise((resolve, reject) =>
        lane.add(context, { response, leaf, client, since: performance.now(), resolve, reject }),
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
  readonly add: FairLane['add']
  readonly size: FairLane['size']
  readonly bytes: FairLane['bytes']
  /** Refuses a response of the client that has most waiting; false if that is the given one. */
  readonly dropOfLargest: (client: string) => boolean
}

interface LaneOptions {
  readonly maxBatch: number
  readonly maxBatchBytes: number
  readonly maxWaitMs: number
  readonly onSettled: (count: number) => void
}

/** Group commit: what arrives while a signature is made, or is not due yet, shares the next one; clients take turns. */
function createLane(signer: Signer, { maxBatch, maxBatchBytes, maxWaitMs, onSettled }: LaneOptions): Lane {
  const { maxConcurrent, maxPerSecond } = signer.limits ?? unlimited
  const intervalMs = 1000 / maxPerSecond
  const waiting = createFairLane({ maxBatch, maxBatchBytes })
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
    while (waiting.size() > 0 && signing < maxConcurrent) {
      const now = performance.now()
      if (now < nextAt) return scheduleFlush(nextAt - now)
      const batch = waiting.take()
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
      if (waiting.size() > 0) scheduleExpiry()
    }, maxWaitMs).unref()
  }
  const settle = async ({ context, pending }: Batch) => {
    try {
      const signatures = await signTogether(signer, context, pending)
      for (const [index, { resolve }] of pending.entries()) resolve(signatures(index))
    } catch (error) {
      for (const { reject } of pending) reject(error)
    } finally {
      signing--
      onSettled(pending.length)
      if (waiting.size() > 0) scheduleFlush()
    }
  }
  const refuse = (pending: readonly Pending[]) => {
    for (const { reject } of pending) reject(tooSlowError())
    onSettled(pending.length)
  }
  const rejectExpired = () => refuse(waiting.takeOlderThan(performance.now() - maxWaitMs))
  return {
    isFirstAfterQuiet,
    add: (context, pending) => {
      waiting.add(context, pending)
      scheduleFlush()
      scheduleExpiry()
    },
    size: waiting.size,
    bytes: waiting.bytes,
    dropOfLargest: (client) => {
      const dropped = waiting.takeFromLargest(client)
      if (dropped) refuse([dropped])
      return dropped !== undefined
    },
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
