import { deferImport } from '../async/defer-import.ts'
import { OperatorError } from '../errors.ts'
import { folderTarget } from './folder-target.ts'
import type { BackupTarget } from './target.ts'

/** S3-compatible. Its keys are secrets. */
export interface BucketAccess {
  readonly region: string
  /** Absent: AWS. */
  readonly endpoint: string | undefined
  readonly accessKeyId: string | undefined
  readonly secretAccessKey: string | undefined
}

interface TargetPath {
  readonly path: string
  /** One backup in it. */
  readonly object: string | undefined
}

/** `s3://bucket/prefix` or a folder; with `/….age` at its end, one backup there. */
export function splitTarget(text: string): TargetPath {
  const [, path = text, object] = /^(.+)\/([^/]+\.age)$/.exec(text) ?? []
  return { path: path.replace(/(?<=[^/])\/+$/, ''), object }
}

export function isBucketUrl(text: string): boolean {
  return text.startsWith('s3://')
}

/** @throws OperatorError for a name that no bucket has, without keys of the bucket, or for a folder that is not there. */
export async function openTarget(target: string, access: BucketAccess): Promise<BackupTarget> {
  if (!isBucketUrl(target)) return folderTarget(target)
  const [, bucket, prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/.exec(target) ?? []
  if (bucket === undefined)
    throw new OperatorError(`"${target}" names no bucket: give s3://<bucket>/<prefix>, or a folder.`)
  const { accessKeyId, secretAccessKey } = access
  if (!accessKeyId || !secretAccessKey)
    throw new OperatorError(
      `${target} needs a key: set BACKUP_ACCESS_KEY_ID and BACKUP_SECRET_ACCESS_KEY, and BACKUP_ENDPOINT unless it is at AWS.`,
    )
  const { bucketTarget } = await loadBucket()
  return bucketTarget({ ...access, accessKeyId, secretAccessKey, bucket, prefix })
}

const loadBucket = deferImport(() => import('./bucket-target.ts'), 'buckets')
