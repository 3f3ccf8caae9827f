import { DeleteObjectCommand, PutObjectCommand, S3ServiceException } from '@aws-sdk/client-s3'
import { startDeadline } from '../../async/time.ts'
import type { AnchorTarget } from '../../config/anchor-variables.ts'
import { OperatorError } from '../../errors.ts'
import { createS3Client } from '../../s3-client.ts'
import type { FileTarget } from './target.ts'

export interface BucketKeys {
  readonly region: string
  /** Undefined: AWS. */
  readonly endpoint: string | undefined
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

const bounds = { connectionTimeout: 5_000, requestTimeout: 30_000, maxAttempts: 3 }

/** Of one request with its attempts, milliseconds. */
const totalTimeoutMs = 100_000

/** Hosts and browsers may keep what never changes. */
const cacheControl = { immutable: 'public, max-age=31536000, immutable', other: 'no-cache' } as const

/** @param below The folder of the domain in the bucket. */
export function bucketTarget({ place, url }: AnchorTarget, below: string, keys: BucketKeys): FileTarget {
  const [, Bucket = '', prefix = ''] = /^s3:\/\/([^/]+)(?:\/(.*))?$/.exec(place) ?? []
  const client = createS3Client(keys, bounds)
  const keyOf = (name: string) => [prefix, below, name].filter((part) => part !== '').join('/')
  const title = `s3://${Bucket}/${keyOf('')}`.replace(/\/$/, '')
  const send = async (
    request: (options: { readonly abortSignal: AbortSignal }) => Promise<unknown>,
    outer: AbortSignal,
  ) => {
    const { signal, clear } = startDeadline(totalTimeoutMs, outer)
    try {
      await request({ abortSignal: signal })
    } catch (error) {
      throw explain(error, title)
    } finally {
      clear()
    }
  }
  return {
    place: title,
    url: `${url}/${below}`,
    put: ({ name, text, isImmutable }, signal) => {
      const command = new PutObjectCommand({
        Bucket,
        Key: keyOf(name),
        Body: text,
        ContentType: 'application/json',
        CacheControl: isImmutable ? cacheControl.immutable : cacheControl.other,
      })
      return send((options) => client.send(command, options), signal)
    },
    delete: async (names, signal) => {
      for (const name of names) {
        const command = new DeleteObjectCommand({ Bucket, Key: keyOf(name) })
        await send((options) => client.send(command, options), signal)
      }
    },
    close: () => client.destroy(),
  }
}

/** Only names of errors: the rest may quote an access key. */
function explain(error: unknown, title: string): Error {
  if (error instanceof S3ServiceException && error.$fault === 'client')
    return new OperatorError(
      `${title} rejected a request: ${error.name} (${error.$metadata.httpStatusCode ?? 'no status'}).`,
    )
  const name = error instanceof Error ? error.name : 'unknown'
  return new OperatorError(`${title} does not respond as a bucket does (${name}). Try again later.`)
}
