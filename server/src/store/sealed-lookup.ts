import type { CompiledQuery } from 'kysely'
import type { Hex } from 'viem'
import type { Queryable } from './tables.ts'

/** Of lookups of sealed names. */
export interface SealedLookupQueries {
  /** Parameter: the key of the subname. */
  readonly sealedSet: CompiledQuery
  /** Parameters: root of the tree, bucket. */
  readonly sealProof: CompiledQuery
}

/** As stored. */
export type SealedSetLookup = Readonly<{ response: Hex; valid_until: number }>

export interface SealedLookupReader {
  readSealedSet(subnameKey: number): Promise<SealedSetLookup | undefined>
  readSealProof(root: Hex, bucket: number): Promise<{ readonly proof: Uint8Array } | undefined>
}

export function compileSealedLookupQueries(db: Queryable): SealedLookupQueries {
  return {
    sealedSet: db
      .selectFrom('sealedSets')
      .select(['response', 'validUntil'])
      .where('subnameKey', '=', 0)
      .compile(),
    sealProof: db
      .selectFrom('sealProofs')
      .select('proof')
      .where('root', '=', '0x')
      .where('bucket', '=', 0)
      .compile(),
  }
}
