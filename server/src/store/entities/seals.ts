import { sql } from 'kysely'
import type { Hex } from 'viem'
import type { Resolver } from '../../model/resolver.ts'
import type { SealedSet } from '../../model/seal.ts'
import type { Subname } from '../../model/subname.ts'
import { bytesToUuid } from '../driver/columns.ts'
import { anyKeyOf, dialectOf } from '../driver/sql-dialect.ts'
import { compiled, type Params } from '../driver/statements.ts'
import type { Queryable, Tables, VersionedTransaction } from '../tables.ts'
import { isSubname } from './subnames.ts'

type SubnameRef = Pick<Subname, 'id' | 'domainId' | 'label'>

export type SealRow = Tables['seals']

/** The newest set of a name; `undefined` without one. */
export async function findSealedSet(db: Queryable, subname: SubnameRef): Promise<SealedSet | undefined> {
  const row = await db
    .selectFrom('subnames')
    .innerJoin('sealedSets', 'sealedSets.subnameKey', 'subnames.key')
    .where(isSubname(subname))
    .select(['sealedSets.holder', 'sealedSets.kind', 'sealedSets.setSequence', 'sealedSets.validUntil'])
    .select(['sealedSets.response', 'sealedSets.storedAt'])
    .executeTakeFirst()
  if (!row) return undefined
  const { setSequence: sequence, ...set } = row
  return { ...set, sequence }
}

/** What contracts are answered, by the id of the subname; without those that have no set. */
export async function selectSetResponses(
  db: Queryable,
  keys: readonly number[],
): Promise<ReadonlyMap<string, Hex>> {
  const rows = await db
    .selectFrom('sealedSets')
    .innerJoin('subnames', 'subnames.key', 'sealedSets.subnameKey')
    .select(['subnames.id', 'sealedSets.response'])
    .where(anyKeyOf(db, sql.ref('sealed_sets.subname_key'), keys))
    .execute()
  return new Map(rows.map(({ id, response }) => [bytesToUuid(id), response]))
}

/** In place of an earlier one, with its end to be announced anew. The row of the subname must be locked. */
export async function writeSealedSet(
  tx: VersionedTransaction,
  subname: SubnameRef,
  { sequence: setSequence, ...set }: SealedSet,
): Promise<void> {
  // What would be due before it was signed is not: a set for a few days has no notice ahead.
  const noticedUntil = Math.floor(set.storedAt / 1000)
  const row = { ...set, setSequence, noticedUntil }
  await tx
    .insertInto('sealedSets')
    .columns([
      'subnameKey',
      'holder',
      'kind',
      'setSequence',
      'validUntil',
      'response',
      'storedAt',
      'noticedUntil',
    ])
    .expression(
      tx
        .selectFrom('subnames')
        .where(isSubname(subname))
        .select('subnames.key')
        .select([
          sql<Hex>`${row.holder}`.as('holder'),
          sql<SealedSet['kind']>`${row.kind}`.as('kind'),
          sql<bigint>`${String(row.setSequence)}`.as('setSequence'),
          sql<number>`cast(${row.validUntil} as bigint)`.as('validUntil'),
          sql<Hex>`${row.response}`.as('response'),
          sql<number>`cast(${row.storedAt} as bigint)`.as('storedAt'),
          sql<number>`cast(${noticedUntil} as bigint)`.as('noticedUntil'),
        ]),
    )
    .onConflict((conflict) => conflict.column('subnameKey').doUpdateSet(row))
    .execute()
}

/** In the storage of the contract of a resolver, by node; those without a holder too. */
export async function findStoredSeals(
  db: Queryable,
  resolverId: string,
  nodes: readonly Hex[],
): Promise<readonly SealRow[]> {
  if (nodes.length === 0) return []
  return db
    .selectFrom('seals')
    .selectAll()
    .where('resolverId', '=', resolverId)
    .where(dialectOf(db).anyOf(sql.ref('node'), nodes))
    .execute()
}

