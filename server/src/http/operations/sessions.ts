import { z } from 'zod'
import { describeSession } from '../../core/sessions/describe.ts'
import { endSession } from '../../core/sessions/end.ts'
import { listSessions } from '../../core/sessions/list.ts'
import { signIn } from '../../core/sessions/sign-in.ts'
import { operation } from '../operation.ts'
import { anySession } from '../operation-auth.ts'
import { exampleId } from '../schema/examples.ts'
import { listQuery } from '../schema/list.ts'
import { optional, uuid } from '../schema/primitives.ts'
import { endedSessionAnswer, sessionAnswer, sessionListAnswer } from '../schema/session.ts'
import { signature } from '../schema/write.ts'
import { sessionCookie } from '../session/cookie.ts'
import { requireSession } from '../session/require-session.ts'
import { removeSetupLink } from '../session/setup-link-file.ts'

const tag = 'Sessions and members'
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
      .meta({ description: 'Listed with the session.', example: 'Mozilla/5.0' }),
  }),
  handle: async ({ context, caller, body: { setupToken }, headers, setHeaders }) => {
    const previous = caller.session?.session
    const input = { caller, setupToken, userAgent: headers['user-agent'], previous }
    const { session, token } = await signIn(context, input)
    if (setupToken !== undefined) await removeSetupLink(context.config)
    setHeaders({ 'set-cookie': sessionCookie(context.config.publicUrl, token) })
    return describeSession(context, session)
  },
  mounts: [{ method: 'POST', url: collection, id: 'bynameSignIn', tag, status: 201, answer: sessionAnswer }],
})

const get = operation({
  summary: 'Read the session',
  description: 'Of the cookie: who signed in, and what they may do now.',
  auth: { accepts: anySession, anyRights: true },
  handle: ({ context, caller }) => describeSession(context, requireSession(caller)),
  mounts: [{ method: 'GET', url: '/byname/v1/session', id: 'bynameGetSession', tag, answer: sessionAnswer }],
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
    { method: 'DELETE', url: '/byname/v1/session', id: 'bynameSignOut', tag, answer: endedSessionAnswer },
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
  mounts: [{ method: 'GET', url: collection, id: 'bynameListSessions', tag, answer: sessionListAnswer }],
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
      answer: endedSessionAnswer,
    },
  ],
})

export const sessions = [create, get, signOut, list, end].flat()
