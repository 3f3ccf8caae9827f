import { sql } from 'kysely'
import type { Store } from '../../../src/store/store.ts'

/** A statement that Kysely has run, with its parameters. */
export type Statement = { readonly sql: string; readonly parameters: readonly unknown[] }

/** A connection, and the statements that are run on it. */
export function watchStatements({ db }: Pick<Store, 'db'>) {
  const statements: Statement[] = []
  const watched = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => result,
  })
  const executor = watched.getExecutor()
  const execute = executor.executeQuery.bind(executor)
  executor.executeQuery = (query) => {
    statements.push(query)
    return execute(query)
  }
  return { watched, statements }
}

/** The lines of its plan. `prefix`: of another `explain`. */
export async function planOf(
  { db, dialect }: Pick<Store, 'db' | 'dialect'>,
  { sql: text, parameters }: Statement,
  prefix = dialect === 'sqlite' ? 'explain query plan ' : 'explain ',
): Promise<string> {
  const { rows } = await db
    .withoutPlugins()
    .executeQuery<{ readonly detail?: string; readonly 'QUERY PLAN'?: string }>({
      sql: prefix + text,
      parameters,
      query: sql`select 1`.toOperationNode(),
      queryId: { queryId: 'plan' },
    })
  return rows.map((row) => row.detail ?? row['QUERY PLAN']).join('\n')
}
