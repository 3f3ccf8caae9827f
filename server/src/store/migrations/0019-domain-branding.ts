import type { PlainTransaction } from '../plain-database.ts'

/** Events keep the names of their fields: those from before have `look.title` and the like. */
export async function up(tx: PlainTransaction): Promise<void> {
  await tx.schema.alterTable('domains').renameColumn('look', 'branding').execute()
}
