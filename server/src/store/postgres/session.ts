import type pg from 'pg'

/** Milliseconds each. */
interface SessionLimits {
  readonly statement_timeout: number
  readonly lock_timeout: number
  readonly idle_in_transaction_session_timeout: number
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
    ([name, ms]) => `case when ${isDirect} then set_config('${name}', '${ms}', false) end`,
  )
  return `select ${isDirect} as "isDirect", current_setting('statement_timeout') as "statementTimeout", ${settings.join(', ')}`
}

function setLocalStatements(limits: SessionLimits): string {
  return Object.entries(limits)
    .map(([name, ms]) => `set local ${name} = ${ms}`)
    .join('; ')
}
