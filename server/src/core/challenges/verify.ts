import { AppError, type ErrorName, upstreamErrors } from '../../errors.ts'
import { parseSiweMessage } from '../auth/siwe-message.ts'
import { verifySignedMessage } from '../auth/verify-signed-message.ts'
import type { SignedMessage } from '../caller.ts'
import type { CoreContext } from '../context.ts'

/**
 * Whether a signed message proves its address to this service now: signed by it, valid at this time and within the maximum
 * lifetime. A message for one operation (`hasPurpose`) proves no sign-in. The caller must check its domain and nonce.
 */
export async function isValidSignIn(context: CoreContext, signedMessage: SignedMessage): Promise<boolean> {
  const message = parseSiweMessage(signedMessage.message)
  if (!message)
    throw new AppError('BadRequestException', 'message: is not a Sign-In with Ethereum (EIP-4361) message.')
  try {
    await verifySignedMessage(context, signedMessage, { chainId: message.chainId, allowedOrigins: null })
    return true
  } catch (error) {
    if (error instanceof AppError && error.status === 401) return false
    throw error
  }
}

isValidSignIn.errors = [
  'BadRequestException',
  'UnsupportedChainException',
  ...upstreamErrors,
] as const satisfies readonly ErrorName[]
