import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from '../../errors.ts'
import type { InputBuffers } from '../load-shedding/input-buffers.ts'
import { inputBuffersFullError } from '../load-shedding/limit-request-bodies.ts'

/** Fits the call data of a large multicall as hex. */
const maxBodyBytes = 262_144

const jsonType = /^application\/json[\t ]*(?:;|$)/i

/**
 * An absent body is empty. The promise stays pending if the client aborts.
 *
 * @throws AppError `UnsupportedMediaTypeException`, `PayloadTooLargeException`, `ServiceUnavailableException`.
 */
export async function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  inputBuffers: InputBuffers,
  clientOf: (request: IncomingMessage) => string,
): Promise<string> {
  assertAcceptable(request.headers)
  await new Promise((resolve) => request.once('readable', resolve))
  return isBuffered(request)
    ? readBuffered(request)
    : readRest(request, response, inputBuffers, clientOf(request))
}

/** Node tells of the body before it sets `complete`, even if both arrive in one packet. */
function isBuffered({ complete, headers, readableLength }: IncomingMessage): boolean {
  return complete || readableLength === Number(headers['content-length'])
}

function assertAcceptable({
  'content-type': type,
  'content-length': length = '0',
  'transfer-encoding': encoding,
}: IncomingHttpHeaders): void {
  const hasBody = encoding !== undefined || length !== '0'
  if (type === undefined ? hasBody : !jsonType.test(type))
    throw new AppError('UnsupportedMediaTypeException', 'Send the body as application/json.')
  if (Number(length) > maxBodyBytes) throw bodyTooLarge()
}

/** Fast path: most bodies arrive with the headers. */
function readBuffered(request: IncomingMessage): string {
  const body: Buffer | null = request.read()
  return body?.toString() ?? ''
}

function readRest(
  request: IncomingMessage,
  response: ServerResponse,
  inputBuffers: InputBuffers,
  client: string,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const onData = (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size > maxBodyBytes) refuse(bodyTooLarge())
    }
    const onEnd = () => resolve(Buffer.concat(chunks).toString())
    const refuse = (error: AppError) => {
      request.off('data', onData).off('end', onEnd)
      chunks.length = 0
      reject(error)
    }
    inputBuffers.track(request, response, client, () => refuse(inputBuffersFullError()))
    request.on('data', onData).on('end', onEnd)
  })
}

function bodyTooLarge(): AppError {
  return new AppError('PayloadTooLargeException', 'The body is too large.')
}
