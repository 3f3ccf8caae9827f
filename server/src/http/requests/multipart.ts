import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import { createInFlightLimiter, loadSubjectOf } from '../load-shedding/admission-control.ts'
import { maxSignatureLength } from '../schema/records.ts'
import { contentLength, destroyAfter } from './body-parsing.ts'

/** Bytes. The longest field is the signature of a smart wallet, in hex. */
const multipartLimits = {
  files: 1,
  fields: 4,
  fieldSize: maxSignatureLength,
  parts: 5,
  headerPairs: 20,
}

/** Of a form besides its file: one long field, and the others. */
const maxOtherBytes = multipartLimits.fieldSize + 65_536

/** Each form may hold a whole file in memory. */
const maxConcurrentBytes = 160 * 2 ** 20

const receiveTimeoutMs = 30_000

/** For the operations whose file has that size at most. */
export async function registerMultipart(scope: FastifyInstance, maxFileBytes: number): Promise<void> {
  const total = Math.floor(maxConcurrentBytes / maxFileBytes)
  const uploads = createInFlightLimiter({ total, perClient: Math.ceil(total * 0.75) })
  await scope.register(multipart, { limits: { ...multipartLimits, fileSize: maxFileBytes } })
  scope.removeContentTypeParser('application/json')
  scope.addContentTypeParser('*', (_request, _payload, done) =>
    done(new AppError('UnsupportedMediaTypeException', 'Send the body as multipart/form-data.')),
  )
  scope.addHook('onRequest', async (request, reply) => {
    if (contentLength(request) > maxFileBytes + maxOtherBytes) throw fileTooLargeError(maxFileBytes)
    const release = uploads.tryAcquire(loadSubjectOf(request, false))
    if (typeof release === 'string')
      throw new AppError(
        'ServiceUnavailableException',
        'Too many uploads are in progress. Retry after 1 second.',
      )
    reply.raw.once('close', release)
  })
}

/**
 * Returns fields as strings, the file as a `File`. Excess of a file is discarded up to the same size again, so that the
 * client can read the 413; a longer or slower form ends with its connection.
 *
 * @throws AppError `PayloadTooLargeException`, `BadRequestException`.
 */
export async function readMultipart(
  request: FastifyRequest,
  maxFileBytes: number,
): Promise<Readonly<Record<string, unknown>>> {
  const timer = setTimeout(() => request.raw.destroy(), receiveTimeoutMs)
  destroyAfter(request, 2 * (maxFileBytes + maxOtherBytes))
  try {
    return await readParts(request)
  } catch (error) {
    throw toMultipartError(error, maxFileBytes)
  } finally {
    clearTimeout(timer)
  }
}

async function readParts(request: FastifyRequest) {
  const parts: [name: string, value: unknown][] = []
  for await (const part of request.parts()) {
    // The parser cuts it silently.
    if (part.type === 'field' && (part.valueTruncated || part.fieldnameTruncated))
      throw malformedBodyError(`holds a field of more than ${multipartLimits.fieldSize} bytes`)
    const value = part.type === 'file' ? new File([await part.toBuffer()], part.filename) : part.value
    parts.push([part.fieldname, value])
  }
  const form = Object.fromEntries(parts)
  if (Object.keys(form).length < parts.length) throw malformedBodyError('holds a part twice')
  return form
}

/** Any other parser error is the client's: a malformed form, or too many parts. */
function toMultipartError(error: unknown, maxFileBytes: number): AppError {
  if (error instanceof AppError) return error
  const { code } = error as { code?: unknown }
  return code === 'FST_REQ_FILE_TOO_LARGE'
    ? fileTooLargeError(maxFileBytes)
    : malformedBodyError('is not multipart/form-data with one file and few, short fields')
}

function fileTooLargeError(maxFileBytes: number) {
  return new AppError('PayloadTooLargeException', `The file is larger than ${maxFileBytes / 2 ** 20} MiB.`)
}

function malformedBodyError(problem: string) {
  return new AppError('BadRequestException', `The body ${problem}.`)
}
