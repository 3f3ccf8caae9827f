import type { Socket } from 'node:net'
import pg from 'pg'
import { TimeoutError } from '../../async/time.ts'
import { errorCode, OperatorError } from '../../errors.ts'

/** Limits are in milliseconds. */
export interface SessionLimits {
  readonly statement_timeout: number
  readonly lock_timeout: number
  readonly idle_in_transaction_session_timeout: number
  readonly default_transaction_read_only?: 'on'
}

/** What the connections of one URL lead to. */
export interface PostgresSessions {
  /**
   * Sets the limits of a new connection, unless a pooler shares its server processes with other clients: there a setting
   * would be another client's. Startup parameters cannot carry them: poolers reject those that they do not know.
   */
  prepare(client: pg.ClientBase): Promise<void>
  /** Sets the limits of a transaction; absent where the connection has them. */
  transactionLimits(): string | undefined
  /** Whether a pooler is between: nothing of a session lasts from one transaction to the next. Known once connected. */
  isPooled(): boolean
  /** Whether notifications are known not to arrive. */
  isDeaf(): boolean
  markPooled(): void
  setDeaf(isDeaf: boolean): void
  /** For the operator. */
  advice(): readonly string[]
}

export function createPostgresSessions(limits: SessionLimits): PostgresSessions {
  let isPooled = false
  let isDeaf = false
  let hasRoleLimit = true
  return {
    prepare: async (client) => {
      const { rows } = await client.query<SessionState>(selectSessionState(client, limits))
      if (rows[0]?.isDirect !== false) return
      isPooled = true
      hasRoleLimit = rows[0].statementTimeout !== '0'
    },
    transactionLimits: () => (isPooled ? setLocalStatements(limits) : undefined),
    isPooled: () => isPooled,
    isDeaf: () => isPooled || isDeaf,
    markPooled: () => {
      isPooled = true
    },
    setDeaf: (value) => {
      isDeaf = value
    },
    advice: () => {
      if (isPooled) return [hasRoleLimit ? pooledAdvice : `${pooledAdvice} ${roleAdvice(limits)}`]
      return isDeaf ? [deafAdvice] : []
    },
  }
}

/** As behind a pooler, without asking whether there is one: statements outside of transactions have the limits of the role. */
export function createStatelessSessions(limits: SessionLimits): PostgresSessions {
  const setLimits = setLocalStatements(limits)
  return {
    prepare: async () => {},
    transactionLimits: () => setLimits,
    isPooled: () => true,
    isDeaf: () => true,
    markPooled: () => {},
    setDeaf: () => {},
    advice: () => [],
  }
}

/** Whether the server process of a connection is the one that the connection was announced by. Poolers announce their own. */
export function isOwnProcess(client: pg.ClientBase, pid: number): boolean {
  // Undocumented; without it nothing can be compared.
  const announced: unknown = Reflect.get(client, 'processID')
  return typeof announced !== 'number' || announced === pid
}

const pooledAdvice =
  'The database is reached through a connection pooler, so each lookup is prepared and read anew. ' +
  'For faster lookups connect directly: see docs/operating/scale-out.md, "Poolers and TLS".'

const deafAdvice =
  'The database delivers no notifications (LISTEN), so each lookup reads it. ' +
  'For faster lookups connect to a PostgreSQL server directly: see docs/operating/scale-out.md, "Poolers and TLS".'

function roleAdvice({ statement_timeout, lock_timeout }: SessionLimits): string {
  return (
    'Single statements have no limit there; set it for the role: ' +
    `alter role … set statement_timeout = ${statement_timeout}; alter role … set lock_timeout = ${lock_timeout};`
  )
}

interface SessionState {
  readonly isDirect: boolean
  /** Of the role or the database, where nothing was set. */
  readonly statementTimeout: string
}

/** One round trip: sets the limits only where the session is our own. */
function selectSessionState(client: pg.ClientBase, limits: SessionLimits): string {
  const announced: unknown = Reflect.get(client, 'processID')
  const isDirect = typeof announced === 'number' ? `pg_backend_pid() = ${announced}` : 'true'
  const settings = Object.entries(limits).map(
    ([name, value]) => `case when ${isDirect} then set_config('${name}', '${value}', false) end`,
  )
  return `select ${isDirect} as "isDirect", current_setting('statement_timeout') as "statementTimeout", ${settings.join(', ')}`
}

function setLocalStatements(limits: SessionLimits): string {
  return Object.entries(limits)
    .map(([name, value]) => `set local ${name} = ${value}`)
    .join('; ')
}

/** SQLSTATEs of a server that is unreachable, stopping or starting, or has no connection left for another client. */
const connectionSqlStates = /^(08...|57P0[1-5]|53300)$/

const systemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
])

/** Messages of pg that have no code. */
const connectionMessages =
  /^Connection terminated|^timeout exceeded when trying to connect|^timeout expired|^Query read timeout|not queryable/

/** Whether the server has ended the session, or has not let it begin, rather than rejected a query. */
export function endsSession(error: Error): boolean {
  return error instanceof pg.DatabaseError && error.severity === 'FATAL'
}

/** Whether the server was unreachable, rather than the query rejected. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof TimeoutError) return true
  const code = errorCode(error)
  if (code !== undefined) return systemCodes.has(code) || connectionSqlStates.test(code) || endsSession(error)
  // Every address of the host failed.
  if (error instanceof AggregateError) return error.errors.every(isConnectionError)
  return connectionMessages.test(error.message) || isConnectionError(error.cause)
}

/**
 * Never connects.
 * @throws OperatorError without the URL, which contains the password.
 */
export function parsePostgresUrl(url: string): Pick<pg.Client, 'host' | 'port' | 'database'> {
  try {
    return new pg.Client({ connectionString: connectionString(url) })
  } catch (error) {
    if (error instanceof Error && errorCode(error) !== undefined && 'path' in error)
      throw new OperatorError(
        `A certificate file of the PostgreSQL URL cannot be read (${errorCode(error)}): ${error.path}.`,
      )
    // The cause would reveal the URL with its password.
    throw new OperatorError(
      'The PostgreSQL URL is not valid. Expected postgres://user:password@host:port/database.',
    )
  }
}

/**
 * The URL as pg takes it. It treats `require`, `prefer` and `verify-ca` as `verify-full` already, and prints a warning that
 * a later version will not.
 */
export function connectionString(url: string): string {
  if (/[?&]uselibpqcompat=true\b/.test(url)) return url
  return url.replace(/([?&]sslmode=)(?:require|prefer|verify-ca)(?=[&#]|$)/, '$1verify-full')
}

/** Safe because pg keeps the socket there, although its types do not show it. */
export function socketOf(client: pg.ClientBase): Socket {
  return (client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream
}
