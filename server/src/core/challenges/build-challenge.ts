import { randomBytes } from 'node:crypto'
import type { Address } from 'viem'
import { AppError } from '../../errors.ts'
import { parseAuthority, parseOrigin } from '../auth/siwe-fields.ts'
import { formatSiweMessage, type SiweMessage } from '../auth/siwe-message.ts'
import type { CoreContext } from '../context.ts'
import { requireSupportedChain } from '../require-supported-chain.ts'

export interface ChallengeRequest {
  /** Host and port of the app. */
  readonly domain: string
  readonly address: Address
  readonly origin: string
  readonly chainId: number
  /** Milliseconds. */
  readonly ttl: number
}

interface MessagePurpose {
  readonly statement: string
  readonly resources: readonly string[]
}

export interface BuiltChallenge {
  readonly message: SiweMessage & { readonly expirationTime: number }
  readonly text: string
}

/** Composes ASCII, because clients put it into a header. No caller input can contain a line feed. */
export function buildChallenge(
  { clock, rules }: CoreContext,
  request: ChallengeRequest,
  purpose: MessagePurpose,
): BuiltChallenge {
  const { address, ttl } = request
  const chainId = requireSupportedChain(request.chainId)
  if (ttl > rules.siweMaxTtlMs)
    throw new AppError('BadRequestException', `ttl: is more than ${rules.siweMaxTtlMs} milliseconds.`)
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
