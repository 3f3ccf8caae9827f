import type { Config, Secrets } from '../config/config.ts'
import { kmsSigners } from './kms-source.ts'
import type { SignerSource } from './open-signers.ts'
import type { SignerLimits } from './signer.ts'
import { localSigners } from './signer-keys.ts'
import { socketSigners } from './socket/socket-signer.ts'

/** Signatures that a signer elsewhere makes at a time. */
const maxConcurrent = 8

/** Of the process `byname signer`: it has a core at most, and lookups share signatures. */
export const processMaxPerSecond = 500

/** Of a key in AWS KMS, where a signature has a price. */
const kmsMaxPerSecond = 25

type KeySecrets = Pick<Secrets, 'signerKeys'>

/** A key that this process cannot read is preferred: who configures one moves the keys there. */
export function signerSources(config: Config, secrets: KeySecrets): readonly SignerSource[] {
  const { socketPath, kms, maxPerSecond, timeoutMs } = config.signing
  const limitsOf = (fallback: number) => ({ maxPerSecond: maxPerSecond ?? fallback, maxConcurrent })
  return [
    ...(socketPath === undefined
      ? []
      : [socketSigners({ socketPath, limits: limitsOf(processMaxPerSecond), timeoutMs })]),
    ...(kms ? kmsSigners({ ...kms, limits: limitsOf(kmsMaxPerSecond), timeoutMs }) : []),
    ownKeys(config, secrets),
  ]
}

/** The keys that this process reads. */
export function ownKeys({ dataDir, signing }: Config, { signerKeys: keys }: KeySecrets): SignerSource {
  return localSigners({ dataDir, keys, limits: limitsOfOwn(signing) })
}

function limitsOfOwn({ maxPerSecond }: Config['signing']): SignerLimits | undefined {
  return maxPerSecond === undefined ? undefined : { maxPerSecond, maxConcurrent }
}
