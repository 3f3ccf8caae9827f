import type { DomainRow } from '../../src/store/tables.ts'
import type { Fixture } from './fixture.ts'

type State = Partial<Pick<DomainRow, 'isBlocked' | 'allowedOrigins'>>

/** Blocks every domain, deleted ones too; returns a function that restores them. */
export function blockAll(fixture: Fixture) {
  return setAll(fixture, { isBlocked: true })
}

/**
 * Restricts the allowed origins, so that messages for the sites of the examples are rejected; returns a function that
 * restores each domain.
 */
export function restrictOriginsOfAll(fixture: Fixture) {
  return setAll(fixture, { allowedOrigins: ['app.example'] })
}

async function setAll({ sandbox: { context } }: Fixture, state: State): Promise<() => Promise<unknown>> {
  const { store } = context
  const before = await store.db.selectFrom('domains').select(['id', 'isBlocked', 'allowedOrigins']).execute()
  await store.transaction((tx) => tx.updateTable('domains').set(state).execute())
  return () =>
    store.transaction(async (tx) => {
      for (const { id, ...row } of before)
        await tx.updateTable('domains').set(row).where('id', '=', id).execute()
    })
}
