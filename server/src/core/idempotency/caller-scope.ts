import { recoverSigner } from '../../chain/recover-signer.ts'
import { isHexBytes } from '../../crypto/hex.ts'
import type { Session } from '../../model/session.ts'
import type { SignedMessage } from '../caller.ts'

export interface RequestSource {
  /** Authenticated, in plain. */
  readonly apiKey: string | undefined
  /** Verified. */
  readonly session: Session | undefined
  /** Unverified. */
  readonly signedMessage: Omit<SignedMessage, 'admit'> | undefined
  /** IPv4 address or IPv6 network. */
  readonly client: string
}

/**
 * Separates the idempotency keys of callers: an API key, else the address of a session, else the address that signed, else the signed message (a
 * contract's signature is not verified here), else the client's network. Nothing that only claims an address shares its
 * scope.
 */
export function callerScope({ apiKey, session, signedMessage, client }: RequestSource): readonly string[] {
  if (apiKey !== undefined) return ['api-key', apiKey]
  if (session) return session.address ? ['member', session.address] : ['session', session.id]
  if (!signedMessage) return ['client', client]
  const { address, message, signature } = signedMessage
  return isSignedByAddress(signedMessage)
    ? ['address', address.toLowerCase()]
    : ['signed-message', address, message, signature]
}

function isSignedByAddress({ address, message, signature }: NonNullable<RequestSource['signedMessage']>) {
  return isHexBytes(signature) && recoverSigner(message, signature) === address.toLowerCase()
}
