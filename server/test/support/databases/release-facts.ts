import { z } from 'zod'
import { connectRaw } from './raw-sql.ts'

/** What is recorded beside the databases of a release (`npm run release -- fixture`). */
export const releaseFacts = z.object({
  version: z.string(),
  /** Its number. */
  lastMigration: z.string(),
  /** Names, in their order. */
  migrations: z.array(z.string()),
  /** Milliseconds since 1970: keys and messages are valid then. */
  writtenAt: z.number(),
  /** An API key of the domain's workspace. */
  key: z.string(),
  resolverId: z.string(),
  domain: z.string(),
  /** As its interface returned them, and the response of its gateway for the address of coin type 60. */
  names: z.array(
    z.object({
      ens: z.string(),
      isClaimed: z.boolean(),
      records: z.looseObject({ texts: z.array(z.unknown()), coins: z.array(z.unknown()) }),
      address: z.string(),
    }),
  ),
  /** Rows of each table in the backup. */
  rows: z.record(z.string(), z.number()),
})

export type ReleaseFacts = z.output<typeof releaseFacts>

const statements = [
  `select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') as line
   from information_schema.columns where table_schema = 'public'`,
  `select indexdef as line from pg_indexes where schemaname = 'public'`,
  `select conrelid::regclass || ' ' || pg_get_constraintdef(oid) as line
   from pg_constraint where connamespace = 'public'::regnamespace`,
  `select pg_get_triggerdef(oid) as line from pg_trigger where not tgisinternal`,
]

/** Columns, indexes, constraints and triggers of a PostgreSQL database, a line each. */
export async function readPostgresSchema(url: string): Promise<readonly string[]> {
  const connection = await connectRaw(url)
  try {
    const lines: string[] = []
    for (const statement of statements)
      lines.push(...(await connection.run(statement)).map(({ line }) => `${line}`))
    return lines.toSorted()
  } finally {
    await connection.close()
  }
}
