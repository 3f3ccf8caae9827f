import type { FastifyRequest } from 'fastify'
import { isObject } from '../../is-object.ts'

/**
 * What makes two requests the same: method, target with its query, precondition, and body as it was sent, without
 * insignificant whitespace. Credentials identify the caller instead.
 */
export async function fingerprintParts(request: FastifyRequest): Promise<readonly (string | Uint8Array)[]> {
  const { method, url, headers, body } = request
  return [method, url, headers['if-match'] ?? '', ...(await bodyParts(body))]
}

/** A form with a file is an object with a `File`. */
async function bodyParts(body: unknown): Promise<readonly (string | Uint8Array)[]> {
  if (!isObject(body)) return [JSON.stringify(body) ?? '']
  const files = Object.values(body).filter((value) => value instanceof File)
  const contents = await Promise.all(files.map((file) => file.bytes()))
  return [JSON.stringify(body), ...contents]
}
