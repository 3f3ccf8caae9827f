import type { Hex } from 'viem'
import { AppError } from '../../errors.ts'
import type { Session } from '../../model/session.ts'
import { findApiKey } from '../../store/entities/api-keys.ts'
import { findRoles, isOperator } from '../../store/entities/members.ts'
import { findSessionByHash, touchSession } from '../../store/entities/sessions.ts'
import type { Caller, CallerSession, CoreContext } from '../context.ts'
import { hashKey, isKeyValid } from './keys.ts'

/** A session that is not used for so long ends. */
export const maxIdleMs = 12 * 3_600_000

/** Limits writes of `last_used_at`. */
const touchIntervalMs = 60_000

export async function authenticateSession(context: CoreContext, token: string): Promise<CallerSession> {
  const now = context.clock()
  const found = await readSession(context, hashKey(token))
  const { session } = found
  if (session.lastUsedAt < now - touchIntervalMs)
    await context.store.note((turn) => touchSession(turn, session.id, now))
  return found
}

/** Reads what the address may do now: a change of roles or operators is effective at once. Is no use of the session. */
export async function readSession(context: CoreContext, hash: Hex): Promise<CallerSession> {
  const { db } = context.store
  const session = await findSessionByHash(db, hash)
  if (!session || endOfSession(session) <= context.clock()) throw sessionEndedError()
  const rights =
    session.address === null
      ? await rightsOfAdminKey(context, session)
      : {
          isOperator: context.rules.operators.has(session.address) || (await isOperator(db, session.address)),
          roles: await findRoles(db, session.address),
        }
  return { session, ...rights }
}

/** If it is not used any more. */
export function endOfSession({ lastUsedAt, expiresAt }: Session): number {
  return Math.min(lastUsedAt + maxIdleMs, expiresAt)
}

async function rightsOfAdminKey(
  { store, clock }: CoreContext,
  { keyId }: Session,
): Promise<Omit<CallerSession, 'session'>> {
  const key = keyId === null ? undefined : await findApiKey(store.db, keyId)
  if (!key || !isKeyValid(key, clock())) throw sessionEndedError()
  return { isOperator: true, roles: new Map() }
}

function sessionEndedError() {
  return new AppError('InvalidSessionException', 'The session has ended. Sign in again.')
}

/** An admin key that is not stored: commands can access the database anyway. */
export function operatorCaller({ clock }: Pick<CoreContext, 'clock'>): Caller {
  return {
    apiKey: {
      id: 'operator',
      workspaceId: '',
      name: 'Command line',
      prefix: '',
      hash: '0x',
      scopes: ['admin'],
      domainIds: null,
      origins: null,
      createdAt: clock(),
      expiresAt: null,
      revokedAt: null,
      lastUsedAt: null,
    },
  }
}
