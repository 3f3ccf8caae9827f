import { expect, it } from 'vitest'
import { deleteSetupTokens, findSetupToken, insertSetupToken } from '../../../src/store/entities/members.ts'
import { randomHex } from '../../support/databases/entities.ts'
import { describeOnEachStore } from '../../support/databases/stores.ts'

describeOnEachStore('Setup tokens', (store) => {
  const insert = async (expiresAt: number) => {
    const token = { hash: randomHex(32), expiresAt }
    await store().transaction((tx) => insertSetupToken(tx, token))
    return token
  }
  const remove = (now: number) => store().transaction((tx) => deleteSetupTokens(tx, now))

  it('rule: those that have expired are deleted, also those of this millisecond', async () => {
    const tokens = [await insert(99), await insert(100), await insert(101)]
    await remove(100)
    const found = await Promise.all(tokens.map(({ hash }) => findSetupToken(store().db, hash)))
    expect(found).toEqual([undefined, undefined, tokens[2]])
  })

  it('rule: all of them are deleted once one was used', async () => {
    const tokens = [await insert(100), await insert(2 ** 53 - 1)]
    await remove(Number.POSITIVE_INFINITY)
    const found = await Promise.all(tokens.map(({ hash }) => findSetupToken(store().db, hash)))
    expect(found).toEqual([undefined, undefined])
  })
})
