import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import negotiate from '@fastify/accept-negotiator'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isNotModified } from '../conditional-requests.ts'
import type { RouteDependencies } from '../mount-route.ts'

/** In order of preference. */
const codings = ['br', 'gzip']

interface Representation {
  readonly bytes: Buffer
  /** Strong (RFC 9110 §8.8.3): one for each coding. */
  readonly etag: string
}

/** A large text with its codings, made once. */
export interface CompressedText {
  /** Of its responses. */
  readonly headers: Readonly<Record<string, string>>
  readonly byCoding: ReadonlyMap<string, Representation>
}

const identity = 'identity'

export async function compressText(
  text: string,
  headers: CompressedText['headers'],
): Promise<CompressedText> {
  const bytes = Buffer.from(text)
  // The highest levels take seconds for megabytes, and save a tenth.
  const params = { [zlib.BROTLI_PARAM_QUALITY]: 6, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes),
  ])
  const codings = Object.entries({ br, gzip: zipped, [identity]: bytes })
  return {
    headers,
    byCoding: new Map(codings.map(([coding, bytes]) => [coding, { bytes, etag: entityTag(bytes) }])),
  }
}

/**
 * Serves a large text, or 304. It is limited as a listing. A client that accepts no coding gets many times the bytes, so
 * its request counts as expensive.
 */
export function addTextRoute(
  app: FastifyInstance,
  { rateLimits, admission }: RouteDependencies,
  url: string,
  read: () => Promise<CompressedText>,
): void {
  app.get(url, {
    onRequest: async (request, reply) => {
      admission.assertAdmitted('listing')
      rateLimits.limitByIp(request, reply, codingOf(request) === identity)
    },
    handler: async (request, reply) => send(request, reply, await read()),
  })

  function send(request: FastifyRequest, reply: FastifyReply, { headers, byCoding }: CompressedText) {
    const coding = codingOf(request)
    const representation = byCoding.get(coding)
    if (!representation) throw new Error(`The text has no coding ${coding}.`)
    const { bytes, etag } = representation
    reply.headers({ ...headers, etag, vary: 'accept-encoding' })
    if (isNotModified(request, etag)) return reply.code(304).send()
    if (coding !== identity) reply.header('content-encoding', coding)
    return reply.send(bytes)
  }
}

function codingOf({ headers }: FastifyRequest): string {
  return negotiate(`${headers['accept-encoding'] ?? ''}`, codings) ?? identity
}

function entityTag(bytes: Buffer): string {
  return `"${createHash('sha256').update(bytes).digest('base64url')}"`
}
