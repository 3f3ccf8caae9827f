import { randomBytes } from 'node:crypto'
import type { Address } from 'viem'
import { parseAuthority, parseOrigin } from '../../ens/siwe-fields.ts'
import { formatSiweMessage, type SiweMessage } from '../../ens/siwe-message.ts'
import { AppError } from '../../errors.ts'
import type { CoreContext } from '../context.ts'
import { supportedChain } from '../supported-chain.ts'

export interface ChallengeRequest {
  /** Host and port of the app that asks for the signature. */
  readonly domain: string
  /** Who is to sign. */
  readonly address: Address
  /** http(s) URL of the app. */
  readonly origin: string
  readonly chainId: number
  /** Milliseconds until the challenge expires. */
  readonly ttl: number
}

/** What a signature means, for its signer and for us. */
interface Purpose {
  readonly statement: string
  readonly resources: readonly string[]
}

export interface ComposedChallenge {
  readonly message: SiweMessage & { readonly expirationTime: number }
  readonly text: string
}

/**
 * Composes a message to be signed, in ASCII: clients put it into a header. Whatever of it comes from the caller has a
 * form that cannot hold a line feed.
 *
 * @throws AppError `UnsupportedChainException`, `BadRequestException`.
 */
export function composeChallenge(
  { clock, rules }: CoreContext,
  request: ChallengeRequest,
  purpose: Purpose,
): ComposedChallenge {
  const { address, ttl } = request
  const chainId = supportedChain(request.chainId)
  if (ttl > rules.messageLifetime)
    throw new AppError('BadRequestException', `ttl: is more than ${rules.messageLifetime} milliseconds.`)
  const issuedAt = clock()
  const message = {
    domain: parseAuthority(request.domain),
    address,
    uri: parseOrigin(request.origin),
    chainId,
    nonce: randomBytes(16).toString('hex'),
    issuedAt,
    expirationTime: issuedAt + ttl,
    notBefore: null,
    ...purpose,
  }
  return { message, text: formatSiweMessage(message) }
}
