import { GetPublicKeyCommand, KMSClient, SignCommand } from '@aws-sdk/client-kms'
import { TimeoutError, withTimeout } from '../async/time.ts'
import { addressOfSpki, fromDerSignature } from '../crypto/der-signature.ts'
import { checksumAddress } from '../crypto/evm-address.ts'
import { limitBody, OverlongBodyError } from './kms-response.ts'
import type { DigestSigner, SignerLimits } from './signer.ts'
import { SignerError, type SignerFailure } from './signer-error.ts'

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
   * @throws SignerError
   */
  readonly openSigner: (keyId: string) => Promise<DigestSigner>
  readonly close: () => void
}

/** The text of an error of the SDK may contain the ARN of an account, so its name has to do. */
function toSignerError(error: unknown): SignerError {
  if (error instanceof SignerError) return error
  if (error instanceof OverlongBodyError)
    return new SignerError('malformed', 'AWS KMS: it returns no end of a response')
  return new SignerError(failureOf(error), `AWS KMS: ${error instanceof Error ? error.name : 'Error'}`)
}

/** Errors that say what must be changed, instead of a failure of the service. */
const refusals: ReadonlySet<string> = new Set([
  ...['AccessDeniedException', 'DisabledException', 'NotFoundException', 'InvalidKeyUsageException'],
  ...['KMSInvalidStateException', 'InvalidGrantTokenException', 'CredentialsProviderError'],
  ...['UnrecognizedClientException', 'InvalidSignatureException', 'ExpiredTokenException'],
])

function failureOf(error: unknown): SignerFailure {
  const { name } = error instanceof Error ? error : { name: '' }
  if (error instanceof TimeoutError || name === 'TimeoutError' || name === 'AbortError') return 'timeout'
  if (name === 'SyntaxError') return 'malformed'
  if (/^(Throttling|LimitExceeded|TooManyRequests)/.test(name)) return 'overloaded'
  return refusals.has(name) ? 'refused' : 'unreachable'
}

export function openKms({ region, endpoint, timeoutMs, limits }: KmsSettings): Kms {
  const attemptMs = timeoutMs / 2
  const client = new KMSClient({
    region,
    ...(endpoint && { endpoint }),
    ignoreConfiguredEndpointUrls: true,
    maxAttempts: 2,
    requestHandler: { connectionTimeout: attemptMs, requestTimeout: attemptMs, throwOnRequestTimeout: true },
  })
  const limitBodies: Parameters<typeof client.middlewareStack.add>[0] = (next) => async (args) => {
    const output = await next(args)
    limitBody(output.response)
    return output
  }
  client.middlewareStack.add(limitBodies, { name: 'limitBodies', step: 'deserialize', priority: 'low' })
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
      throw new SignerError(
        'refused',
        `AWS KMS: the key is not of the kind ECC_SECG_P256K1 for SIGN_VERIFY, but ${key.KeySpec} for ${key.KeyUsage}`,
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
      throw new SignerError('wrong-key', 'AWS KMS: it returns what is not a signature of this key', { cause })
    }
  }
  return {
    openSigner: async (keyId) => {
      const key = await readKey(keyId).catch(rethrow)
      return {
        address: checksumAddress(key.address),
        limits,
        sign: (digest) => signWith(key, digest).catch(rethrow),
      }
    },
    close: () => client.destroy(),
  }
}

function rethrow(error: unknown): never {
  throw toSignerError(error)
}
