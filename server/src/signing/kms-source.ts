import type { Kms, KmsSettings } from './kms-signer.ts'
import type { SignerSource } from './open-signers.ts'
import type { Signer } from './signer.ts'
import { SignerError } from './signer-error.ts'

interface KmsKeys extends KmsSettings {
  /** Ids, ARNs or aliases by chain id, the preferred first. */
  readonly keys: Readonly<Record<number, readonly string[]>>
}

/** Of a key that could not be opened. */
const retryMs = 10_000

/** A source for each key in AWS KMS, so that one that cannot be opened leaves the others. Each is opened once. */
export function kmsSigners({ keys, ...settings }: KmsKeys): readonly SignerSource[] {
  let kms: Kms | undefined
  const sourceOf = (chainId: number, keyId: string): SignerSource => {
    let signer: Signer | undefined
    let failure: SignerError | undefined
    let retryAt = 0
    return {
      name: `AWS KMS, ${keyId}`,
      read: async () => {
        if (failure && performance.now() < retryAt) throw failure
        // Large; loaded only for such a key.
        const { openKms } = await import('./kms-signer.ts')
        try {
          kms ??= openKms(settings)
          signer ??= await kms.openSigner(keyId)
        } catch (error) {
          failure = toSourceError(keyId, error)
          retryAt = performance.now() + retryMs
          throw failure
        }
        failure = undefined
        return new Map([[chainId, [signer]]])
      },
      close: () => kms?.close(),
    }
  }
  return Object.entries(keys).flatMap(([chainId, ids]) => ids.map((id) => sourceOf(Number(chainId), id)))
}

function toSourceError(keyId: string, error: unknown): SignerError {
  const { failure, message } =
    error instanceof SignerError ? error : new SignerError('unreachable', 'AWS KMS: Error')
  return new SignerError(failure, `The key ${keyId} cannot be used: ${message}.`)
}
