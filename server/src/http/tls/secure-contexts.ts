import { createSecureContext, type SecureContext } from 'node:tls'
import { LRUCache } from 'lru-cache'
import type { Context } from '../../context.ts'
import { readServedCertificate, readTlsAnswer } from '../../core/certificates/certificate-of-host.ts'

/** With which certificate each connection is answered. */
interface SecureContexts {
  /** Undefined: none for this host. */
  readonly ofHost: (host: string) => Promise<SecureContext | undefined>
  /** Of a challenge (RFC 8737) that is open. */
  readonly ofChallenge: (host: string) => Promise<SecureContext | undefined>
}

const maxHosts = 5_000

/** A renewed certificate is served within this time by every process; where one is missing, or about to end, sooner. */
const knownForMs = 10_000
const missingForMs = 2_000

/** Of the time that a certificate still has, in which it is not looked for again. */
const shareOfTimeLeft = 1 / 5

/** Challenges that are open at a time, each for some seconds. */
const maxChallenges = 100

interface Entry {
  readonly secure: SecureContext | undefined
  readonly chain: string | undefined
}

export function createSecureContexts(context: Context): SecureContexts {
  const cache = new LRUCache<string, Entry>({
    max: maxHosts,
    ttl: knownForMs,
    // Of a database that does not respond: what is known goes on.
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
    fetchMethod: async (host, before, { options }) => {
      const served = await readServedCertificate(context, host)
      if (!served) {
        options.ttl = missingForMs
        return { secure: undefined, chain: undefined }
      }
      const share = (served.expiresAt - context.clock()) * shareOfTimeLeft
      options.ttl = Math.min(Math.max(share, missingForMs), knownForMs)
      if (before?.chain === served.chain) return before
      return { secure: secureContext(served.privateKey, served.chain), chain: served.chain }
    },
  })
  const challenges = new LRUCache<string, SecureContext>({ max: maxChallenges })
  return {
    ofHost: async (host) => (await cache.fetch(host.toLowerCase()))?.secure,
    ofChallenge: async (host) => {
      const answer = await readTlsAnswer(context, host)
      if (!answer || !context.tls) return undefined
      const { authority } = context.tls
      const known = challenges.get(answer.keyAuthorization)
      if (known) return known
      const { key, cert } = await authority.certifyAnswer(answer.host, answer.keyAuthorization)
      const secure = secureContext(key, cert)
      challenges.set(answer.keyAuthorization, secure)
      return secure
    },
  }
}

function secureContext(key: string | Buffer, cert: string): SecureContext {
  return createSecureContext({ key, cert, minVersion: 'TLSv1.2' })
}
