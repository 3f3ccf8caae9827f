import type pg from 'pg'
import { OperatorError } from '../../errors.ts'
import type { SqlDialect } from '../driver/sql-dialect.ts'
import type { Queryable } from '../tables.ts'
import { CommitNotifications, type CommitWatcher } from './commit-notifications.ts'
import {
  createPostgresSessions,
  createStatelessSessions,
  type PostgresSessions,
  type SessionLimits,
} from './connection.ts'
import { CommitPolling } from './portable/commit-polling.ts'
import { withRepeatedTransactions } from './portable/repeat-transactions.ts'
import { portableDialect } from './portable/sql-dialect.ts'
import { postgresDialect } from './sql-dialect.ts'

/** What of PostgreSQL is used. All processes of a database use the same mode. */
interface PostgresMode {
  /** `lockTimeoutMs` is in milliseconds. */
  readonly dialect: (lockTimeoutMs: number) => SqlDialect
  readonly createSessions: (limits: SessionLimits) => PostgresSessions
  readonly watchCommits: (config: pg.ClientConfig, sessions: PostgresSessions) => CommitWatcher
  /** `db` is changed, or returned as it is. */
  readonly repeatTransactions: (db: Queryable) => Queryable
}

/** Notifications, advisory locks, limits and prepared statements of sessions. */
const fullMode: PostgresMode = {
  dialect: () => postgresDialect,
  createSessions: createPostgresSessions,
  watchCommits: (config, sessions) => new CommitNotifications(config, sessions),
  repeatTransactions: (db) => db,
}

/** None of these, for databases that speak PostgreSQL's protocol (docs/scaling.md). */
const portableMode: PostgresMode = {
  dialect: portableDialect,
  createSessions: createStatelessSessions,
  watchCommits: (config) => new CommitPolling(config),
  repeatTransactions: withRepeatedTransactions,
}

/**
 * The parameter `compatibility` of the URL, so that every command that opens the database has it too.
 *
 * @throws OperatorError for a value other than `portable`.
 */
export function modeOf(url: string): PostgresMode {
  const value = /[?&]compatibility=([^&#]*)/.exec(url)?.[1]
  if (value === undefined) return fullMode
  if (value === 'portable') return portableMode
  throw new OperatorError('The parameter compatibility of the PostgreSQL URL has one value: portable.')
}
