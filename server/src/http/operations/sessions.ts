import { z } from 'zod'
import { endOfSession } from '../../core/auth/sessions.ts'
import {
  describeSession,
  endSession,
  listSessions,
  type SessionDescription,
  signIn,
} from '../../core/sessions.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import type { Session } from '../../model/session.ts'
import { anySession } from '../credentials/operation-auth.ts'
import { removeSetupLink, requireSession, sessionCookie } from '../credentials/session.ts'
import { sessionsAndMembersTag } from '../openapi/tags.ts'
import { operation } from '../operation.ts'
import { listQuery, listResponse } from '../schema/pages.ts'
import {
  exampleId,
  optional,
  responseOf,
  signedExample,
  toIsoTime,
  uuid,
  wireId,
} from '../schema/primitives.ts'
import { signature } from '../schema/records.ts'
import { serializeOwnWorkspace, wireOwnWorkspace } from './workspaces.ts'

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

const sessionResponse = responseOf(
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

interface ListedSession {
  readonly session: Session
  readonly isCurrent: boolean
}

const sessionListResponse = listResponse(
  responseOf(
    wireSession
      .extend({
        isCurrent: z.boolean().meta({ description: 'Whether it sent this request.', example: true }),
      })
      .meta({ id: 'ListedSession', description: 'A session of the same address or admin key.' }),
    ({ session, isCurrent }: ListedSession) => ({ ...serializeSession(session), isCurrent }),
  ),
  'Newest first.',
)

const endedSessionResponse = responseOf(
  z.object({ id: wireId('Id of the session that has ended.').meta({ example: exampleId }) }),
  (id: string) => ({ id }),
)

const tag = sessionsAndMembersTag
const collection = '/byname/v1/sessions'

const create = operation({
  summary: 'Sign in',
  description:
    'Begins a session and sets its cookie (httpOnly, SameSite=Strict). A wallet signs a message (EIP-4361) for the host of this ' +
    'service: at most ten minutes old, valid once, with the one resource `byname:action/sign-in`, on a chain of this service (for ' +
    'contract wallets). An admin key in `x-api-key` signs in without a signature. A session ends after 12 hours without use, and ' +
    'after 30 days; the 20 newest of an address stay, and of wallets without a role the 200 ' +
    'newest of one address of the network. An earlier session of the same browser ends.',
  auth: { accepts: ['admin-key'], signature: 'instead', replacesSession: true },
  returnsSecret: true,
  expensive: true,
  body: z
    .object({
      setupToken: optional(z.string().min(1).max(100)).meta({
        description: 'Of the setup link: the address becomes the first operator.',
        example: 'v1JkPq…',
      }),
      signature,
    })
    .meta({ example: {} }),
  headers: z.looseObject({
    'user-agent': z
      .string()
      .default('')
      .meta({ description: 'Listed with the session.', example: 'Mozilla/5.0', maxLength: 65_536 }),
  }),
  handle: async ({ context, caller, body: { setupToken }, headers, setHeaders }) => {
    const previous = caller.session?.session
    const input = { caller, setupToken, userAgent: headers['user-agent'], previous }
    const { session, token } = await signIn(context, input)
    if (setupToken !== undefined) await removeSetupLink(context.config)
    setHeaders({ 'set-cookie': sessionCookie(context.config.publicUrl, token) })
    return describeSession(context, session)
  },
  mounts: [
    { method: 'POST', url: collection, id: 'bynameSignIn', tag, status: 201, response: sessionResponse },
  ],
})

const get = operation({
  summary: 'Read the session',
  description: 'Of the cookie: who signed in, and what they may do now.',
  auth: { accepts: anySession, anyRights: true },
  handle: ({ context, caller }) => describeSession(context, requireSession(caller)),
  mounts: [
    { method: 'GET', url: '/byname/v1/session', id: 'bynameGetSession', tag, response: sessionResponse },
  ],
})

const signOut = operation({
  summary: 'Sign out',
  description: 'Ends the session of the cookie, and removes the cookie.',
  auth: { accepts: anySession, anyRights: true },
  errors: ['SessionNotFoundException'],
  handle: async ({ context, caller, setHeaders }) => {
    const current = requireSession(caller)
    await endSession(context, current, current.session.id)
    setHeaders({ 'set-cookie': sessionCookie(context.config.publicUrl, null) })
    return current.session.id
  },
  mounts: [
    { method: 'DELETE', url: '/byname/v1/session', id: 'bynameSignOut', tag, response: endedSessionResponse },
  ],
})

const list = operation({
  summary: 'List the sessions',
  description: 'Those of the same address or admin key that have not ended.',
  auth: { accepts: anySession, anyRights: true },
  query: z.object(listQuery),
  handle: async ({ context, caller, query }) => {
    const current = requireSession(caller)
    const { items, next } = await listSessions(context, current, query)
    return {
      items: items.map((session) => ({ session, isCurrent: session.id === current.session.id })),
      next,
    }
  },
  mounts: [{ method: 'GET', url: collection, id: 'bynameListSessions', tag, response: sessionListResponse }],
})

const end = operation({
  summary: 'End a session',
  description: 'One of the same address or admin key; it is rejected from the next request on.',
  auth: { accepts: anySession, anyRights: true },
  params: z.object({ sessionId: uuid.meta({ description: 'Id of the session.', example: exampleId }) }),
  errors: ['SessionNotFoundException'],
  handle: async ({ context, caller, params: { sessionId } }) => {
    await endSession(context, requireSession(caller), sessionId)
    return sessionId
  },
  mounts: [
    {
      method: 'DELETE',
      url: `${collection}/:sessionId`,
      id: 'bynameEndSession',
      tag,
      response: endedSessionResponse,
    },
  ],
})

export const sessions = [create, get, signOut, list, end].flat()
