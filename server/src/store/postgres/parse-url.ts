import pg from 'pg'
import { OperatorError } from '../../operator-error.ts'

/**
 * Never connects.
 * @throws OperatorError without the URL, which contains the password.
 */
export function parsePostgresUrl(url: string): Pick<pg.Client, 'host' | 'port' | 'database'> {
  try {
    return new pg.Client({ connectionString: url })
  } catch {
    // The cause would reveal the URL with its password.
    throw new OperatorError(
      'The PostgreSQL URL is not valid. Expected postgres://user:password@host:port/database.',
    )
  }
}
