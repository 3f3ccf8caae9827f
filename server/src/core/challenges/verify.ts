import { AppError } from '../../errors.ts'
import { parseSiweMessage } from '../auth/siwe-message.ts'
import { verifySignedMessage } from '../auth/verify-signed-message.ts'
import type { SignedMessage } from '../caller.ts'
import type { CoreContext } from '../context.ts'

/** Rejects messages bound to one operation (`hasPurpose`). The caller must check domain and nonce. */
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
