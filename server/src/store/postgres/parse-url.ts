import pg from 'pg'
import { OperatorError } from '../../operator-error.ts'

/** Parses the URL of a server, without connecting. Throws an error that does not show it. */
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
