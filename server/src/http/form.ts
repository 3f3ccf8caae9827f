import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { endBeyond, lengthOf } from './bodies.ts'
import { clientOf } from './client-address.ts'
import { createClientPlaces } from './client-places.ts'

/** One file, a few short fields: a signature of a smart wallet is the longest. Sizes in bytes. */
const limits = { fileSize: 5_242_880, files: 1, fields: 4, fieldSize: 65_536, parts: 5, headerPairs: 20 }

/** Bytes of the longest form there can be. */
const largestForm = limits.fileSize + limits.fields * limits.fieldSize + 65_536

/** Forms being received or worked on at once, in all and of one client: each may hold a whole file in memory. */
const formsAtOnce = { all: 32, ofClient: 24 }

/** Milliseconds that a form may take to arrive. */
const receiveTimeout = 30_000

/** Lets the routes of a scope take multipart/form-data (RFC 7578) and nothing else. */
export async function takeForms(scope: FastifyInstance): Promise<void> {
  const places = createClientPlaces(formsAtOnce.ofClient)
  let forms = 0
  await scope.register(multipart, { limits })
  scope.removeContentTypeParser('application/json')
  scope.addContentTypeParser('*', (_request, _payload, done) =>
    done(new AppError('UnsupportedMediaTypeException', 'Send the body as multipart/form-data.')),
  )
  scope.addHook('onRequest', async (request, reply) => {
    if (lengthOf(request) > largestForm) throw tooLarge()
    const leave = forms < formsAtOnce.all ? places.take(clientOf(request.ip)) : undefined
    if (!leave)
      throw new AppError('ServiceUnavailableException', 'Too many uploads at this moment; try again.')
    forms++
    reply.raw.once('close', () => {
      forms--
      leave()
    })
  })
}

/**
 * Reads a form whole: fields as strings, the file as a `File`. A file that is too long is read on for as much again and
 * thrown away, so that the client hears why; whatever is longer, or takes too long to arrive, ends with its connection.
 *
 * @throws AppError `PayloadTooLargeException`, `BadRequestException`.
 */
export async function readForm(request: FastifyRequest): Promise<Readonly<Record<string, unknown>>> {
  const deadline = setTimeout(() => request.raw.destroy(), receiveTimeout)
  endBeyond(request, 2 * largestForm)
  try {
    return await readParts(request)
  } catch (error) {
    throw refusalOf(error)
  } finally {
    clearTimeout(deadline)
  }
}

async function readParts(request: FastifyRequest) {
  const parts: [name: string, value: unknown][] = []
  for await (const part of request.parts()) {
    const value = part.type === 'file' ? new File([await part.toBuffer()], part.filename) : part.value
    parts.push([part.fieldname, value])
  }
  const form = Object.fromEntries(parts)
  if (Object.keys(form).length < parts.length) throw malformed('holds a part twice')
  return form
}

/** Whatever else the parser throws is about bytes that are no form, or a form with more in it than any of ours has. */
function refusalOf(error: unknown): AppError {
  if (error instanceof AppError) return error
  const { code } = error as { code?: unknown }
  return code === 'FST_REQ_FILE_TOO_LARGE'
    ? tooLarge()
    : malformed('is not multipart/form-data with one file and few, short fields')
}

const tooLarge = () =>
  new AppError('PayloadTooLargeException', `The file is larger than ${limits.fileSize / 2 ** 20} MiB.`)

const malformed = (what: string) => new AppError('BadRequestException', `The body ${what}.`)
