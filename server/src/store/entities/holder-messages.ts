import { type SqlBool, sql } from 'kysely'
import type { Hex } from 'viem'
import type { Domain } from '../../model/domain.ts'
import type { HolderMessage, MessageOfName, MessageOfWallet } from '../../model/holder-message.ts'
import { bytesToHex, hexToBytes } from '../driver/columns.ts'
import { anyKeyOf, dialectOf } from '../driver/sql-dialect.ts'
import { insertRows, unnestRows } from '../driver/statements.ts'
import type { Queryable, StoreTransaction } from '../tables.ts'

type DomainKey = Pick<Domain, 'key'>

export interface HeldName {
  readonly key: number
  readonly label: string
  readonly holder: Hex
  readonly isClaimed: boolean
}

function selectHeldNames(db: Queryable, { key }: DomainKey, labels: readonly string[]) {
  return db
    .selectFrom('subnames')
    .select(['key', 'label', 'holder', 'isClaimed'])
    .where('domainKey', '=', key)
    .where(dialectOf(db).anyOf(sql.ref('label'), labels))
    .orderBy('label')
}

/** Those that exist, in the order of their labels; they and their holders stay until the transaction ends. */
export async function lockHeldNames(
  tx: StoreTransaction,
  domain: DomainKey,
  labels: readonly string[],
): Promise<readonly HeldName[]> {
  const rows = await selectHeldNames(tx, domain, labels).$call(dialectOf(tx).forUpdate).execute()
  return rows.map((row) => ({ ...row, holder: bytesToHex(row.holder) }))
}

/** As `lockHeldNames`, without locks. */
export async function findHeldNames(
  db: Queryable,
  domain: DomainKey,
  labels: readonly string[],
): Promise<readonly HeldName[]> {
  const rows = await selectHeldNames(db, domain, labels).execute()
  return rows.map((row) => ({ ...row, holder: bytesToHex(row.holder) }))
}

export interface StoredMessage extends MessageOfName {
  readonly messageKey: number
  readonly subnameKey: number
}

/** Of names, by their keys, the newest first; with those that have expired. */
export async function selectMessagesOfNames(
  db: Queryable,
  subnameKeys: readonly number[],
): Promise<readonly StoredMessage[]> {
  const rows = await db
    .selectFrom('messageRecipients')
    .innerJoin('holderMessages', 'holderMessages.key', 'messageRecipients.messageKey')
    .select(['messageKey', 'subnameKey', 'holder', 'dismissedAt'])
    .select(['id', 'text', 'createdAt', 'expiresAt'])
    .where(anyKeyOf(db, sql.ref('message_recipients.subname_key'), subnameKeys))
    .orderBy('messageKey', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, holder: bytesToHex(row.holder) }))
}

/** A message for the holders that these names have. */
export async function insertMessage(
  tx: StoreTransaction,
  message: Omit<HolderMessage, 'key'>,
  names: readonly HeldName[],
): Promise<void> {
  const { key: messageKey } = await tx
    .insertInto('holderMessages')
    .values(message)
    .returning('key')
    .executeTakeFirstOrThrow()
  const rows = names.map(({ key: subnameKey, holder }) => {
    return { messageKey, subnameKey, holder: hexToBytes(holder), dismissedAt: null }
  })
  await insertRows(tx, 'messageRecipients', rows)
}

export async function deleteMessagesOfNames(
  tx: StoreTransaction,
  deleted: readonly Pick<StoredMessage, 'messageKey' | 'subnameKey'>[],
): Promise<void> {
  if (deleted.length === 0) return
  const rows = unnestRows(
    tx,
    { message_key: 'integer', subname_key: 'integer' },
    deleted.map(({ messageKey, subnameKey }) => ({ message_key: messageKey, subname_key: subnameKey })),
  )
  await sql`
    delete from message_recipients
    where (message_key, subname_key) in (select message_key, subname_key from ${rows} as removed)
  `.execute(tx)
}

/** Of all names of the domain. */
export async function deleteMessagesOfDomain(tx: StoreTransaction, { key }: DomainKey): Promise<void> {
  await tx.deleteFrom('holderMessages').where('domainKey', '=', key).execute()
}

interface WalletMessagesQuery {
  readonly holder: Hex
  /** Absent: of all chains. */
  readonly chainId?: number | undefined
  /** Key of the last one of the page before. */
  readonly after?: number | undefined
  readonly now: number
  readonly limit: number
}

const shownLabels = 10

