import type { Session } from '../../model/session.ts'
import { listSessions as listStoredSessions } from '../../store/entities/sessions.ts'
import { endOfSession } from '../auth/authenticate-session.ts'
import type { CallerSession } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { type CursorPage, type CursorRequest, readPageOfAll } from '../cursor.ts'
import { maxSessions } from './sign-in.ts'

/** Those of the same address or admin key that have not ended, newest first. */
export async function currentSessions(
  { store, clock }: CoreContext,
  { session }: CallerSession,
): Promise<readonly Session[]> {
  const sessions = await listStoredSessions(store.db, session, maxSessions)
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
