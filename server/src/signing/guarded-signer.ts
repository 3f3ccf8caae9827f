import type { Address } from 'viem'
import { createCircuitBreaker } from '../async/circuit-breaker.ts'
import { lowerCaseHex } from '../crypto/hex.ts'
import { recoverDigestSigner } from '../gateway/recover-signer.ts'
import type { Signer } from './signer.ts'
import { SignerError, type SignerFailure, signerUnavailableError } from './signer-error.ts'

/** Since when, in milliseconds since 1970, a signer makes no signature, and why; `message` is for operators. */
export interface SignerProblem {
  readonly address: Address
  readonly failure: SignerFailure
  readonly message: string
  readonly since: number
}

export interface GuardedSigner extends Signer {
  /** Of its last signature; undefined after one that is valid. */
  readonly problem: () => SignerProblem | undefined
}

interface GuardOptions {
  readonly onSign: () => void
  /** The first of failures in a row. */
  readonly onFailure: (error: unknown) => void
  /** The first signature after failures. */
  readonly onRecovery: () => void
  readonly clock: () => number
}

/** After failures in a row a signer elsewhere is not asked for a while: what needs a signature fails at once. */
const failureLimits = { maxFailures: 3, restMs: 2_000 }

/**
 * A signer whose signatures are checked, wherever its key is: each is 65 bytes with a low s and 27 or 28, from which its address is
 * recovered. A signature for one response by a key of this process is not, because the check costs more than the signature.
 *
 * `sign` and `assertAvailable` throw AppError `ServiceUnavailableException`, with a reason.
 */
export function guardSigner(signer: Signer, options: GuardOptions): GuardedSigner {
  const { onSign, onFailure, onRecovery, clock } = options
  const { address } = signer
  const expected = lowerCaseHex(address)
  const breaker = createCircuitBreaker({ ...failureLimits, isFailure: isOfSigner })
  let problem: SignerProblem | undefined
  const verify = (digest: Uint8Array, signature: Uint8Array): Uint8Array => {
    const recovered = recoverDigestSigner(digest, signature)
    if (recovered === expected) return signature
    if (recovered !== null)
      throw new SignerError('wrong-key', `A signature is of ${recovered}, not of ${address}.`)
    throw new SignerError(
      'malformed',
      `What is to be a signature has ${signature.length} bytes and is not one of 65 bytes with a low s.`,
    )
  }
  const succeed = (signature: Uint8Array) => {
    if (problem) onRecovery()
    problem = undefined
    return signature
  }
  const fail = (error: unknown): never => {
    const failure = error instanceof SignerError ? error.failure : 'unreachable'
    const message = error instanceof Error ? error.message : String(error)
    if (!problem) onFailure(error)
    problem = { address, failure, message, since: problem?.since ?? clock() }
    throw signerUnavailableError(failure)
  }
  const assertAvailable = () => {
    if (breaker.isOpen()) throw signerUnavailableError(problem?.failure ?? 'unreachable')
  }
  return {
    ...signer,
    problem: () => problem,
    assertAvailable,
    sign: (digest, fields) => {
      assertAvailable()
      onSign()
      const made = signer.sign(digest, fields)
      if (made instanceof Promise)
        return breaker.run(async () => verify(digest, await made)).then(succeed, fail)
      if (fields.responses.length <= 1) return made
      try {
        return succeed(verify(digest, made))
      } catch (error) {
        return fail(error)
      }
    },
  }
}

function isOfSigner(error: unknown): boolean {
  return !(error instanceof SignerError && error.isOfRequest)
}
