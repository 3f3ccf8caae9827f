import type pg from 'pg'
import { describeDatabaseError } from '../describe-error.ts'
import { endsSession } from './connection.ts'

/** Milliseconds, above the interval of write trials. */
const keptMs = 90_000

/** Milliseconds from a connection that was refused to the next attempt. */
const pauseMs = 5_000

/** Why the server lets in no further connection, although those that are open work. */
export interface RefusedConnections {
  /** Ignores what is no refusal of the server. */
  readonly note: (error: unknown) => void
  readonly clear: () => void
  /** A sentence; undefined: the newest attempt succeeded, or was long ago. */
  readonly found: () => string | undefined
}

export function createRefusedConnections(): RefusedConnections {
  let last: { readonly at: number; readonly problem: string } | undefined
  return {
    note: (error) => {
      if (isRefusal(error)) last = { at: performance.now(), problem: describeDatabaseError(error) }
    },
    clear: () => {
      last = undefined
    },
    found: () => (last && performance.now() - last.at < keptMs ? last.problem : undefined),
  }
}

/** A password that was changed, a limit of connections, a database that takes none, and the like. */
function isRefusal(error: unknown): boolean {
  return (
    error instanceof Error && endsSession(error) && !('code' in error && /^57P0/.test(String(error.code)))
  )
}

/**
 * Connects by the pool. While the server refuses further connections, queries wait for those that the pool has, which are
 * not closed meanwhile, and a further one is tried every five seconds.
 *
 * @throws what the server says, if the pool has no connection.
 */
export function connectWithinRefusal(
  pool: pg.Pool,
  refused: RefusedConnections,
): () => Promise<pg.PoolClient> {
  const { max } = pool.options
  const open = new Set<pg.PoolClient>()
  pool.on('connect', (client) => {
    open.add(client)
    refused.clear()
    pool.options.min = 0
  })
  pool.on('remove', (client) => open.delete(client))
  let isPaused = false
  const pause = () => {
    pool.options.max = open.size
    pool.options.min = open.size
    if (isPaused) return
    isPaused = true
    setTimeout(() => {
      pool.options.max = max
      isPaused = false
    }, pauseMs).unref()
  }
  return async () => {
    try {
      return await pool.connect()
    } catch (error) {
      refused.note(error)
      if (!isRefusal(error) || open.size === 0) throw error
      pause()
      return pool.connect()
    }
  }
}
