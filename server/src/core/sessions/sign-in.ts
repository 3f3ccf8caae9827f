import { randomBytes } from 'node:crypto'
import type { Hex } from 'viem'
import { lowerCaseHex } from '../../crypto/hex.ts'
import { AppError } from '../../errors.ts'
import type { ConsumedMessage } from '../../model/consumed-message.ts'
import type { Session } from '../../model/session.ts'
import { deleteSession, insertSession } from '../../store/entities/sessions.ts'
import { isAdministrator } from '../auth/assert-access.ts'
import { authenticateSession } from '../auth/authenticate-session.ts'
import { hashKey } from '../auth/hash-key.ts'
import { signInPurpose } from '../auth/message-purpose.ts'
import { parseSignedMessage } from '../auth/verify-signed-message.ts'
import { consumeSignedMessage, verifySingleUseMessage } from '../auth/verify-single-use-message.ts'
import type { Caller, CallerSession } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { newId } from '../new-id.ts'
import { redeemSetupToken } from '../operators/redeem-setup-token.ts'
import { chargeWrite } from '../write-budget/charge.ts'

/** Of one address or admin key; the oldest end. */
export const maxSessions = 20

/** Of wallets without a role, from one address of the network; the oldest end. */
const maxSessionsPerClient = 200

const maxAgeMs = 30 * 86_400_000
const maxUserAgentLength = 200

export interface SignIn {
  readonly caller: Caller
  /** Makes the address the first operator. */
  readonly setupToken?: string | undefined
  readonly userAgent: string
  /** The session of the same browser, which ends. */
  readonly previous: Session | undefined
}

export interface NewSession {
  readonly session: CallerSession
  /** Not stored. */
  readonly token: string
}

/** With an admin key, or with a message (`signInPurpose`) that the wallet signed for this service, which is used once. */
export async function signIn(context: CoreContext, input: SignIn): Promise<NewSession> {
  const { caller, setupToken, previous } = input
  const { address, keyId, consumed } = caller.apiKey
    ? ofAdminKey(caller)
    : await verifyWallet(context, caller)
  const token = randomBytes(32).toString('base64url')
  const now = context.clock()
  const session: Session = {
    id: newId(),
    hash: hashKey(token),
    address,
    keyId,
    userAgent: input.userAgent.slice(0, maxUserAgentLength),
    client: caller.client ?? null,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: now + maxAgeMs,
  }
  await chargeWrite(context, { wallet: address ?? undefined, bytes: 0 })
  await context.store.transaction(async (tx) => {
    if (consumed) await consumeSignedMessage(context, tx, consumed)
    if (setupToken !== undefined) await redeemSetupToken(context, tx, setupToken, address)
    if (previous) await deleteSession(tx, previous.id)
    await insertSession(tx, session, { perSubject: maxSessions, perClient: maxSessionsPerClient })
  })
  return { session: await authenticateSession(context, token), token }
}

interface Subject extends Pick<Session, 'address' | 'keyId'> {
  readonly consumed?: ConsumedMessage
}

function ofAdminKey(caller: Caller): Subject {
  if (!(caller.apiKey && isAdministrator(caller)))
    throw new AppError('ForbiddenException', 'Only an admin key signs in; other keys are for programs.')
  return { address: null, keyId: caller.apiKey.id }
}

async function verifyWallet(context: CoreContext, caller: Caller): Promise<Subject & { address: Hex }> {
  const { ownOrigin, signedMessage } = caller
  const { message } = parseSignedMessage(signedMessage)
  if (ownOrigin === undefined)
    throw new AppError(
      'OriginNotAllowedException',
      'Wallets sign in at the public URL of this service, or on its own machine. Set PUBLIC_URL.',
    )
  const audience = { chainId: message.chainId, allowedOrigins: null }
  const { signer, consumed } = await verifySingleUseMessage(context, caller, audience, signInPurpose)
  return { address: lowerCaseHex(signer), keyId: null, consumed }
}
