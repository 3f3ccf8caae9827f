/** A reason of the health, as the processes of the database find it. Times are milliseconds since 1970. */
export interface AlertReason {
  /** Of `core/health/health-advice.ts`, maybe that of another version. */
  readonly code: string
  readonly effect: 'degraded' | 'unavailable'
  readonly total: number
  /** The first few, of bounded length. */
  readonly subjects: readonly string[]
  /** When it was first found. */
  readonly since: number
  /** When it was last found, by any process. */
  readonly seenAt: number
  /** Since when `effect`, `total` and `subjects` are what they are, but for numbers. */
  readonly changedAt: number
}

/** What the last message about a reason to a target said. */
export interface ReportedReason {
  /** `AlertReason.since` of what was reported last. */
  readonly since: number
  /** The first of them, if it returned before its end was reported. */
  readonly begunAt: number
  readonly reportedAt: number
  /** Of what was said of it. */
  readonly fingerprint: string
  readonly effect: AlertReason['effect']
  readonly isOver: boolean
}

/** By the code of the reason. */
export type Reported = Readonly<Record<string, ReportedReason>>

/** One reason in a message. */
export interface AlertChange {
  /** `passed`: it began and ended before it was reported. */
  readonly kind: 'begun' | 'changed' | 'ended' | 'passed'
  readonly code: string
  readonly total: number
  readonly subjects: readonly string[]
  /** Milliseconds since 1970. */
  readonly since: number
  /** When it was last found; null while it lasts. */
  readonly endedAt: number | null
}

export interface AlertMessage {
  /** The same for each attempt. */
  readonly id: string
  /** Milliseconds since 1970. */
  readonly composedAt: number
  readonly changes: readonly AlertChange[]
  /** Until when no further message is sent, as this was the last of an hour. Milliseconds since 1970. */
  readonly pausedUntil: number | null
}

/** What the processes of the database keep of a target in the settings. Times are milliseconds since 1970. */
export interface AlertTargetState {
  /** `AlertTarget.id`. */
  readonly id: string
  /** Each write advances it, and succeeds for the version that it has read. */
  readonly version: number
  readonly createdAt: number
  readonly reported: Reported
  /** Still to be taken by the target; null: none. */
  readonly pendingMessage: AlertMessage | null
  /** When the message is attempted next; during an attempt, when another process may. */
  readonly dueAt: number
  /** Attempts in a row that failed. */
  readonly failures: number
  readonly deliveredAt: number | null
  readonly failedAt: number | null
  /** Of the last attempt, without secrets; null: it succeeded. */
  readonly problem: string | null
  /** Of the hour in which messages are counted. */
  readonly hourStartsAt: number
  readonly hourMessages: number
}

/** What the store keeps of them, by table. */
export interface AlertTables {
  readonly alertReasons: AlertReason
  readonly alertTargets: AlertTargetState
}
