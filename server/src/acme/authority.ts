import type { AcmeAccount } from '../model/certificate.ts'
import { AuthorityError } from './authority-error.ts'
import { createClient, importClient, runAttempt, toAuthorityError } from './client.ts'
import type { IssuedCertificate } from './issued-certificate.ts'
import { type Challenges, obtainCertificate } from './order.ts'
import {
  certificateId,
  type Directory,
  type RenewalAdvice,
  readDirectory,
  readRenewalAdvice,
} from './renewal-info.ts'

/** Of a certificate authority that speaks ACME (RFC 8555). */
export interface AuthoritySettings {
  readonly directoryUrl: string
  /** Where it may write to the operator. */
  readonly email: string | undefined
  /** Kind of its certificates, such as `shortlived`; undefined: its usual one. */
  readonly profile: string | undefined
}

interface CertificateRequest {
  readonly host: string
  readonly challenges: Challenges
  /** PEM of the one before. */
  readonly replaced: string | null
}

/** The requests of each function end at its signal, with the reason of the signal. */
export interface Authority {
  readonly settings: AuthoritySettings
  /** @throws AuthorityError. */
  readonly createAccount: (signal: AbortSignal) => Promise<AcmeAccount>
  /** @throws AuthorityError, or what `answer` and `forget` reject with. */
  readonly issue: (
    account: AcmeAccount,
    request: CertificateRequest,
    signal: AbortSignal,
  ) => Promise<IssuedCertificate>
  /** Of a chain in PEM. @throws AuthorityError. */
  readonly adviseRenewal: (chain: string, signal: AbortSignal) => Promise<RenewalAdvice>
  /**
   * What a client gets that asks with the protocol `acme-tls/1` (RFC 8737 §3), both PEM.
   */
  readonly certifyAnswer: (
    host: string,
    keyAuthorization: string,
  ) => Promise<{ readonly key: Buffer; readonly cert: string }>
}

/** Of all requests for one certificate; authorities look from several places, and let clients poll. */
const defaultIssueTimeoutMs = 180_000

export function createAuthority(
  settings: AuthoritySettings,
  issueTimeoutMs = defaultIssueTimeoutMs,
): Authority {
  const { directoryUrl, email, profile } = settings

  /** Errors of the library become an AuthorityError, except those of `isOwn`. */
  const attempt = async <Result>(
    signal: AbortSignal,
    run: (signal: AbortSignal) => Promise<Result>,
    isOwn: (error: unknown) => boolean = () => false,
  ): Promise<Result> => {
    const timeout = AbortSignal.timeout(issueTimeoutMs)
    const either = AbortSignal.any([signal, timeout])
    try {
      return await runAttempt(either, () => run(either))
    } catch (error) {
      signal.throwIfAborted()
      if (isOwn(error)) throw error
      if (timeout.aborted)
        throw new AuthorityError(
          `The authority has not issued the certificate in ${issueTimeoutMs / 1000} seconds.`,
        )
      throw toAuthorityError(error)
    }
  }
  return {
    settings,
    createAccount: async (signal) => {
      const acme = await importClient()
      const privateKey = (await acme.crypto.createPrivateEcdsaKey()).toString()
      const client = createClient(acme, { directoryUrl, accountKey: privateKey })
      const contact = email === undefined ? {} : { contact: [`mailto:${email}`] }
      await attempt(signal, () => client.createAccount({ termsOfServiceAgreed: true, ...contact }))
      return { directoryUrl, url: client.getAccountUrl(), privateKey }
    },
    issue: async (account, { host, challenges, replaced }, signal) => {
      const acme = await importClient()
      const { url: accountUrl, privateKey: accountKey } = account
      const client = createClient(acme, { directoryUrl, accountUrl, accountKey })
      // No problem of the authority, whose problems the owner of the host reads.
      const own = trackFailures(challenges)
      const run = async (either: AbortSignal) => {
        const directory = await readDirectory(acme, directoryUrl)
        assertProfile(directory, profile)
        const replaces =
          directory.renewalInfo === undefined || replaced === null ? undefined : await certificateId(replaced)
        return obtainCertificate(acme, client, {
          host,
          challenges: own.challenges,
          replaces,
          profile,
          signal: either,
        })
      }
      return attempt(signal, run, own.hasFailedWith)
    },
    adviseRenewal: async (chain, signal) => {
      const acme = await importClient()
      return attempt(signal, () => readRenewalAdvice(acme, directoryUrl, chain))
    },
    certifyAnswer: async (host, keyAuthorization) => {
      const acme = await importClient()
      const identifier = { type: 'dns', value: host } as const
      const [key, cert] = await acme.crypto.createAlpnCertificate(
        { identifier, status: 'pending', challenges: [], url: '', expires: '' },
        keyAuthorization,
        // By default RSA, which takes a hundred times as long.
        await acme.crypto.createPrivateEcdsaKey(),
      )
      return { key, cert: cert.toString() }
    },
  }
}

/** @throws AuthorityError: an authority without profiles would issue its usual one. */
function assertProfile({ meta }: Directory, profile: string | undefined): void {
  const offered = Object.keys(meta?.profiles ?? {})
  if (profile === undefined || offered.includes(profile)) return
  throw new AuthorityError(
    `The authority offers no profile ${profile}` +
      (offered.length > 0 ? `, but ${offered.join(', ')}.` : ': unset ACME_PROFILE.'),
  )
}

function trackFailures({ kind, answer, forget }: Challenges) {
  const failures = new Set<unknown>()
  const track = <Arguments extends unknown[]>(run: (...input: Arguments) => Promise<void>) => {
    return async (...input: Arguments) => {
      await run(...input).catch((error: unknown) => {
        failures.add(error)
        throw error
      })
    }
  }
  return {
    challenges: { kind, answer: track(answer), forget: track(forget) },
    hasFailedWith: (error: unknown) => failures.has(error),
  }
}
