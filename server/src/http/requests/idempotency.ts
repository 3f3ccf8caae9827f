import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { hasPurpose } from '../../core/auth/signed-message.ts'
import { parseSiweMessage } from '../../core/auth/siwe.ts'
import type { ExpectedAudience, SignedMessage } from '../../core/context.ts'
import {
  assertMayRepeat,
  beginRequest,
  callerScope,
  deriveRequestSecrets,
  fingerprintOf,
  type RequestSecrets,
  type RunningRequest,
  rightsOf,
  type StoredResponse,
} from '../../core/idempotency.ts'
import { chargeWrite } from '../../core/write-budgets.ts'
import { AppError, type ErrorName } from '../../errors.ts'
import { isObject } from '../../is-object.ts'
import { getHeader, signedMessageOf } from '../credentials/auth.ts'
import { credentialOf, presentedApiKey } from '../credentials/credentials.ts'
import { arrivalOf, ownOriginOf } from '../credentials/own-origin.ts'
import type { Route } from '../operation.ts'
import { clientKey } from '../rate-limit/client-key.ts'
import type { RateLimits } from '../rate-limit/rate-limits.ts'

/**
 * What makes two requests the same: method, target with its query, preconditions, address, a signed message that allows
 * one operation, and the body as it was sent, without insignificant whitespace. A sign-in message may be signed anew.
 */
async function fingerprintParts(request: FastifyRequest): Promise<readonly (string | Uint8Array)[]> {
  const { method, url, headers, body } = request
  const address = getHeader(request, 'x-address')?.toLowerCase()
  return [
    method,
    url,
    headers['if-match'] ?? '',
    headers['if-none-match'] ?? '',
    address ?? '',
    messageWithPurpose(request),
    ...(await bodyParts(body)),
  ]
}

/** Empty without one. */
function messageWithPurpose(request: FastifyRequest): string {
  const signed = signedMessageOf(request)
  const message = signed && parseSiweMessage(signed.message)
  return message && hasPurpose(message) ? signed.message : ''
}

/** A form with a file is an object with a `File`. */
async function bodyParts(body: unknown): Promise<readonly (string | Uint8Array)[]> {
  if (!isObject(body)) return [JSON.stringify(body) ?? '']
  const files = Object.values(body).filter((value) => value instanceof File)
  const contents = await Promise.all(files.map((file) => file.bytes()))
  return [JSON.stringify(body), ...contents]
}

const maxLength = 255

/** A String of Structured Fields (RFC 9651 §3.3.3). */
const quoted = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/

