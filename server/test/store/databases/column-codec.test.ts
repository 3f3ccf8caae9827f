import { expect, it } from 'vitest'
import { findApiKey, insertApiKey } from '../../../src/store/entities/api-keys.ts'
import { findWorkspace, insertWorkspace } from '../../../src/store/entities/members.ts'
import { newApiKey, newWorkspace } from '../../support/databases/entities.ts'
import { describeOnEachStore } from '../../support/databases/stores.ts'

describeOnEachStore('The codec of columns', (store) => {
  it.each(['[1]', '{"a_key":1}', 'true', 'null', '0x01', '12'])(
    'rule: the text %s stays text',
    async (name) => {
      const workspace = newWorkspace({ name })
      await insertWorkspace(store().db, workspace)
      expect(await findWorkspace(store().db, workspace.id)).toEqual(workspace)
    },
  )

  it('rule: a list is a list again, and an absent one is NULL', async () => {
    const workspace = newWorkspace()
    await insertWorkspace(store().db, workspace)
    const keys = [null, [], ['a"b', 'c_d']].map((domainIds) => newApiKey(workspace.id, { domainIds }))
    for (const key of keys) {
      await insertApiKey(store().db, key)
      expect(await findApiKey(store().db, key.id)).toEqual(key)
    }
    const absent = await store()
      .db.selectFrom('apiKeys')
      .select('id')
      .where('workspaceId', '=', workspace.id)
      .where('domainIds', 'is', null)
      .execute()
    expect(absent.map(({ id }) => id)).toEqual([keys[0]?.id])
  })
})
