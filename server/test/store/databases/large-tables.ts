import { sql } from 'kysely'
import { emptyRecords } from '../../../src/ens/stored-records.ts'
import type { Domain } from '../../../src/model/domain.ts'
import { addressHash } from '../../../src/store/entities/address-index.ts'
import { encodeRecords } from '../../../src/store/entities/records-codec.ts'
import type { Store } from '../../../src/store/store.ts'

/** Names and events of the tables. */
export const names = 40_000
export const events = 90_000

/** One name in a thousand has it. */
export const address = `0x${'ab'.repeat(20)}` as const

export const keyId = '01890000-0000-7000-8000-0000000000ff'

/** Between an event and the next one. */
export const minuteMs = 60_000

interface Numbers {
  readonly from: number
  readonly to: number
}

/** The column `i`. */
function numbers({ from, to }: Numbers) {
  return sql`(with recursive n (i) as (select ${sql.lit(from)} union all select i + 1 from n where i < ${sql.lit(to)}) select i from n) as numbers`
}

/** Sixteen bytes of a number. */
function bytesOf({ dialect }: Store, number: string) {
  return sql.raw(
    dialect === 'sqlite'
      ? `unhex(printf('%032x', ${number}))`
      : `decode(lpad(to_hex(${number}), 32, '0'), 'hex')`,
  )
}

function uuidBytes({ dialect }: Store, id: string) {
  const hex = sql.lit(id.replaceAll('-', ''))
  return dialect === 'sqlite' ? sql`unhex(${hex})` : sql`decode(${hex}, 'hex')`
}

const { records } = encodeRecords(emptyRecords)

const rareText = 'keeps a quokka'
const frequentText = 'member of the community'

function textRecords(value: string): string {
  return encodeRecords({ ...emptyRecords, texts: [{ key: 'description', value }] }).records
}

export async function addNames(store: Store, { key }: Domain, range: Numbers) {
  const hash = sql.lit(addressHash({ coinType: 60, address }).toString())
  await sql`
    insert into subnames (domain_key, created_at, version, is_claimed, id, holder, label, records)
    select ${sql.lit(key)}, i, 1, case when i % 200 = 0 then 0 else 1 end, ${bytesOf(store, 'i')}, ${bytesOf(store, 'i % 500')},
      'name-' || i, case when i % 20000 = 7 then ${sql.lit(textRecords(rareText))} else ${sql.lit(textRecords(frequentText))} end
      from ${numbers(range)}
  `.execute(store.db)
  await sql`
    insert into subname_addresses (address_hash, subname_key, domain_key, coin_type, is_claimed)
    select case when created_at % 1000 = 0 then ${hash} else created_at end, key, domain_key, 60, is_claimed from subnames
    where created_at between ${range.from} and ${range.to}
  `.execute(store.db)
  await sql`
    update domains set
      subname_count = (select count(*) from subnames where domain_key = domains.key),
      claimed_count = (select count(*) from subnames where domain_key = domains.key and is_claimed = 1)
  `.execute(store.db)
}

export async function addEvents(store: Store, { id, workspaceId }: Domain, range: Numbers) {
  await sql`
    insert into event_log (sequence, created_at, chain_id, type, name, domain_id, workspace_id, actor, changes)
    select i, i * cast(${minuteMs} as bigint), 1,
      case when i % 30000 = 0 then 'domain.moved' when i % 45001 = 0 then 'key.created' when i % 3 = 0 then 'subname.changed'
        else 'subname.issued' end,
      'name-' || (i % 20000), ${uuidBytes(store, id)}, ${uuidBytes(store, workspaceId)},
      case when i % 7 = 0 then ${sql.lit(`member ${address}`)} when i % 9000 = 1 then ${sql.lit(`key ${keyId}`)} else 'system' end, '[]'
    from ${numbers(range)}
  `.execute(store.db)
}

/** Fills the tables with rows of two domains, nearly all of the first one. */
export async function fill(store: Store, large: Domain, small: Domain) {
  const { db } = store
  await addNames(store, large, { from: 1, to: names - 100 })
  await addNames(store, small, { from: names - 99, to: names })
  await addEvents(store, large, { from: 1, to: events - 100 })
  await addEvents(store, small, { from: events - 99, to: events })
  const rows = numbers({ from: 1, to: 20_000 })
  const domainKey = sql`case when i % 100 = 0 then ${sql.lit(small.key)} else ${sql.lit(large.key)} end`
  for (const statement of [
    sql`insert into claims (id, domain_key, label, skeleton, claimant, records, state, created_at, expires_at, decided_at)
      select 'c' || i, ${domainKey}, 'l' || i, i, '0x', ${sql.lit(records)}, 'declined', i, i, i from ${rows}`,
    sql`insert into invitation_links (id, domain_key, workspace_id, hash, max_uses, uses, note, created_at)
      select 'i' || i, ${domainKey}, case when i % 100 = 0 then ${sql.lit(small.workspaceId)}
        else ${sql.lit(large.workspaceId)} end, 'h' || i, 1, 0, '', i from ${rows}`,
    sql`insert into allowed_addresses (domain_key, address) select ${domainKey}, ${bytesOf(store, 'i')} from ${rows}`,
    sql`insert into domain_tags (domain_key, folded, title) values (${sql.lit(large.key)}, 'frequent', 'Frequent'),
      (${sql.lit(large.key)}, 'rare', 'Rare')`,
    sql`insert into subname_tags (tag_key, subname_key)
      select 1, key from subnames where domain_key = ${sql.lit(large.key)} and key % 2 = 0`,
    sql`insert into subname_tags (tag_key, subname_key)
      select 2, key from subnames where domain_key = ${sql.lit(large.key)} and key % 20000 = 7`,
    sql`insert into webhook_deliveries (webhook_key, sequence, subject, state, attempts, created_at, finished_at)
      select case when i % 100 = 0 then 2 else 1 end, i, 's' || (i % 500), 'delivered', '[]', i, i from ${rows}`,
  ])
    await statement.execute(db)
}