/** What the contract has in storage; the resolver is marked as one that seals names. */
export async function writeSeals(
  tx: VersionedTransaction,
  resolverId: string,
  seals: readonly Omit<SealRow, 'resolverId'>[],
): Promise<void> {
  for (const { node, holder, kind, sealSequence } of seals)
    await tx
      .insertInto('seals')
      .values({ resolverId, node, holder, kind, sealSequence })
      .onConflict((conflict) =>
        conflict.columns(['resolverId', 'node']).doUpdateSet({ holder, kind, sealSequence }),
      )
      .execute()
  if (seals.length > 0)
    await tx.updateTable('resolvers').set({ hasSeals: true }).where('id', '=', resolverId).execute()
}

export async function deleteSeal(tx: VersionedTransaction, resolverId: string, node: Hex): Promise<void> {
  await tx.deleteFrom('seals').where('resolverId', '=', resolverId).where('node', '=', node).execute()
}

/** Up to which block the seals of this contract were read; `undefined`: never. */
export async function findSealScan(
  db: Queryable,
  { id, address }: Pick<Resolver, 'id' | 'address'>,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('sealScans')
    .select('block')
    .where('resolverId', '=', id)
    .where('address', '=', address)
    .executeTakeFirst()
  return row?.block
}

/** Seals of another contract that the entry had before are forgotten. */
export async function saveSealScan(
  tx: VersionedTransaction,
  { id, address }: Pick<Resolver, 'id' | 'address'>,
  block: number,
): Promise<void> {
  if ((await findSealScan(tx, { id, address })) === undefined)
    await tx.deleteFrom('seals').where('resolverId', '=', id).execute()
  await tx
    .insertInto('sealScans')
    .values({ resolverId: id, address, block })
    .onConflict((conflict) => conflict.column('resolverId').doUpdateSet({ address, block }))
    .execute()
}

export async function saveSealTrees(
  tx: VersionedTransaction,
  resolverId: string,
  sealTrees: string,
): Promise<void> {
  await tx.updateTable('resolvers').set({ sealTrees }).where('id', '=', resolverId).execute()
}

/** Of the resolver of a domain: whether it has sealed any name, and its trees. */
export async function findSealState(
  db: Queryable,
  domainId: string,
): Promise<Pick<Resolver, 'id' | 'hasSeals' | 'sealTrees'> | undefined> {
  const [row] = (await sealState(db, { domainId })).rows
  return row && { ...row, hasSeals: Boolean(row.hasSeals) }
}

const sealState = compiled((db, { domainId }: Params<{ domainId: string }>) =>
  db
    .selectFrom('domains')
    .innerJoin('resolvers', 'resolvers.id', 'domains.resolverId')
    .select(['resolvers.id', 'resolvers.hasSeals', 'resolvers.sealTrees'])
    .where('domains.id', '=', domainId),
)

/** By bucket; those that are stored. */
export async function findSealProofs(
  db: Queryable,
  root: Hex,
  buckets: readonly number[],
): Promise<ReadonlyMap<number, Uint8Array>> {
  const rows = await db
    .selectFrom('sealProofs')
    .select(['bucket', 'proof'])
    .where('root', '=', root)
    .where('bucket', 'in', [...new Set(buckets)])
    .execute()
  return new Map(rows.map(({ bucket, proof }) => [bucket, proof]))
}

/** All of a tree, or nothing of it: the transaction is the caller's. */
export async function insertSealTree(
  tx: VersionedTransaction,
  { root, depth, names, storedAt }: Tables['sealTrees'],
  proofs: readonly Uint8Array[],
): Promise<void> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('sealTrees')
    .values({ root, depth, names, storedAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) return
  for (const [bucket, proof] of proofs.entries())
    await tx.insertInto('sealProofs').values({ root, bucket, proof }).execute()
}
