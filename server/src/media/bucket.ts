import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { AppError } from '../errors.ts'
import { createS3Client } from '../s3-client.ts'
import { cacheControl, type MediaFile } from './media-file.ts'

/** S3-compatible. Its keys are secrets. */
export interface BucketSettings {
  readonly name: string
  /** Without a trailing slash. */
  readonly publicUrl: string
  readonly region: string
  /** Absent: AWS. */
  readonly endpoint: string | undefined
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

interface Bucket {
  /**
   * Stores a file under its name and returns its URL. Idempotent.
   *
   * @throws AppError `ServiceUnavailableException` when the bucket is unavailable; Error when it rejects the file,
   * which the operator has to fix.
   */
  put(file: MediaFile): Promise<string>
  urlOf(name: string): string
  /**
   * From its public URL: the key need not read. Buckets that list nothing respond with 403 for what they do not have.
   *
   * @throws Error for other responses.
   */
  read(name: string): Promise<Readable | undefined>
  has(name: string): Promise<boolean>
  /** Why images cannot be stored; undefined where nothing shows it. */
  check(): Promise<string | undefined>
  /**
   * Idempotent.
   *
   * @throws AppError as `put`.
   */
  delete(name: string): Promise<void>
  close(): void
}

const bounds = { connectionTimeout: 3_000, requestTimeout: 10_000, maxAttempts: 2 }

/** Both attempts, until the response has ended. */
const totalTimeoutMs = 25_000

export function openBucket(settings: BucketSettings): Bucket {
  const { name: Bucket, publicUrl } = settings
  const client = createS3Client(settings, bounds)
  const withinTimeout = () => ({ abortSignal: AbortSignal.timeout(totalTimeoutMs) })
  const urlOf = (name: string) => `${publicUrl}/${name}`
  const request = async (name: string, method: string) => {
    const response = await fetch(urlOf(name), { method, signal: AbortSignal.timeout(totalTimeoutMs) })
    if (response.ok) return response
    await response.body?.cancel()
    if (response.status === 404 || response.status === 403) return undefined
    throw new Error(`The bucket responded with ${response.status} for ${urlOf(name)}.`)
  }
  let rejection: string | undefined
  return {
    put: async ({ name: Key, bytes: Body, contentType: ContentType }) => {
      const object = { Bucket, Key, Body, ContentType, CacheControl: cacheControl }
      try {
        await client.send(new PutObjectCommand(object), withinTimeout())
      } catch (error) {
        if (isRejection(error)) rejection = `the bucket rejected an image: ${error.name}`
        throw toUploadError(error)
      }
      rejection = undefined
      return urlOf(Key)
    },
    urlOf,
    read: async (name) => {
      const response = await request(name, 'GET')
      return response?.body ? Readable.fromWeb(response.body) : undefined
    },
    has: async (name) => (await request(name, 'HEAD')) !== undefined,
    // A key that may only write gets 403 for an absent object, too: any response of the client's fault will do.
    check: async () => {
      try {
        await client.send(new HeadObjectCommand({ Bucket, Key: absentKey }), withinTimeout())
      } catch (error) {
        if (!isRejection(error)) return 'the bucket does not respond'
      }
      return rejection
    },
    delete: async (Key) => {
      const command = new DeleteObjectCommand({ Bucket, Key })
      await client.send(command, withinTimeout()).catch((error: unknown) => {
        throw toUploadError(error)
      })
    },
    close: () => client.destroy(),
  }
}

/** Is in no bucket. */
const absentKey = 'byname-check'

function isRejection(error: unknown): error is S3ServiceException {
  return error instanceof S3ServiceException && error.$fault === 'client'
}

/** Passes on only the error's name: the rest may quote an access key. */
function toUploadError(error: unknown): Error {
  if (isRejection(error)) return new Error(`The bucket rejected an image: ${error.name}.`)
  return new AppError('ServiceUnavailableException', 'Images cannot be stored at the moment. Retry later.')
}
