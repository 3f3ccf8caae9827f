import { randomBytes } from 'node:crypto'
import type { Hex } from 'viem'
import { lowerCaseHex } from '../crypto/hex.ts'
import { AppError } from '../errors.ts'
import type { ConsumedMessage } from '../model/challenge.ts'
import type { Session } from '../model/session.ts'
import { findWorkspacesOfMember } from '../store/entities/members.ts'
import {
  deleteSession,
  insertSession,
  type SessionSubject,
  selectSessions,
} from '../store/entities/sessions.ts'
import { isAdministrator } from './auth/access.ts'
import { hashKey } from './auth/keys.ts'
import { authenticateSession, endOfSession } from './auth/sessions.ts'
import {
  consumeSignedMessage,
  parseSignedMessage,
  signInPurpose,
  verifySingleUseMessage,
} from './auth/signed-message.ts'
import { type Caller, type CallerSession, type CoreContext, newId } from './context.ts'
import { operatorsSubject, redeemSetupToken } from './operators.ts'
import { type CursorPage, type CursorRequest, readPageOfAll } from './page.ts'
import { requireSupportedChain } from './require-supported-chain.ts'
import type { OwnWorkspace } from './workspaces.ts'
import { chargeWrite } from './write-budgets.ts'

/** Of one address or admin key; the oldest end. */
const maxSessions = 20

/** Of wallets without a role, from one address of the network; the oldest end. */
const maxSessionsPerClient = 200

const maxAgeMs = 30 * 86_400_000
const maxUserAgentLength = 200

interface SignIn {
  readonly caller: Caller
  /** Makes the address the first operator. */
  readonly setupToken?: string | undefined
  readonly userAgent: string
  /** The session of the same browser, which ends. */
  readonly previous: Session | undefined
}

interface NewSession {
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
  const subject = setupToken === undefined ? subjectOf(session) : operatorsSubject
  await context.store.inTurn(subject).plainTransaction(async (tx) => {
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

/** Of turns (`TurnStore`). */
function subjectOf({ address, keyId }: SessionSubject): string {
  return `sessions of ${address ?? keyId}`
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
  const audience = { chainId: requireSupportedChain(message.chainId), allowedOrigins: null }
  const { signer, consumed } = await verifySingleUseMessage(context, caller, audience, signInPurpose)
  return { address: lowerCaseHex(signer), keyId: null, consumed }
}

export interface SessionDescription {
  readonly session: Session
  readonly isOperator: boolean
  /** Of which the address is a member; an operator acts in all. */
  readonly workspaces: readonly OwnWorkspace[]
  /** `with-domain`: of a domain that the address controls on chain. */
  readonly mayOpenWorkspaces: 'yes' | 'with-domain' | 'no'
}

export async function describeSession(
  context: CoreContext,
  caller: CallerSession,
): Promise<SessionDescription> {
  const { session, isOperator, roles } = caller
  const joined = session.address ? await findWorkspacesOfMember(context.store.db, session.address) : []
  const workspaces = joined.map((workspace) => ({ ...workspace, role: roles.get(workspace.id) ?? null }))
  const isOpen = context.rules.workspaceCreation === 'domain-controllers'
  return {
    session,
    isOperator,
    workspaces,
    mayOpenWorkspaces: isOperator ? 'yes' : isOpen ? 'with-domain' : 'no',
  }
}

/** Those of the same address or admin key that have not ended, newest first. */
async function currentSessions(
  { store, clock }: CoreContext,
  { session }: CallerSession,
): Promise<readonly Session[]> {
  const sessions = await selectSessions(store.db, session, maxSessions)
  return sessions.filter((each) => endOfSession(each) > clock())
}

/** The current sessions of the caller. */
export async function listSessions(
  context: CoreContext,
  caller: CallerSession,
  request: CursorRequest,
): Promise<CursorPage<Session>> {
  const list = {
    list: ['sessions', caller.session.address ?? caller.session.keyId],
    positionOf: ({ createdAt, id }: Session) => [createdAt, id],
    all: await currentSessions(context, caller),
  }
  return readPageOfAll(context, list, request, true)
}

/** Ends one of the caller's sessions. */
export async function endSession(context: CoreContext, caller: CallerSession, id: string): Promise<void> {
  const own = await currentSessions(context, caller)
  const isDeleted =
    own.some((session) => session.id === id) &&
    (await context.store.inTurn(subjectOf(caller.session)).plainTransaction((tx) => deleteSession(tx, id)))
  if (!isDeleted) throw new AppError('SessionNotFoundException', `You have no session ${id}.`)
}
