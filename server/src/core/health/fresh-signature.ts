import { TimeoutError, withTimeout } from '../../async/time.ts'
import { encodeAddressLookup } from '../../ccip/records.ts'
import { fromHex } from '../../crypto/hex.ts'
import { AppError, OverloadedError } from '../../errors.ts'
import { encodeResult } from '../../gateway/encode-result.ts'
import { recoverResponseSigner } from '../../gateway/recover-signer.ts'
import { decodeRequest } from '../../gateway/request.ts'
import type { Resolver } from '../../model/resolver.ts'
import type { Signer } from '../../signing/signer.ts'
import type { CoreContext } from '../context.ts'
import { expiryBucketAt } from '../lookup/expiry-bucket.ts'

/** Longer than a signer that is asked for too much may take. */
const timeoutMs = 6_000

export interface SignerFault {
  /** The signer is only asked for more than it can sign. */
  readonly isOverload: boolean
  /** Continues a sentence about the signer: `does not respond`. */
  readonly problem: string
}

/**
 * Signs a response that says that `name`, which no domain has, has no records, as any lookup of it is answered, wherever the key is;
 * then recovers who signed. `undefined`: it is that signer.
 */
export async function checkFreshSignature(
  { signingQueue, clock, rules }: Pick<CoreContext, 'signingQueue' | 'clock' | 'rules'>,
  { signingScheme: scheme, chainId, address }: Pick<Resolver, 'signingScheme' | 'chainId' | 'address'>,
  signer: Signer,
  name: string,
): Promise<SignerFault | undefined> {
  const request = fromHex(encodeAddressLookup(name))
  const result = encodeResult(decodeRequest(request, rules.limits.gateway).query, null)
  const { expiresAt: expires } = expiryBucketAt(clock(), rules.gatewaySignatureTtlSeconds)
  const context = { scheme, chainId, resolver: address }
  try {
    const signing = async () => signingQueue.sign(signer, context, { expires, request, result })
    const signature = await withTimeout(signing(), timeoutMs)
    const found = recoverResponseSigner(context, { expires: BigInt(expires), request, result }, signature)
    if (found === signer.address.toLowerCase()) return undefined
    return {
      isOverload: false,
      problem:
        found === null ? 'returns what is no signature' : `returns signatures of another key, ${found}`,
    }
  } catch (error) {
    return faultOf(error)
  }
}

function faultOf(error: unknown): SignerFault {
  if (error instanceof OverloadedError)
    return { isOverload: true, problem: 'is too slow for the lookups that arrive' }
  if (error instanceof TimeoutError)
    return { isOverload: false, problem: `does not sign within ${timeoutMs / 1000} s` }
  if (error instanceof AppError)
    return { isOverload: false, problem: 'does not respond, or refuses; the log has the reason' }
  throw error
}
