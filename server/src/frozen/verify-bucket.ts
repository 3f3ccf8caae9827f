import type { Hex } from 'viem'
import { toHex } from '../crypto/hex.ts'
import type { Records } from '../ens/stored-records.ts'
import { OperatorError } from '../errors.ts'
import { bucketOf, parseBucketFile, readEntries } from './bucket.ts'
import { decodeRecordSet } from './record-set.ts'
import { rootOf } from './tree.ts'

export interface FrozenName {
  readonly node: Hex
  readonly records: Records
}

export interface BucketPosition {
  readonly index: number
  readonly depth: number
  readonly root: Hex
}

/**
 * Stricter than the contract: a file has one form, and its names are sorted and belong to its bucket.
 * @throws OperatorError unless the file is that of the bucket in the zone with this root.
 */
export function verifyBucketFile(
  text: string,
  { index, depth, root }: BucketPosition,
): readonly FrozenName[] {
  const { siblings, bucket } = parseBucketFile(text, depth)
  const computed = toHex(rootOf(index, bucket, siblings))
  if (computed !== root) throw new OperatorError(`It proves the root ${computed} instead of ${root}.`)
  const names: FrozenName[] = []
  for (const { node, recordSet } of readEntries(bucket)) {
    if (bucketOf(node, depth) !== index)
      throw new OperatorError(`It has a name of another bucket: ${toHex(node)}.`)
    const last = names.at(-1)?.node
    if (last !== undefined && last >= toHex(node))
      throw new OperatorError('Its names are not in their order.')
    names.push({ node: toHex(node), records: decodeRecordSet(recordSet) })
  }
  return names
}
