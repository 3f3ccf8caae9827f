import { expect, it } from 'vitest'
import { compiled, type Params } from '../../../src/store/driver/statements.ts'
import { insertWorkspace } from '../../../src/store/entities/members.ts'
import { newWorkspace } from '../../support/databases/entities.ts'
import { describeOnEachStore } from '../../support/databases/stores.ts'

describeOnEachStore('A prepared query', (store) => {
  it('rule: a compiled query is built once and takes other values each time, in a transaction too', async () => {
    let built = 0
    const nameOf = compiled((db, { id, most }: Params<{ id: string; most: number }>) => {
      built++
      return db.selectFrom('workspaces').select('name').where('createdAt', '<', most).where('id', '=', id)
    })
    const [one, other] = [newWorkspace({ name: 'One' }), newWorkspace({ name: 'Other' })]
    for (const workspace of [one, other]) await insertWorkspace(store().db, workspace)
    const most = Number.MAX_SAFE_INTEGER
    expect((await nameOf(store().db, { id: one.id, most })).rows).toEqual([{ name: one.name }])
    // By name, not by position.
    expect((await nameOf(store().db, { most, id: other.id })).rows).toEqual([{ name: other.name }])
    await store().transaction(async (tx) => {
      expect((await nameOf(tx, { id: other.id, most: 0 })).rows).toEqual([])
    })
    expect(built).toBe(1)
  })

  it('rule: a compiled query returns the number of changed rows', async () => {
    const rename = compiled((db, { id, name }: Params<{ id: string; name: string }>) =>
      db.updateTable('workspaces').set({ name }).where('id', '=', id),
    )
    const workspace = newWorkspace()
    await insertWorkspace(store().db, workspace)
    expect(await rename(store().db, { id: workspace.id, name: 'another' })).toMatchObject({
      numAffectedRows: 1n,
    })
    expect(await rename(store().db, { id: 'nobody', name: 'another' })).toMatchObject({ numAffectedRows: 0n })
  })
})
