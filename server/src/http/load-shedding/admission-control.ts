import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { OverloadedError, QuotaExceededError } from '../../errors.ts'
import { credentialOf } from '../credentials/credentials.ts'
import { clientKey } from '../rate-limit/client-key.ts'

interface InFlightLimits {
  readonly total: number
  readonly perClient: number
  /** Absent: as many as in all. */
  readonly perWorkspace?: number
}

/** Whose requests count together. */
interface LoadSubject {
  /** A workspace by its keys, a member or administrator, or a network address without a credential. */
  readonly client: string
  /** Those whose keys or members send the request. */
  readonly workspaces: readonly string[]
}

type InFlightBound = keyof InFlightLimits

/** Limits requests in flight, in all, per client and per workspace. Nothing waits. */
interface InFlightLimiter {
  /** Returns the function that releases it, or the bound that is reached. */
  readonly tryAcquire: (subject: LoadSubject) => (() => void) | InFlightBound
}

export function createInFlightLimiter({
  total,
  perClient,
  perWorkspace = total,
}: InFlightLimits): InFlightLimiter {
  const counts = new Map<string, number>()
  let inFlight = 0
  const countOf = (key: string) => counts.get(key) ?? 0
  const add = (key: string, change: 1 | -1) => {
    const count = countOf(key) + change
    if (count > 0) counts.set(key, count)
    else counts.delete(key)
  }
  return {
    tryAcquire: ({ client, workspaces }) => {
      const clientKey = `client ${client}`
      const workspaceKeys = workspaces.map((id) => `workspace ${id}`)
      if (countOf(clientKey) >= perClient) return 'perClient'
      if (workspaceKeys.some((key) => countOf(key) >= perWorkspace)) return 'perWorkspace'
      if (inFlight >= total) return 'total'
      inFlight++
      for (const key of [clientKey, ...workspaceKeys]) add(key, 1)
      return () => {
        inFlight--
        for (const key of [clientKey, ...workspaceKeys]) add(key, -1)
      }
    },
  }
}

/**
 * By credential, so that a workspace does not use up what another one behind the same address may have: all keys of a
 * workspace count together for what is short, a key alone for what stays open. Without a credential, by address.
 */
export function loadSubjectOf(request: FastifyRequest, staysOpen: boolean): LoadSubject {
  const { apiKey, session } = credentialOf(request)
  if (apiKey) {
    const client = staysOpen ? `key ${apiKey.id}` : `keys of ${apiKey.workspaceId}`
    return { client, workspaces: [apiKey.workspaceId] }
  }
  if (!session) return { client: clientKey(request.ip), workspaces: [] }
  const { address, keyId } = session.session
  return { client: `member ${address ?? keyId}`, workspaces: [...session.roles.keys()] }
}

/**
 * `listing`: many rows; `scan`: reads what no index has, one for a client at a time; `batch`: writes many rows; `outbound`: waits for chains; `stream`: stays open; `system`: health,
 * never shed. Absent: few rows.
 */
export type LoadClass = 'listing' | 'scan' | 'batch' | 'outbound' | 'stream' | 'system'

export interface AdmissionControl {
  /** @throws AppError `ServiceUnavailableException` while this load class is shed. */
  readonly assertAdmitted: (loadClass: LoadClass | undefined) => void
  /**
   * @throws AppError `ServiceUnavailableException` at the limit of the load class; `TooManyRequestsException` at that of
   * one credential or workspace for event streams, which end only when their client ends them.
   */
  readonly runWithinLimits: <T>(
    loadClass: LoadClass | undefined,
    subject: LoadSubject,
    work: () => Promise<T>,
  ) => Promise<T>
}

const streamRetrySeconds = 10

/** Also bounds their memory, some megabytes each. */
const maxBatches = { total: 16, perClient: 12 }

/** The names of a domain are read for each. */
const maxScans = { total: 4, perClient: 1 }

/** Divisor: the share of one client in chain reads, and of one workspace in event streams. */
const maxShare = 4

/**
 * Under overload, sheds listings and batches first, then everything else, lookups last. Those of a class above its
 * concurrency limit fail immediately with 503.
 */
export function createAdmissionControl({ config, overloadMonitor, metrics }: Context): AdmissionControl {
  const { maxConcurrentListings, maxConcurrentChainReads } = config.overload
  const { maxTotal, maxPerClient } = config.eventStreams
  const limiters = {
    listing: createInFlightLimiter({
      total: maxConcurrentListings,
      perClient: Math.ceil((maxConcurrentListings * 3) / 4),
    }),
    outbound: createInFlightLimiter({
      total: maxConcurrentChainReads,
      perClient: Math.max(1, maxConcurrentChainReads / maxShare),
    }),
    stream: createInFlightLimiter({
      total: maxTotal,
      perClient: maxPerClient,
      perWorkspace: Math.max(maxPerClient, maxTotal / maxShare),
    }),
    batch: createInFlightLimiter(maxBatches),
    scan: createInFlightLimiter(maxScans),
  }
  const shed = (kind: string): never => {
    metrics.requestShed(kind)
    throw new OverloadedError()
  }
  const refuseStream = (subject: string): never => {
    metrics.requestShed('stream')
    throw new QuotaExceededError(
      `${subject} has as many event streams open as it may have at a time. Close one, or use the others.`,
      streamRetrySeconds,
    )
  }
  return {
    assertAdmitted: (loadClass) => {
      if (loadClass === 'system') return
      const isShedFirst = loadClass === 'listing' || loadClass === 'scan' || loadClass === 'batch'
      if (overloadMonitor.shouldShed(isShedFirst ? 'listing' : 'other')) shed(loadClass ?? 'other')
    },
    runWithinLimits: async (loadClass, subject, work) => {
      if (loadClass === undefined || loadClass === 'system') return work()
      const release = limiters[loadClass].tryAcquire(subject)
      if (release === 'perClient' && loadClass === 'stream') return refuseStream('This key or member')
      if (release === 'perWorkspace') return refuseStream('This workspace')
      if (typeof release === 'string') return shed(loadClass)
      try {
        return await work()
      } finally {
        release()
      }
    },
  }
}
