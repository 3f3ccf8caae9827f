import type { Selectable } from 'kysely'
import type { Domain } from '../../model/domain.ts'
import type { RecordTemplate } from '../../model/record-template.ts'
import type { Queryable, RecordTemplateRow, StoreTransaction } from '../tables.ts'
import { decodeRecords, encodeRecords } from './records-codec.ts'

type DomainKey = Pick<Domain, 'key'>

/** In the order of their names. */
export async function selectRecordTemplates(
  db: Queryable,
  { key }: DomainKey,
): Promise<readonly RecordTemplate[]> {
  const rows = await db
    .selectFrom('recordTemplates')
    .selectAll()
    .where('domainKey', '=', key)
    .orderBy('name')
    .execute()
  return rows.map(toTemplate)
}

export async function findRecordTemplate(
  db: Queryable,
  { key }: DomainKey,
  id: string,
): Promise<RecordTemplate | undefined> {
  const row = await db
    .selectFrom('recordTemplates')
    .selectAll()
    .where('id', '=', id)
    .where('domainKey', '=', key)
    .executeTakeFirst()
  return row && toTemplate(row)
}

/** Replaces the template of the same id. */
export async function writeRecordTemplate(
  tx: StoreTransaction,
  { id, records, ...template }: RecordTemplate,
): Promise<void> {
  const row = { ...template, ...encodeRecords(records) }
  await tx
    .insertInto('recordTemplates')
    .values({ id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

export async function deleteRecordTemplate(tx: StoreTransaction, id: string): Promise<void> {
  await tx.deleteFrom('recordTemplates').where('id', '=', id).execute()
}

function toTemplate({
  id,
  domainKey,
  name,
  createdAt,
  updatedAt,
  ...columns
}: Selectable<RecordTemplateRow>): RecordTemplate {
  return { id, domainKey, name, records: decodeRecords(columns), createdAt, updatedAt }
}
