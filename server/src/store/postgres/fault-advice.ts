import { errorCode } from '../../errors.ts'

/** The only setting with the URL of a primary; a command may have got the URL otherwise. */
const url = "the database's URL (DATABASE_URL)"
const restart = 'and start the service again'

/**
 * What an operator does about an error of PostgreSQL, by its SQLSTATE
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
const bySqlState: Readonly<Record<string, string>> = {
  '08P01': `Correct user, password and database in ${url} as the pooler has them, ${restart}.`,
  '28000': `Correct the user in ${url}, ${restart}; or let it in: "alter role … login", and a line for this machine in pg_hba.conf. A server that wants TLS takes ?sslmode=verify-full at the end of the URL.`,
  '28P01': `Correct user and password in ${url}, ${restart}.`,
  '3D000': `Create it (create database … owner …), or correct its name in ${url}, ${restart}.`,
  '42501': `Make the user of ${url} the owner of the database, or grant it what it lacks.`,
  '53100': 'Free space on the disk of the database server, or enlarge it.',
  '53200':
    'Give the database server more memory, or let it work on less at a time (max_connections, work_mem).',
  '53300':
    'Raise max_connections of the server, or the limit of the role or of the database; docs/operating/scale-out.md says how many ' +
    'connections a process opens.',
  '53400': 'Raise the limit that the database server names.',
  '55000': 'Let the database accept connections: alter database … allow_connections true.',
  '57P01': 'Wait until the database server has restarted, or look at its log.',
  '57P02': 'Wait until the database server has restarted, or look at its log.',
  '57P03':
    'Wait until the database server has started, or look at its log: it may have no space left on its disk.',
}

const unreachable = `Start the database server, or correct host and port in ${url}; look at the firewalls between.`

/** By the code of the system. */
const bySystemCode: Readonly<Record<string, string>> = {
  ECONNREFUSED: unreachable,
  ECONNRESET: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ETIMEDOUT: unreachable,
  ENOENT: `Start the database server, or correct the folder of its socket in ${url}.`,
  ENOTFOUND: `Correct the host in ${url}, or its DNS record.`,
  EAI_AGAIN: `Mend the name servers of this machine, or name the host in ${url} by its address.`,
}

/** Codes of a certificate that no authority known here has signed (Node's documentation of `tls`, "X509 certificate error codes"). */
const unknownAuthorityCodes: readonly (string | undefined)[] = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]

/** Messages of pg, which have no code. */
const byMessage: readonly (readonly [RegExp, string])[] = [
  [
    /does not support SSL|establishing an SSL/,
    `Switch TLS on at the database server (ssl = on); or, on a network that only your machines use, take sslmode out of ${url}.`,
  ],
  [/client password must be/, `Write the password into ${url}: postgres://user:password@host/database.`],
  [/^timeout e|connection timeout$|^Connection terminated/, unreachable],
]

/** What an operator does about an error of PostgreSQL itself, or of its certificate. */
export function connectionAdvice(error: unknown): string | undefined {
  const code = errorCode(error)
  if (unknownAuthorityCodes.includes(code))
    return (
      'The certificate of the server is of an authority that is not known here: end the URL with ' +
      '?sslmode=verify-full&sslrootcert=<file with the certificates of your provider>.'
    )
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return 'The certificate of the server is for another host: use the host name that your provider states.'
  if (code === 'CERT_HAS_EXPIRED') return 'Renew the certificate of the server.'
  return code === undefined ? undefined : bySqlState[code]
}

/** As `connectionAdvice`, also for what has no code of its own, of an error that is known to be of connecting to PostgreSQL. */
export function reachabilityAdvice(error: unknown): string | undefined {
  const advice = connectionAdvice(error)
  if (advice !== undefined || !(error instanceof Error)) return advice
  const code = errorCode(error)
  if (code !== undefined) return isOfConnecting(error) ? bySystemCode[code] : undefined
  return byMessage.find(([message]) => message.test(error.message))?.[1]
}

/** Files have codes of the system, too. */
function isOfConnecting(error: Error): boolean {
  if (error instanceof AggregateError) return error.errors.every(isOfConnecting)
  return 'syscall' in error && ['connect', 'getaddrinfo', 'read', 'write'].includes(String(error.syscall))
}
