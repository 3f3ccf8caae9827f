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

/** Everything that is stored, in a stable order, without the times at which keys were last used. */
export async function dumpDatabase({ store }: CoreContext): Promise<string> {
  const read = (table: (typeof tables)[number]): Promise<readonly object[]> =>
    store.db.selectFrom(table).selectAll().execute()
  const all = await Promise.all([...tables.map(read), readAddresses(store)])
  return all.flatMap((rows) => rows.map(rowToText).toSorted()).join('\n')
}

/** Hashes as text: they are larger than the integers of JavaScript. */
function readAddresses({ db }: CoreContext['store']) {
  return db
    .selectFrom('subnameAddresses')
    .select(['subnameKey', 'domainKey', 'coinType', 'isClaimed'])
    .select(sql<string>`cast(address_hash as text)`.as('hash'))
    .execute()
}

function rowToText({ lastUsedAt: _, ...row }: { readonly lastUsedAt?: unknown }): string {
  return JSON.stringify(row)
}
