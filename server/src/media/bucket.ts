import { PutObjectCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { AppError } from '../errors.ts'
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
  close(): void
}

/** Milliseconds. */
const requestTimeouts = { connectionTimeout: 3_000, requestTimeout: 10_000, throwOnRequestTimeout: true }

export function openBucket(settings: BucketSettings): Bucket {
  const { name: Bucket, publicUrl, region, endpoint, accessKeyId, secretAccessKey } = settings
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ignoreConfiguredEndpointUrls: true,
    requestHandler: requestTimeouts,
    maxAttempts: 2,
    // Not all providers support the checksums that AWS has added.
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })
  return {
    put: async ({ name: Key, bytes: Body, contentType: ContentType }) => {
      const object = { Bucket, Key, Body, ContentType, CacheControl: cacheControl }
      await client.send(new PutObjectCommand(object)).catch(toUploadError)
      return `${publicUrl}/${Key}`
    },
    close: () => client.destroy(),
  }
}

/** Passes on only the error's name: the rest may quote an access key. */
function toUploadError(error: unknown): never {
  if (error instanceof S3ServiceException && error.$fault === 'client')
    throw new Error(`The bucket rejected an image: ${error.name}.`)
  throw new AppError('ServiceUnavailableException', 'Images cannot be stored at the moment. Retry later.')
}
