import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { stopNotices } from '../../core/claims/notices.ts'
import { AppError } from '../../errors.ts'
import { loadSubjectOf } from '../load-shedding/admission-control.ts'
import type { RouteDependencies } from '../mount-route.ts'
import { pathWithoutQuery } from '../requests/url.ts'
import type { DocumentContent } from './document-content.ts'
import { problemDocument } from './problem-document.ts'

const url = '/mail/stop'

/** What one click of a mail program sends (RFC 8058) is shorter. */
const bodyLimit = 4096

/** For the list of routes. */
export const mailStopRoutes = [
  { method: 'GET', url },
  { method: 'POST', url },
] as const

type Send = (page: DocumentContent, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/**
 * Where the link of a message leads: a page with a button, since programs that check mails open its links, and what the button and the
 * click of a mail program send. The token is good for no more than to stop the messages to its address.
 */
export async function addMailStop(
  app: FastifyInstance,
  { context, rateLimits, admission }: RouteDependencies,
  send: Send,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, _body, done) => done(null))
    scope.addHook('onRequest', async (request, reply) => {
      admission.assertAdmitted(undefined)
      rateLimits.limitByIp(request, reply, true)
      reply.header('referrer-policy', 'no-referrer')
    })
    scope.setErrorHandler((error, request, reply) =>
      send(problemDocument(error, pathWithoutQuery(request.url)), request, reply),
    )
    scope.get(url, (request, reply) => {
      const form = { action: request.url, text: { message: 'problem.stop-mail-now' } }
      return send(pageOf(asking, form), request, reply)
    })
    scope.post(url, async (request, reply) => {
      await admission.runWithinLimits(undefined, loadSubjectOf(request, false), () =>
        stopNotices(context, tokenOf(request.query)),
      )
      return send(pageOf(stopped), request, reply)
    })
  })
}

function tokenOf(query: unknown): string {
  const token = typeof query === 'object' && query !== null && 'token' in query ? query.token : undefined
  if (typeof token === 'string') return token
  throw new AppError('NotFoundException', 'The link is not complete: open it from the message again.')
}

interface Texts {
  readonly title: string
  readonly message: string
}

const asking = { title: 'problem.stop-mail', message: 'problem.stop-mail-text' }
const stopped = { title: 'problem.mail-stopped', message: 'problem.mail-stopped-text' }

function pageOf(texts: Texts, form?: object): DocumentContent {
  const [title, message] = [{ message: texts.title }, { message: texts.message }]
  const data = { title, message, ...(form && { form }) }
  return { page: 'problem', title, description: message, path: url, data }
}
