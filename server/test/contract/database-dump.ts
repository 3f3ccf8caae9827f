import type { CoreContext } from '../../src/core/context.ts'
import type { Tables } from '../../src/store/tables.ts'

/** Every table that an operation may write to. */
const tables = [
  'workspaces',
  'api_keys',
  'resolvers',
  'domains',
  'subnames',
  'subname_addresses',
  'events',
  'challenges',
  'primary_names',
] as const satisfies readonly (keyof Tables)[]

/** Everything that is stored, in an order of its own, without the times at which keys were last used. */
export async function dumpDatabase({ store }: CoreContext): Promise<string> {
  const read = (table: (typeof tables)[number]) => store.db.selectFrom(table).selectAll().execute()
  const rows = await Promise.all(tables.map(async (table) => (await read(table)).map(rowToText).toSorted()))
  return rows.flat().join('\n')
}

function rowToText(row: object): string {
  return JSON.stringify(row, (name, value) => (name === 'last_used_at' ? undefined : value))
}
