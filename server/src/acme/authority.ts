import { X509Certificate } from 'node:crypto'
import { deferImport } from '../async/defer-import.ts'
import { withTimeout } from '../async/time.ts'
import type { AcmeAccount, ChallengeKind } from '../model/certificate.ts'
import { AuthorityError } from './authority-error.ts'

/** Of a certificate authority that speaks ACME (RFC 8555). */
export interface AuthoritySettings {
  readonly directoryUrl: string
  /** Where it may write to the operator. */
  readonly email: string | undefined
}

/** Where the answers to its challenges are put, and taken away. */
interface Challenges {
  readonly kind: ChallengeKind
  readonly answer: (token: string, keyAuthorization: string) => Promise<void>
  readonly forget: (token: string) => Promise<void>
}

interface IssuedCertificate {
  readonly chain: string
  readonly privateKey: string
  /** Milliseconds since 1970, as the next. */
  readonly issuedAt: number
  readonly expiresAt: number
}

export interface Authority {
  readonly settings: AuthoritySettings
  /** @throws AuthorityError. */
  readonly createAccount: () => Promise<AcmeAccount>
  /** @throws AuthorityError, or what `answer` rejects with. */
  readonly issue: (account: AcmeAccount, host: string, challenges: Challenges) => Promise<IssuedCertificate>
  /**
   * What a client gets that asks with the protocol `acme-tls/1` (RFC 8737 §3), both PEM.
   */
  readonly certifyAnswer: (
    host: string,
    keyAuthorization: string,
  ) => Promise<{ readonly key: Buffer; readonly cert: string }>
}

/** Of all requests for one certificate; authorities look from several places, and let clients poll. */
const issueTimeoutMs = 180_000

const requestTimeoutMs = 20_000
const maxResponseBytes = 1_048_576

export function createAuthority(settings: AuthoritySettings): Authority {
  const { directoryUrl, email } = settings
  const importClient = deferImport(async () => {
    const acme = await import('acme-client')
    Object.assign(acme.axios.defaults, { timeout: requestTimeoutMs, maxContentLength: maxResponseBytes })
    return acme
  })
  return {
    settings,
    createAccount: async () => {
      const acme = await importClient()
      const privateKey = (await acme.crypto.createPrivateEcdsaKey()).toString()
      const client = new acme.Client({ directoryUrl, accountKey: privateKey })
      const contact = email === undefined ? {} : { contact: [`mailto:${email}`] }
      await within(client.createAccount({ termsOfServiceAgreed: true, ...contact }))
      return { directoryUrl, url: client.getAccountUrl(), privateKey }
    },
    issue: async (account, host, challenges) => {
      const acme = await importClient()
      const client = new acme.Client({
        directoryUrl,
        accountUrl: account.url,
        accountKey: account.privateKey,
      })
      const [privateKey, csr] = await acme.crypto.createCsr(
        { commonName: host, altNames: [host] },
        await acme.crypto.createPrivateEcdsaKey(),
      )
      let ownFailure: { readonly error: unknown } | undefined
      const issuing = client.auto({
        csr,
        // It would ask this machine, which may not reach its own public address.
        skipChallengeVerification: true,
        challengePriority: [challenges.kind],
        challengeCreateFn: (_authorization, { token }, keyAuthorization) =>
          challenges.answer(token, keyAuthorization).catch((error: unknown) => {
            ownFailure = { error }
            throw error
          }),
        challengeRemoveFn: (_authorization, { token }) => challenges.forget(token),
      })
      const chain = await within(issuing).catch((error: unknown) => {
        // No problem of the authority, whose problems the owner of the host reads.
        throw ownFailure ? ownFailure.error : error
      })
      const { validFromDate, validToDate } = new X509Certificate(chain)
      return {
        chain,
        privateKey: privateKey.toString(),
        issuedAt: validFromDate.getTime(),
        expiresAt: validToDate.getTime(),
      }
    },
    certifyAnswer: async (host, keyAuthorization) => {
      const acme = await importClient()
      const identifier = { type: 'dns', value: host } as const
      const [key, cert] = await acme.crypto.createAlpnCertificate(
        { identifier, status: 'pending', challenges: [], url: '', expires: '' },
        keyAuthorization,
      )
      return { key, cert: cert.toString() }
    },
  }
}

function within<Result>(operation: Promise<Result>): Promise<Result> {
  return withTimeout(operation, issueTimeoutMs).catch((error: unknown) => {
    throw new AuthorityError(problemOf(error), { cause: error })
  })
}

const maxProblemLength = 300

/** One line: a host's owner reads it. */
function problemOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.replaceAll(/\s+/g, ' ').slice(0, maxProblemLength)
}
