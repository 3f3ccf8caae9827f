import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import type { CoreContext } from '../../src/core/context.ts'
import type { Tables } from '../../src/store/tables.ts'

/** Every table that an operation may write to. */
const tables = [
  'workspaces',
  'apiKeys',
  'resolvers',
  'domains',
  'subnames',
  'eventLog',
  'pendingEvents',
  'challenges',
  'primaryNames',
  'webhooks',
  'webhookDeliveries',
  'policies',
  'policyLabels',
  'allowedAddresses',
  'sessions',
  'members',
  'operators',
] as const satisfies readonly (keyof Tables)[]

/**
 * Everything that is stored, in a stable order, without what changes on its own: the times at which keys were last
 * used, and what is read from the contracts of resolvers.
 */
export async function dumpDatabase({ store }: CoreContext): Promise<string> {
  const read = (table: (typeof tables)[number]): Promise<readonly object[]> =>
    store.db.selectFrom(table).selectAll().execute()
  const all = await Promise.all([...tables.map(read), readAddresses(store)])
  return all.flatMap((rows) => rows.map(rowToText).toSorted()).join('\n')
}

/** Dumps of one database. */
export interface DatabaseDumps {
  read(): Promise<string>
  close(): void
}

/** Of a database on SQLite, which is read anew after a commit only: a request that is refused rarely makes one. */
export async function openDumps(context: CoreContext): Promise<DatabaseDumps> {
  const { rows } = await sql<{
    file: string
  }>`select file from pragma_database_list where name = 'main'`.execute(context.store.db)
  const connection = new DatabaseSync(rows[0]?.file ?? '', { readOnly: true })
  // Changes with each commit of another connection.
  const dataVersion = connection.prepare('pragma data_version')
  const readVersion = () => {
    const { data_version: version } = dataVersion.get() ?? {}
    return version
  }
  let last: { readonly version: unknown; readonly dump: Promise<string> } | undefined
  return {
    read: () => {
      const version = readVersion()
      if (!last || last.version !== version) last = { version, dump: dumpDatabase(context) }
      return last.dump
    },
    close: () => connection.close(),
  }
}

/** Hashes as text: they are larger than the integers of JavaScript. */
function readAddresses({ db }: CoreContext['store']) {
  return db
    .selectFrom('subnameAddresses')
    .select(['subnameKey', 'domainKey', 'coinType', 'isClaimed'])
    .select(sql<string>`cast(address_hash as text)`.as('hash'))
    .execute()
}

function rowToText(row: object): string {
  const onChain = { trustedSigners: undefined, hasSeals: undefined, sealTrees: undefined }
  return JSON.stringify({ ...row, lastUsedAt: undefined, ...onChain })
}
