import type { FoundReason } from '../../alert/reasons.ts'
import type { AlertTarget } from '../../alert/target.ts'
import type { AlertTargetState, ReportedReason } from '../../model/alert.ts'
import type { SsrfSafeFetch } from '../../rpc/ssrf-safe-fetch.ts'

/** Of the settings, and of this process. */
export interface Alerts {
  readonly targets: readonly AlertTarget[]
  /** Signs requests to webhooks; empty: no target is one. */
  readonly secret: string
  readonly fetch: SsrfSafeFetch
  readonly memory: AlertMemory
  readonly claims: MachineClaims
}

/** Which process of this machine does something, without the database. Times are milliseconds since 1970. */
export interface MachineClaims {
  /** `since`: when what it is about began. `busy`: another process is at it. `sent`: one has done it since. */
  readonly take: (name: string, since: number, now: number) => Promise<'taken' | 'busy' | 'sent'>
  readonly settle: (name: string, isSent: boolean, now: number) => Promise<void>
  readonly clear: (name: string) => Promise<void>
}

/** What this process knows without the database. */
export interface AlertMemory {
  /** Milliseconds since 1970: since when reasons are looked for, and stored, without a gap. */
  watchedSince: number
  watchedAt: number
  /** Whether what was found could not be stored. */
  isCutOff: boolean
  /** Found last; some may be stored when no message can be. */
  current: readonly FoundReason[]
  /** Found, and not stored yet; by code. */
  readonly unwritten: Map<string, FoundReason>
  /** As each target was last read. */
  readonly known: Map<string, AlertTargetState>
  /** Reported while the database could not be written, by target and code. */
  readonly reported: Map<string, Map<string, ReportedReason>>
  /** Of a target that failed meanwhile. */
  readonly retries: Map<string, { readonly failures: number; readonly dueAt: number }>
  /** Id of the last message that a target took, in case that this could not be stored. */
  readonly delivered: Map<string, string>
}

export function createAlertMemory(): AlertMemory {
  return {
    watchedSince: 0,
    watchedAt: 0,
    isCutOff: false,
    current: [],
    unwritten: new Map(),
    known: new Map(),
    reported: new Map(),
    retries: new Map(),
    delivered: new Map(),
  }
}

/** Of a target that nothing was sent to yet. */
export function newTargetState(id: string, now: number): AlertTargetState {
  return {
    ...{ id, version: 0, createdAt: now, reported: {}, pendingMessage: null, dueAt: 0, failures: 0 },
    ...{ deliveredAt: null, failedAt: null, problem: null, hourStartsAt: 0, hourMessages: 0 },
  }
}