/** Those that the holder has not dismissed, of names that it still holds, the newest first; without those of blocked domains. */
export async function selectMessagesOfWallet(
  db: Queryable,
  { holder, chainId, after, now, limit }: WalletMessagesQuery,
): Promise<readonly MessageOfWallet[]> {
  const isOnChain = chainId === undefined ? sql<SqlBool>`true` : sql<SqlBool>`domains.chain_id = ${chainId}`
  const isAfter = after === undefined ? sql<SqlBool>`true` : sql<SqlBool>`recipients.message_key < ${after}`
  const { rows } = await sql<{ key: number; names: number }>`
    select recipients.message_key as key, count(*) as names from message_recipients as recipients
      join subnames on subnames.key = recipients.subname_key
      join holder_messages on holder_messages.key = recipients.message_key
      join domains on domains.key = holder_messages.domain_key
    where recipients.holder = ${hexToBytes(holder)} and recipients.dismissed_at is null and ${isAfter}
      and subnames.holder = recipients.holder and subnames.is_claimed = 1
      and holder_messages.expires_at > ${now}
      and domains.is_blocked = 0 and domains.deleted_at is null and ${isOnChain}
    group by recipients.message_key order by recipients.message_key desc limit ${limit}
  `.execute(db)
  if (rows.length === 0) return []
  const counts = new Map(rows.map(({ key, names }) => [Number(key), Number(names)]))
  const keys = [...counts.keys()]
  const labels = await selectLabels(db, holder, keys)
  const messages = await db
    .selectFrom('holderMessages')
    .innerJoin('domains', 'domains.key', 'holderMessages.domainKey')
    .select(['holderMessages.key', 'holderMessages.id', 'text', 'holderMessages.createdAt', 'expiresAt'])
    .select(['domains.chainId', 'domains.name', 'domains.branding'])
    .where(anyKeyOf(db, sql.ref('holder_messages.key'), keys))
    .orderBy('holderMessages.key', 'desc')
    .execute()
  return messages.map(({ name, branding, ...message }) => {
    const { key } = message
    const names = counts.get(key) ?? 0
    return { ...message, domain: name, title: branding?.title ?? '', labels: labels.get(key) ?? [], names }
  })
}

/** By message, at most `shownLabels` of each. */
async function selectLabels(
  db: Queryable,
  holder: Hex,
  keys: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const { rows } = await sql<{ key: number; label: string }>`
    select key, label from (
      select recipients.message_key as key, subnames.label as label,
        row_number() over (partition by recipients.message_key order by subnames.key) as number
      from message_recipients as recipients join subnames on subnames.key = recipients.subname_key
      where ${anyKeyOf(db, sql.ref('recipients.message_key'), keys)}
        and recipients.holder = ${hexToBytes(holder)} and recipients.dismissed_at is null
        and subnames.holder = recipients.holder and subnames.is_claimed = 1
    ) as found where number <= ${shownLabels} order by key desc, number
  `.execute(db)
  const byMessage = Map.groupBy(rows, ({ key }) => Number(key))
  return new Map([...byMessage].map(([key, found]) => [key, found.map(({ label }) => label)]))
}

interface DismissedMessage {
  readonly id: string
  readonly holder: Hex
  /** Absent: of any chain. */
  readonly chainId?: number | undefined
  readonly now: number
}

/** For all names that the holder still has; when it was dismissed first. `undefined`: there is no such message for the holder. */
export async function dismissMessage(
  tx: StoreTransaction,
  { id, holder, chainId, now }: DismissedMessage,
): Promise<number | undefined> {
  const rows = await tx
    .selectFrom('messageRecipients')
    .innerJoin('holderMessages', 'holderMessages.key', 'messageRecipients.messageKey')
    .innerJoin('domains', 'domains.key', 'holderMessages.domainKey')
    .innerJoin('subnames', 'subnames.key', 'messageRecipients.subnameKey')
    .select(['messageKey', 'dismissedAt'])
    .where('holderMessages.id', '=', id)
    .where('expiresAt', '>', now)
    .where('messageRecipients.holder', '=', hexToBytes(holder))
    .whereRef('subnames.holder', '=', 'messageRecipients.holder')
    .where('subnames.isClaimed', '=', true)
    .where('domains.isBlocked', '=', false)
    .where('domains.deletedAt', 'is', null)
    .$if(chainId !== undefined, (query) => query.where('domains.chainId', '=', chainId ?? 0))
    .execute()
  const [first] = rows
  if (!first) return undefined
  await tx
    .updateTable('messageRecipients')
    .set({ dismissedAt: now })
    .where('messageKey', '=', first.messageKey)
    .where('holder', '=', hexToBytes(holder))
    .where('dismissedAt', 'is', null)
    .execute()
  const times = rows.flatMap(({ dismissedAt }) => (dismissedAt === null ? [] : [dismissedAt]))
  return times.length === 0 ? now : Math.min(...times)
}

/** Deletes up to `limit` messages that have expired. Their rows first, in the order in which a deletion of a name takes them. */
export async function purgeHolderMessages(db: Queryable, now: number, limit: number): Promise<number> {
  const expired = await db
    .selectFrom('holderMessages')
    .select('key')
    .where('expiresAt', '<=', now)
    .orderBy('expiresAt')
    .limit(limit)
    .execute()
  const keys = expired.map(({ key }) => key)
  if (keys.length === 0) return 0
  await db
    .deleteFrom('messageRecipients')
    .where(anyKeyOf(db, sql.ref('message_key'), keys))
    .execute()
  // Those that lost their last row in two transactions at once.
  await db
    .deleteFrom('holderMessages')
    .where(anyKeyOf(db, sql.ref('key'), keys))
    .execute()
  return keys.length
}