/** As many clients send it; Node joins repeated headers with a comma. */
const unquoted = /^[^\s",;\\]+$/

/**
 * Parses the header of draft-ietf-httpapi-idempotency-key-header-07: with or without quotes, 1 to 255 visible ASCII
 * characters.
 *
 * @throws AppError `BadRequestException`.
 */
export function parseIdempotencyKey(header: string): string {
  const key = quoted.exec(header)?.[1]?.replace(/\\(.)/g, '$1') ?? unquoted.exec(header)?.[0]
  if (key && key.length <= maxLength && /^[\x20-\x7e]+$/.test(key)) return key
  throw new AppError(
    'BadRequestException',
    `idempotency-key: is not one text of 1 to ${maxLength} visible ASCII characters, such as a UUID`,
  )
}

interface IdentifiedRequest {
  readonly secrets: RequestSecrets
  readonly fingerprint: string
}

export const idempotencyErrors = [
  'BadRequestException',
  'IdempotencyKeyReusedException',
  'RequestInProgressException',
  'ResponseNotKeptException',
] as const satisfies readonly ErrorName[]

/** Of a response that is stored, beside the body. */
const storedHeaders = ['content-type', 'etag'] as const

/** With an API key or session: above any response to a write. */
const maxStoredBytes = 2_097_152

/** Without: above that of a usual profile. */
const maxStoredBytesWithoutKey = 8192

/** Responses that the same request may not get again. */
const temporaryStatuses: readonly number[] = [401, 408, 429]

/** A POST may be a read. */
export function isWrite({ method, isSafe }: Pick<Route, 'method' | 'isSafe'>): boolean {
  return method !== 'GET' && !isSafe
}

/**
 * Repeats the response of an earlier request with the same `Idempotency-Key`
 * (draft-ietf-httpapi-idempotency-key-header-07). Requests without the header are not concerned.
 */
export function replayHooks(
  context: Context,
  rateLimits: RateLimits,
  { expensive, returnsSecret }: Pick<Route, 'expensive' | 'returnsSecret'>,
  admitFor: (request: FastifyRequest, reply: FastifyReply) => SignedMessage['admit'],
) {
  const identified = new WeakMap<FastifyRequest, IdentifiedRequest>()
  const running = new WeakMap<FastifyRequest, RunningRequest>()
  const audiences = new WeakMap<FastifyRequest, ExpectedAudience>()
  const finalResponse = (
    request: FastifyRequest,
    reply: FastifyReply,
    payload: unknown,
  ): StoredResponse | undefined => {
    const { statusCode: status } = reply
    if (typeof payload !== 'string') return undefined
    if (status >= 500 || temporaryStatuses.includes(status)) return undefined
    const credential = credentialOf(request)
    const isKnown = credential.apiKey !== undefined || credential.session !== undefined
    const isLarge = Buffer.byteLength(payload) > (isKnown ? maxStoredBytes : maxStoredBytesWithoutKey)
    const headers = storedHeaders.flatMap((name) => {
      const value = reply.getHeader(name)
      return value === undefined ? [] : [[name, `${value}`] as const]
    })
    const omitted = returnsSecret && status < 300 ? 'secret' : isLarge ? 'large' : undefined
    return {
      status,
      headers: Object.fromEntries(headers),
      body: omitted ? { omitted } : payload,
      rights: rightsOf(credential),
      audience: audiences.get(request),
    }
  }
  return {
    onSignatureVerified: (request: FastifyRequest) => (audience: ExpectedAudience) =>
      void audiences.set(request, audience),
    /** With the body as it was sent: validation changes it. */
    preValidation: async (request: FastifyRequest, reply: FastifyReply) => {
      const header = request.headers['idempotency-key']
      if (header === undefined) return
      const { apiKey, session } = credentialOf(request)
      const secrets = deriveRequestSecrets(
        callerScope({
          apiKey: apiKey && presentedApiKey(request),
          session: session?.session,
          signedMessage: signedMessageOf(request),
          client: clientKey(request.ip),
        }),
        parseIdempotencyKey(`${header}`),
      )
      identified.set(request, {
        secrets,
        fingerprint: fingerprintOf(secrets, await fingerprintParts(request)),
      })
      // It writes a row without authentication.
      if (!apiKey && !session && !expensive) await rateLimits.quotasFor(request, reply).expensive.consume()
    },
    preHandler: async (request: FastifyRequest, reply: FastifyReply) => {
      const retried = identified.get(request)
      if (!retried) return undefined
      const writeMeter = rateLimits.writeMeterFor(request, reply)
      const charge = () => chargeWrite({ ...context, writeMeter }, { bytes: maxStoredBytesWithoutKey })
      const begun = await beginRequest(context, { ...retried, charge })
      if ('status' in begun) {
        const signed = signedMessageOf(request)
        await assertMayRepeat(context, begun, {
          credential: credentialOf(request),
          caller: {
            signedMessage: signed && { ...signed, admit: admitFor(request, reply) },
            ownOrigin: ownOriginOf(context.config.publicUrl, arrivalOf(request)),
          },
        })
        return sendAgain(begun, reply)
      }
      running.set(request, begun)
      return undefined
    },
    /** Before the response is sent: what a client has received is what a retry gets. */
    onSend: async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
      const begun = running.get(request)
      if (!begun) return
      running.delete(request)
      // The response is true in any case.
      await begun
        .finish(finalResponse(request, reply, payload))
        .catch((error: unknown) => request.log.warn({ err: error }, 'response not stored for retries'))
    },
  }
}

const omissions = {
  secret: 'had a secret, which is not kept. Find what was made in its list, and rotate or delete it',
  large: 'was too large to be kept. Read what was changed',
} as const

function sendAgain({ status, headers, body }: StoredResponse, reply: FastifyReply): FastifyReply {
  if (typeof body !== 'string')
    throw new AppError(
      'ResponseNotKeptException',
      `The request with this Idempotency-Key was done, with status ${status}; nothing was done again. Its response ${omissions[body.omitted]}.`,
    )
  return reply.code(status).headers(headers).header('idempotent-replayed', 'true').send(body)
}
