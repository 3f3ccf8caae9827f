import type { Records } from '../ens/stored-records.ts'

/** Records that members of a workspace give to new names of a domain. */
export interface RecordTemplate {
  /** Public UUID. */
  readonly id: string
  readonly domainKey: number
  /** Unique in the domain. */
  readonly name: string
  /** Without an address of coin type 60, which is that of the holder. Texts may hold `{label}` and `{name}`. */
  readonly records: Records
  readonly createdAt: number
  readonly updatedAt: number
}
