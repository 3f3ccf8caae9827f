import { S3Client } from '@aws-sdk/client-s3'

interface S3Settings {
  readonly region: string
  /** Of another provider; undefined: AWS. */
  readonly endpoint: string | undefined
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

interface S3Bounds {
  /** Milliseconds. */
  readonly connectionTimeout: number
  /** Milliseconds, until a response begins. */
  readonly requestTimeout: number
  readonly maxAttempts: number
}

/** A client of any S3-compatible provider: not all support the checksums that AWS has added. */
export function createS3Client(
  { region, endpoint, accessKeyId, secretAccessKey }: S3Settings,
  { connectionTimeout, requestTimeout, maxAttempts }: S3Bounds,
): S3Client {
  return new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ignoreConfiguredEndpointUrls: true,
    requestHandler: { connectionTimeout, requestTimeout, throwOnRequestTimeout: true },
    maxAttempts,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
}
