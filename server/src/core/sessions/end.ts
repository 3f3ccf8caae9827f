import { AppError } from '../../errors.ts'
import { deleteSession } from '../../store/entities/sessions.ts'
import type { CallerSession } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { currentSessions } from './list.ts'

/** Ends one of the caller's sessions. */
export async function endSession(context: CoreContext, caller: CallerSession, id: string): Promise<void> {
  const own = await currentSessions(context, caller)
  const isDeleted = own.some((session) => session.id === id) && (await deleteSession(context.store.db, id))
  if (!isDeleted) throw new AppError('SessionNotFoundException', `You have no session ${id}.`)
}
