import { deferImport } from '../../async/defer-import.ts'
import type { AnchorTarget } from '../../config/anchor-variables.ts'
import type { Secrets } from '../../config/config.ts'
import { OperatorError } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import { folderTarget } from './folder-target.ts'
import type { FileTarget } from './target.ts'

/** The folder of a domain, at each target and below its URL. Its node stands for a name that a URL would have to escape. */
export function zoneFolder({ chainId, name, node }: Pick<Domain, 'chainId' | 'name' | 'node'>): string {
  return `${chainId}/${/^[a-z0-9.-]{1,200}$/.test(name) ? name : node.slice(2)}`
}

/** @throws OperatorError for a folder that is not there, or a bucket without keys. */
export async function openTarget(
  target: AnchorTarget,
  below: string,
  { accessKeyId, secretAccessKey, ...access }: Secrets['anchorAccess'],
): Promise<FileTarget> {
  if (!target.place.startsWith('s3:')) return folderTarget(target, below)
  if (!accessKeyId || !secretAccessKey)
    throw new OperatorError(`${target.place} needs ANCHOR_ACCESS_KEY_ID and ANCHOR_SECRET_ACCESS_KEY.`)
  const { bucketTarget } = await loadBucket()
  return bucketTarget(target, below, { ...access, accessKeyId, secretAccessKey })
}

const loadBucket = deferImport(() => import('./bucket-target.ts'), 'buckets')
