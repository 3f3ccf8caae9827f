import { PutObjectCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { AppError } from '../errors.ts'
import { cacheControl, type MediaFile } from './media-file.ts'

/** An S3-compatible bucket. Its keys are secrets. */
export interface BucketSettings {
  readonly name: string
  /** Public URL of the bucket's objects, without a slash at its end. */
  readonly publicUrl: string
  readonly region: string
  /** URL of the S3 interface; absent: AWS. */
  readonly endpoint: string | undefined
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

interface Bucket {
  /**
   * Stores a file under its name and returns its URL. Storing the same one again changes nothing.
   *
   * @throws AppError `ServiceUnavailableException` when the bucket cannot be reached or fails; an Error when it rejects the
   * file, which is for the operator to fix.
   */
  put(file: MediaFile): Promise<string>
  close(): void
}

/** Timeouts of connections and of responses in milliseconds. */
const requestTimeouts = { connectionTimeout: 3_000, requestTimeout: 10_000, throwOnRequestTimeout: true }

/** Opens a bucket; nothing is sent yet. */
export function openBucket(settings: BucketSettings): Bucket {
  const { name: Bucket, publicUrl, region, endpoint, accessKeyId, secretAccessKey } = settings
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ignoreConfiguredEndpointUrls: true,
    requestHandler: requestTimeouts,
    maxAttempts: 2,
    // Not all other providers support the checksums that AWS has added.
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

/** A bucket's error may quote an access key, so only the name of the error is passed on. */
function toUploadError(error: unknown): never {
  if (error instanceof S3ServiceException && error.$fault === 'client')
    throw new Error(`The bucket rejected an image: ${error.name}.`)
  throw new AppError('ServiceUnavailableException', 'Images cannot be stored at the moment. Retry later.')
}
