import { fromHex, toHex } from '../../../server/src/crypto/hex.ts'
import { joinName, storedLabel, storedName } from '../../../server/src/ens/names.ts'
import { emptyRecords } from '../../../server/src/ens/stored-records.ts'
import type { Domain } from '../../../server/src/model/domain.ts'
import type { Subname } from '../../../server/src/model/subname.ts'
import { indexedAddresses } from '../../../server/src/store/entities/address-index.ts'
import { toSubnameRow } from '../../../server/src/store/entities/subnames.ts'
import { chainId, domain, profileAt, profileCount, userAt, type ZoneName } from './zone.ts'

/** One row of a table, by column. */
export type Row = Readonly<Record<string, Column>>

type Column = string | number | null | Uint8Array

/** Rows of several tables that belong together. */
export interface Rows {
  readonly subnames: Row[]
  readonly subname_addresses: Row[]
}

/** The time at which the first name was issued; each further one is a second later. */
const firstIssued = Date.UTC(2024, 0)

const rowsPerBatch = 5000

/** The rows of all users and profiles of a database of `size` users, in batches, oldest first. */
export function* rowsOf(size: number, domainOfNames: Pick<Domain, 'id' | 'key'>): Generator<Rows> {
  const total = size + profileCount
  for (let start = 0; start < total; start += rowsPerBatch) {
    const rows: Rows = { subnames: [], subname_addresses: [] }
    for (let number = start; number < Math.min(start + rowsPerBatch, total); number++)
      add(
        rows,
        number < profileCount ? profileAt(number) : userAt(number - profileCount),
        number,
        domainOfNames,
      )
    yield rows
  }
}

function add(
  { subnames, subname_addresses }: Rows,
  zoneName: ZoneName,
  number: number,
  parent: Pick<Domain, 'id' | 'key'>,
) {
  const { addresses, texts } = zoneName
  const label = storedLabel(zoneName.label)
  const createdAt = firstIssued + 1000 * number
  const id = idAt(createdAt, number)
  const subname: Subname = {
    id,
    domainId: parent.id,
    chainId,
    name: joinName(label, storedName(domain)),
    label,
    holder: toHex(fromHex(addresses[0]?.address ?? '0x')),
    isClaimed: true,
    claimedAt: createdAt,
    records: { ...emptyRecords, addresses, texts },
    version: 1,
    createdAt,
    updatedAt: createdAt,
  }
  const key = number + 1
  subnames.push(toColumns({ key, ...toSubnameRow(subname, { key: parent.key, policyVersion: 0 }) }))
  for (const { hash, coinType } of indexedAddresses(addresses))
    subname_addresses.push({
      address_hash: hash,
      subname_key: key,
      domain_key: parent.key,
      coin_type: coinType,
      is_claimed: 1,
    })
}

/** A row with the column names and encodings of the database. */
function toColumns(row: Readonly<Record<string, Column | boolean>>): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      typeof value === 'boolean' ? Number(value) : value,
    ]),
  )
}

/** A UUID version 7 of that time, the same one on every run. */
function idAt(time: number, number: number): string {
  const hex = time.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${number.toString(16).padStart(12, '0')}`
}
