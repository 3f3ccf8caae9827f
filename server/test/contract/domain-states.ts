import type { DomainRow } from '../../src/store/tables.ts'
import type { Fixture } from './fixture.ts'

type State = Partial<Pick<DomainRow, 'isBlocked' | 'allowedOrigins'>>

/** Blocks every domain, deleted ones too; gives what puts each back as it was. */
export function blockAll(scene: Fixture) {
  return setAll(scene, { isBlocked: true })
}

/** Lets no message be signed for the sites of the examples; gives what puts each domain back as it was. */
export function restrictOriginsOfAll(scene: Fixture) {
  return setAll(scene, { allowedOrigins: ['app.example'] })
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
