import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  PutObjectCommand,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { startDeadline, withTimeout } from '../async/time.ts'
import { OperatorError } from '../errors.ts'
import { createS3Client } from '../s3-client.ts'
import { type BackupTarget, maxListed, type StoredObject, tooManyObjects } from './target.ts'

interface BucketLocation {
  readonly bucket: string
  readonly prefix: string
  readonly region: string
  readonly endpoint: string | undefined
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** In memory, two of them; of a slow line, each is sent within the timeout. S3 allows 10,000 in an object. */
const partBytes = 8 * 1_048_576
const maxParts = 10_000

interface HttpHandlerOptions {
  readonly abortSignal: AbortSignal
}

/** A part is sent before its response begins. */
const bounds = { connectionTimeout: 5_000, requestTimeout: 180_000, maxAttempts: 3 }

/** Of one request with its attempts, until its response begins, milliseconds. */
const totalTimeoutMs = 400_000
/** Between two pieces of a body. */
const idleTimeoutMs = 60_000

export function bucketTarget(location: BucketLocation): BackupTarget {
  const { bucket: Bucket, prefix } = location
  const client = createS3Client(location, bounds)
  const folder = prefix === '' ? '' : `${prefix}/`
  const title = `s3://${Bucket}${prefix === '' ? '' : `/${prefix}`}`
  /** The body of a response, which may be large, comes after the deadline was cleared. */
  const send = async <T>(request: (options: HttpHandlerOptions) => Promise<T>): Promise<T> => {
    const deadline = startDeadline(totalTimeoutMs, new AbortController().signal)
    try {
      return await request({ abortSignal: deadline.signal })
    } finally {
      deadline.clear()
    }
  }
  const explained = <T>(request: (options: HttpHandlerOptions) => Promise<T>): Promise<T> =>
    send(request).catch((error: unknown) => {
      throw explain(error, title)
    })

  const uploadParts = async (Key: string, UploadId: string, parts: AsyncIterable<Buffer>) => {
    const Parts: CompletedPart[] = []
    for await (const Body of parts) {
      const PartNumber = Parts.length + 1
      if (PartNumber > maxParts)
        throw new OperatorError(`The backup is larger than ${(partBytes * maxParts) / 2 ** 30} GiB.`)
      const command = new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body })
      const { ETag } = await explained((options) => client.send(command, options))
      Parts.push({ ETag, PartNumber })
    }
    const complete = { Bucket, Key, UploadId, MultipartUpload: { Parts } }
    await explained((options) => client.send(new CompleteMultipartUploadCommand(complete), options))
  }

  const list = async (isKept: (name: string) => boolean): Promise<readonly StoredObject[]> => {
    const objects: StoredObject[] = []
    let count = 0
    let StartAfter: string | undefined
    do {
      // A later page begins after a name and not by a token, which not all providers make.
      const command: ListObjectsV2Command = new ListObjectsV2Command({
        Bucket,
        Prefix: folder,
        Delimiter: '/',
        StartAfter,
      })
      const page: ListObjectsV2CommandOutput = await explained((options) => client.send(command, options))
      const contents = page.Contents ?? []
      count += contents.length
      if (count > maxListed) throw tooManyObjects(title)
      for (const { Key = '', Size = 0, LastModified } of contents) {
        const name = Key.slice(folder.length)
        if (isKept(name)) objects.push({ name, bytes: Size, modifiedAt: LastModified?.getTime() ?? 0 })
      }
      StartAfter = page.IsTruncated ? contents.at(-1)?.Key : undefined
    } while (StartAfter !== undefined)
    return objects
  }

  return {
    title,
    list,
    put: async (name, bytes) => {
      const Key = `${folder}${name}`
      const parts = inParts(bytes)
      const first = await parts.next()
      if (first.done) throw new OperatorError('An empty object cannot be stored.')
      if (first.value.length < partBytes) {
        const command = new PutObjectCommand({ Bucket, Key, Body: first.value })
        await explained((options) => client.send(command, options))
        return
      }
      const created = await explained((options) =>
        client.send(new CreateMultipartUploadCommand({ Bucket, Key }), options),
      )
      const { UploadId } = created
      if (UploadId === undefined) throw new OperatorError(`${title} accepts no uploads in parts.`)
      try {
        await uploadParts(Key, UploadId, prepend(first.value, parts))
      } catch (error) {
        // Its parts would stay, and cost. The error of the upload says more than one of this.
        const command = new AbortMultipartUploadCommand({ Bucket, Key, UploadId })
        await send((options) => client.send(command, options)).catch(() => undefined)
        throw error
      }
    },
    read: async (name) => {
      const command = new GetObjectCommand({ Bucket, Key: `${folder}${name}` })
      const response = await send((options) => client.send(command, options)).catch((error: unknown) => {
        if (error instanceof S3ServiceException && error.name === 'NoSuchKey') return undefined
        throw explain(error, title)
      })
      if (!response) return undefined
      const { Body } = response
      if (!(Body instanceof Readable)) throw new OperatorError(`${title} responded without a body.`)
      return readBody(Body, title)
    },
    delete: async (name) => {
      await explained((options) =>
        client.send(new DeleteObjectCommand({ Bucket, Key: `${folder}${name}` }), options),
      )
    },
    close: () => client.destroy(),
  }
}

/** Of equal size, but for the last; none without bytes. */
async function* inParts(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, undefined> {
  let part = Buffer.allocUnsafe(partBytes)
  let length = 0
  for await (const chunk of bytes) {
    for (let from = 0; from < chunk.length; ) {
      const taken = chunk.subarray(from, from + partBytes - length)
      part.set(taken, length)
      length += taken.length
      from += taken.length
      if (length < partBytes) continue
      yield part
      // The one before may still be sent once more.
      part = Buffer.allocUnsafe(partBytes)
      length = 0
    }
  }
  if (length > 0) yield part.subarray(0, length)
}

async function* prepend<T>(first: T, others: AsyncIterable<T>): AsyncGenerator<T> {
  yield first
  yield* others
}

async function* readBody(body: Readable, title: string): AsyncGenerator<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { done, value } = await withTimeout(chunks.next(), idleTimeoutMs)
      if (done) return
      yield value
    }
  } catch (error) {
    throw explain(error, title)
  } finally {
    body.destroy()
  }
}

/** Only names of errors: the rest may quote an access key. */
function explain(error: unknown, title: string): Error {
  if (error instanceof OperatorError) return error
  if (error instanceof S3ServiceException && error.$fault === 'client')
    return new OperatorError(
      `${title} rejected a request: ${error.name} (${error.$metadata.httpStatusCode ?? 'no status'}).`,
    )
  const name = error instanceof Error ? error.name : 'unknown'
  return new OperatorError(`${title} does not respond as a bucket does (${name}). Try again later.`)
}
