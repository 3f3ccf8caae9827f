import pg from 'pg'
import { OperatorError } from '../../operator-error.ts'

/** Reads the URL of a server, which it never connects to. Throws a sentence that does not show it. */
export function parsePostgresUrl(url: string): Pick<pg.Client, 'host' | 'port' | 'database'> {
  try {
    return new pg.Client({ connectionString: url })
  } catch {
    // The cause would show the URL with its password.
    throw new OperatorError(
      'The PostgreSQL URL is not valid. Expected postgres://user:password@host:port/database.',
    )
  }
}
