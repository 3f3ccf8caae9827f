import type { EventType } from './event.ts'

export type DisabledReason =
  /** By its owner. */
  | 'request'
  /** It answered 410. */
  | 'gone'
  /** Every attempt of the schedule failed. */
  | 'failed'
  /** Too many deliveries wait. */
  | 'backlog'

/** Times are milliseconds since 1970. */
export interface Webhook {
  readonly key: number
  readonly id: string
  readonly workspaceId: string
  /** May contain a token. */
  readonly url: string
  readonly description: string
  /** `null`: all. */
  readonly eventTypes: readonly EventType[] | null
  /** `null`: all of the workspace, and events without a domain. */
  readonly domainIds: readonly string[] | null
  /** `whsec_` and base64. */
  readonly secret: string
  /** Signs as well until it expires. */
  readonly previousSecret: string | null
  readonly previousSecretExpiresAt: number | null
  /**
   * By which the ids of its messages are derived; in backups, so that a restored one has the same ids. Empty for a
   * webhook that the previous version created during the upgrade.
   */
  readonly messageIdKey: string
  readonly isEnabled: boolean
  readonly disabledReason: DisabledReason | null
  /** Events after this sequence number are delivered. */
  readonly startSequence: number
  /** Deliveries that are neither delivered nor given up. */
  readonly pending: number
  /** First attempts in a row that failed. */
  readonly failures: number
  /** Failed probes of the open circuit breaker; 0: closed. */
  readonly openAttempts: number
  readonly lastDeliveredAt: number | null
  /** When its next delivery is due; null without one. */
  readonly dueAt: number | null
  /** Of the last delivery that its last replay since a time has queued; null without one. */
  readonly replayKey: number | null
  readonly leaseOwner: string | null
  readonly leaseUntil: number
  readonly createdAt: number
  readonly updatedAt: number
  /** Its deliveries are deleted in the background. */
  readonly deletedAt: number | null
}

export type DeliveryState =
  /** Behind another delivery of the same name. */
  | 'waiting'
  | 'due'
  | 'delivered'
  /** Given up. */
  | 'failed'

/** As stored. */
export interface DeliveryAttempt {
  readonly time: number
  readonly latencyMs: number
  /** Null without a response. */
  readonly status: number | null
  /** Null with a response of status 2xx. */
  readonly error: string | null
  /** The first bytes of the body. */
  readonly response: string
}

/** An event for a webhook. */
export interface WebhookDelivery {
  /** Ascending. */
  readonly key: number
  readonly webhookKey: number
  /** Null for a test. */
  readonly sequence: number | null
  /** Deliveries of one subject are made in order. */
  readonly subject: string
  readonly state: DeliveryState
  /** Null unless `due`. */
  readonly dueAt: number | null
  readonly attempts: readonly DeliveryAttempt[]
  readonly createdAt: number
  readonly finishedAt: number | null
}
