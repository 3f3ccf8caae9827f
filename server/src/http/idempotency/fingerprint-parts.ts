import type { FastifyRequest } from 'fastify'
import { hasPurpose } from '../../core/auth/message-purpose.ts'
import { parseSiweMessage } from '../../core/auth/siwe-message.ts'
import { isObject } from '../../is-object.ts'
import { getHeader, signedMessageOf } from '../auth.ts'

/**
 * What makes two requests the same: method, target with its query, preconditions, address, a signed message that allows
 * one operation, and the body as it was sent, without insignificant whitespace. A sign-in message may be signed anew.
 */
export async function fingerprintParts(request: FastifyRequest): Promise<readonly (string | Uint8Array)[]> {
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
