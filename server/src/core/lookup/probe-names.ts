import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Names that no domain has, by which the processes of an instance recognize the lookups of its self-probe. */
export interface ProbeNames {
  /** Another one each time, so that no cache has a response for it. */
  readonly next: (domain: string) => string
  readonly isProbe: (name: string) => boolean
}

/** Of `deriveSecret`. */
export const probeSecretPurpose = 'self-probe'

const prefix = 'byname-probe-'

/** Hex digits of the random part, and of what only this instance can derive from it. */
const nonceLength = 12
const proofLength = 20

/** Characters; a longer name may not fit into its wire form. */
const maxNameLength = 250

/** `secret`: the same for all processes of an instance, and known to no other. */
export function createProbeNames(secret: Uint8Array): ProbeNames {
  const proofOf = (nonce: string) =>
    createHmac('sha256', secret).update(nonce).digest('hex').slice(0, proofLength)
  return {
    next: (domain) => {
      const nonce = randomBytes(nonceLength / 2).toString('hex')
      const name = `${prefix}${nonce}${proofOf(nonce)}.${domain}`
      return name.length > maxNameLength ? domain : name
    },
    isProbe: (name) => {
      if (!name.startsWith(prefix)) return false
      const [label = ''] = name.slice(prefix.length).split('.', 1)
      if (label.length !== nonceLength + proofLength) return false
      const proof = Buffer.from(proofOf(label.slice(0, nonceLength)))
      return timingSafeEqual(
        proof,
        Buffer.from(label.slice(nonceLength).padEnd(proofLength).slice(0, proofLength), 'latin1'),
      )
    },
  }
}
