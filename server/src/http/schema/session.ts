import { z } from 'zod'
import { endOfSession } from '../../core/auth/authenticate-session.ts'
import type { SessionDescription } from '../../core/sessions/describe.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import type { Session } from '../../model/session.ts'
import { answer } from './answer.ts'
import { exampleId, signedExample } from './examples.ts'
import { toIsoTime } from './iso-time.ts'
import { listAnswer } from './list.ts'
import { wireId } from './primitives.ts'
import { serializeOwnWorkspace, wireOwnWorkspace } from './workspace.ts'

const isoTime = z.iso.datetime()

const wireSession = z.object({
  id: wireId('Id of the session, not its token.'),
  createdAt: isoTime.meta({ description: 'When it began.', example: '2030-01-01T00:00:00.000Z' }),
  lastUsedAt: isoTime.meta({ description: 'To the minute.', example: '2030-01-01T00:00:00.000Z' }),
  expiresAt: isoTime.meta({
    description: 'When it ends if it is not used any more.',
    example: '2030-01-01T12:00:00.000Z',
  }),
  userAgent: z.string().meta({ description: 'What its browser calls itself.', example: 'Mozilla/5.0' }),
})

function serializeSession(session: Session): z.output<typeof wireSession> {
  return {
    id: session.id,
    createdAt: toIsoTime(session.createdAt),
    lastUsedAt: toIsoTime(session.lastUsedAt),
    expiresAt: toIsoTime(endOfSession(session)),
    userAgent: session.userAgent,
  }
}

export const sessionAnswer = answer(
  wireSession
    .extend({
      address: z.string().nullable().meta({
        description: 'Who signed in; null: an admin key.',
        example: signedExample.address,
      }),
      isOperator: z
        .boolean()
        .meta({ description: 'Whether it may do everything everywhere.', example: false }),
      workspaces: z
        .array(wireOwnWorkspace)
        .meta({ description: 'Of which the address is a member, oldest first. An operator acts in all.' }),
      mayOpenWorkspaces: z.enum(['yes', 'with-domain', 'no']).meta({
        description: '`with-domain`: for a domain that the address controls on chain.',
        example: 'no',
      }),
    })
    .meta({ id: 'Session', description: 'A session, and what it may do now.' }),
  ({ session, isOperator, workspaces, mayOpenWorkspaces }: SessionDescription) => ({
    ...serializeSession(session),
    address: session.address && checksumAddress(session.address),
    isOperator,
    workspaces: workspaces.map(serializeOwnWorkspace),
    mayOpenWorkspaces,
  }),
)

export interface ListedSession {
  readonly session: Session
  readonly isCurrent: boolean
}

export const sessionListAnswer = listAnswer(
  answer(
    wireSession
      .extend({
        isCurrent: z.boolean().meta({ description: 'Whether it sent this request.', example: true }),
      })
      .meta({ id: 'ListedSession', description: 'A session of the same address or admin key.' }),
    ({ session, isCurrent }: ListedSession) => ({ ...serializeSession(session), isCurrent }),
  ),
  'Newest first.',
)

export const endedSessionAnswer = answer(
  z.object({ id: wireId('Id of the session that has ended.').meta({ example: exampleId }) }),
  (id: string) => ({ id }),
)
