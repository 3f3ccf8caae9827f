import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { maxApiRequestPathLength } from '../../model/api-key.ts'
import { credentialOf } from '../credentials/credentials.ts'
import { errorNameOf } from '../errors.ts'
import { pathWithoutQuery } from './url.ts'

/** Only requests with a valid key have a workspace. */
export function recordApiRequest(
  { apiRequestLog, clock }: Pick<Context, 'apiRequestLog' | 'clock'>,
  request: FastifyRequest,
  { statusCode, elapsedTime }: FastifyReply,
): void {
  const { apiKey } = credentialOf(request)
  if (!apiKey) return
  apiRequestLog.record({
    workspaceId: apiKey.workspaceId,
    keyId: apiKey.id,
    answeredAt: clock(),
    method: request.method,
    path: pathWithoutQuery(request.url).slice(0, maxApiRequestPathLength),
    status: statusCode,
    errorName: errorNameOf(request),
    durationMs: Math.round(elapsedTime),
    requestId: request.id,
  })
}
