import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'

/** What browsers send is shorter. */
const maxHeaderLength = 500

/** The smaller one first. */
const codings = {
  // At this quality, 70 kB take about a millisecond.
  br: (text: string) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text: string) => promisify(gzip)(text),
} as const

/**
 * The body of a document in a content coding that the client accepts (RFC 9110 §12.5.3), with the header that names it. `Vary` is left to
 * the caller. Documents have no secrets, which the length of compressed bytes could tell.
 */
export async function encodeDocument(
  document: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string | Buffer> {
  const header = request.headers['accept-encoding']
  if (typeof header !== 'string' || header.length > maxHeaderLength) return document
  const accepted = new Negotiator({ headers: { 'accept-encoding': header } }).encodings(Object.keys(codings))
  const coding = accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : undefined
  if (!coding) return document
  reply.header('content-encoding', coding)
  return codings[coding](document)
}
