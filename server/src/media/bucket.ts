import { PutObjectCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { AppError } from '../errors.ts'
import { cacheControl, type MediaFile } from './media-file.ts'

/** An S3-compatible bucket. Its keys are secrets. */
export interface BucketSettings {
  readonly name: string
  /** URL under which everyone reads the bucket's objects, without a slash at its end. */
  readonly publicUrl: string
  readonly region: string
  /** URL of the S3 interface; absent: AWS. */
  readonly endpoint: string | undefined
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

interface Bucket {
  /**
   * Keeps a file under its name and returns its URL. Keeping the same one again changes nothing.
   *
   * @throws AppError `ServiceUnavailableException` when the bucket cannot be reached or fails; an Error when it refuses,
   * because that is for the operator to mend.
   */
  put(file: MediaFile): Promise<string>
  close(): void
}

/** Milliseconds for connecting, and for an answer. */
const requestTimeouts = { connectionTimeout: 3_000, requestTimeout: 10_000, throwOnRequestTimeout: true }

/** Prepares for keeping images in a bucket; nothing is sent yet. */
export function openBucket(settings: BucketSettings): Bucket {
  const { name: Bucket, publicUrl, region, endpoint, accessKeyId, secretAccessKey } = settings
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ignoreConfiguredEndpointUrls: true,
    requestHandler: requestTimeouts,
    maxAttempts: 2,
    // Other providers than AWS do not all know the checksums that it has added since.
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

/** What a bucket answers may quote an access key, so nothing of it is passed on but the name of the error. */
function toUploadError(error: unknown): never {
  if (error instanceof S3ServiceException && error.$fault === 'client')
    throw new Error(`The bucket refused an image: ${error.name}.`)
  throw new AppError('ServiceUnavailableException', 'Images cannot be kept right now; try again.')
}
