import { GetPublicKeyCommand, KMSClient, SignCommand } from '@aws-sdk/client-kms'
import { createCircuitBreaker } from '../async/circuit-breaker.ts'
import { withTimeout } from '../async/time.ts'
import { addressOfSpki, fromDerSignature } from '../crypto/der-signature.ts'
import { checksumAddress } from '../crypto/evm-address.ts'
import { type Signer, type SignerLimits, signerUnavailableError } from './signer.ts'

export interface KmsSettings {
  readonly region: string
  /** Absent: that of AWS in the region. */
  readonly endpoint: string | undefined
  /** Of a request, with its second attempt. */
  readonly timeoutMs: number
  /** Of each key. */
  readonly limits: SignerLimits
}

/** AWS KMS in a region, with the credentials that the SDK finds. */
export interface Kms {
  /**
   * A signer by its key id, its ARN, an alias or the ARN of one. It signs with the key that this names now, also when the alias is
   * given to another key.
   *
   * @throws Error of the SDK, and `KmsKeyError` for a key of another kind.
   */
  readonly openSigner: (keyId: string) => Promise<Signer>
  readonly close: () => void
}

/** Continues a sentence about a key. */
class KmsKeyError extends Error {
  override readonly name = 'KmsKeyError'
}

/** What operators read of an error, whose own text may contain the ARN of an account. */
export function kmsProblem(error: unknown): string {
  if (error instanceof KmsKeyError) return error.message
  return error instanceof Error ? error.name : 'Error'
}

/** After failures in a row a key is not asked for a while: requests for signatures fail at once. */
const failureLimits = { maxFailures: 3, restMs: 2_000 }

export function openKms({ region, endpoint, timeoutMs, limits }: KmsSettings): Kms {
  const attemptMs = timeoutMs / 2
  const client = new KMSClient({
    region,
    ...(endpoint && { endpoint }),
    ignoreConfiguredEndpointUrls: true,
    maxAttempts: 2,
    requestHandler: { connectionTimeout: attemptMs, requestTimeout: attemptMs, throwOnRequestTimeout: true },
  })
  /** The signal of an SDK does not end its search for credentials. */
  const withinTimeout = async <T>(send: (options: { abortSignal: AbortSignal }) => Promise<T>) => {
    const sending = new AbortController()
    try {
      return await withTimeout(send({ abortSignal: sending.signal }), timeoutMs)
    } finally {
      sending.abort()
    }
  }
  const readKey = async (KeyId: string) => {
    const key = await withinTimeout((options) => client.send(new GetPublicKeyCommand({ KeyId }), options))
    const address = key.PublicKey && addressOfSpki(key.PublicKey)
    if (key.KeySpec !== 'ECC_SECG_P256K1' || key.KeyUsage !== 'SIGN_VERIFY' || !address)
      throw new KmsKeyError(
        `is not of the kind ECC_SECG_P256K1 for SIGN_VERIFY, but ${key.KeySpec} for ${key.KeyUsage}`,
      )
    return { address, id: key.KeyId ?? KeyId }
  }
  const signWith = async (
    { id: KeyId, address }: Awaited<ReturnType<typeof readKey>>,
    digest: Uint8Array,
  ) => {
    const command = new SignCommand({
      KeyId,
      Message: digest,
      MessageType: 'DIGEST',
      SigningAlgorithm: 'ECDSA_SHA_256',
    })
    const { Signature: der = new Uint8Array() } = await withinTimeout((options) =>
      client.send(command, options),
    )
    try {
      return fromDerSignature(der, digest, address)
    } catch (cause) {
      throw new KmsKeyError('returned what is not a signature of this key', { cause })
    }
  }
  return {
    openSigner: async (keyId) => {
      const key = await readKey(keyId)
      const breaker = createCircuitBreaker({ ...failureLimits, isFailure: () => true })
      const assertAvailable = () => {
        if (breaker.isOpen()) throw signerUnavailableError()
      }
      return {
        address: checksumAddress(key.address),
        limits,
        assertAvailable,
        sign: async (digest) => {
          assertAvailable()
          return breaker
            .run(() => signWith(key, digest))
            .catch((error: unknown) => {
              throw new Error(`AWS KMS: ${kmsProblem(error)}`)
            })
        },
      }
    },
    close: () => client.destroy(),
  }
}
