import { v7 as newId } from 'uuid'
import { expect, it } from 'vitest'
import type { Session } from '../../../src/model/session.ts'
import { insertApiKey } from '../../../src/store/entities/api-keys.ts'
import { insertMember, insertOperator, insertWorkspace } from '../../../src/store/entities/members.ts'
import {
  deleteSession,
  findSessionByHash,
  insertSession,
  purgeSessions,
  selectSessions,
} from '../../../src/store/entities/sessions.ts'
import { newApiKey, newWorkspace, randomHex } from '../../support/databases/entities.ts'
import { describeOnEachStore } from '../../support/databases/stores.ts'

function newSession(changes: Partial<Session> = {}): Session {
  return {
    ...{ id: newId(), hash: randomHex(32), address: randomHex(20), keyId: null, userAgent: 'Browser' },
    ...{ client: '192.0.2.1', createdAt: 1, lastUsedAt: 1, expiresAt: 1000 },
    ...changes,
  }
}

describeOnEachStore('Sessions', (store) => {
  const insert = (session: Session, limits = { perSubject: 9, perClient: 9 }) =>
    store().transaction((tx) => insertSession(tx, session, limits))

  const addKey = async () => {
    const workspace = newWorkspace()
    const key = newApiKey(workspace.id)
    await insertWorkspace(store().db, workspace)
    await insertApiKey(store().db, key)
    return key.id
  }

  const exists = async ({ hash }: Session) => (await findSessionByHash(store().db, hash)) !== undefined

  /** Which of them exist. */
  const keptOf = async (sessions: readonly Session[]) =>
    Promise.all(sessions.map((session) => exists(session)))

  it('rule: an address and an admin key each keep their newest', async () => {
    const [address, keyId] = [randomHex(20), await addKey()]
    const ofAddress = [1, 2, 3].map((createdAt) => newSession({ address, createdAt }))
    const ofKey = [1, 2, 3].map((createdAt) => newSession({ address: null, keyId, createdAt }))
    const others = [newSession(), newSession({ address: null, keyId: await addKey() })]
    for (const session of [...others, ...ofAddress, ...ofKey])
      await insert(session, { perSubject: 2, perClient: 99 })
    expect(await keptOf(ofAddress)).toEqual([false, true, true])
    expect(await keptOf(ofKey)).toEqual([false, true, true])
    expect(await keptOf(others)).toEqual([true, true])
  })

  it('rule: of wallets without a role, a client keeps the newest; others behind its address are not ended', async () => {
    const client = '192.0.2.7'
    const [member, operator] = [randomHex(20), randomHex(20)]
    const workspace = newWorkspace()
    await insertWorkspace(store().db, workspace)
    await store().transaction(async (tx) => {
      const { id: workspaceId } = workspace
      await insertMember(tx, { workspaceId, address: member, role: 'viewer', addedBy: null, createdAt: 1 })
      await insertOperator(tx, { address: operator, addedBy: null, createdAt: 1 })
    })
    const withRole = [
      newSession({ client, address: member }),
      newSession({ client, address: operator }),
      newSession({ client, address: null, keyId: await addKey() }),
    ]
    const otherClient = newSession({ client: '192.0.2.8' })
    const wallets = [2, 3, 4].map((createdAt) => newSession({ client, createdAt }))
    for (const session of [...withRole, otherClient, ...wallets])
      await insert(session, { perSubject: 9, perClient: 2 })
    expect(await keptOf(withRole)).toEqual([true, true, true])
    expect(await exists(otherClient)).toBe(true)
    expect(await keptOf(wallets)).toEqual([false, true, true])
  })

  it('rule: those of one millisecond are kept by their ids, the new one among them', async () => {
    const address = randomHex(20)
    const sessions = Array.from({ length: 3 }, () => newSession({ address }))
    for (const session of sessions) await insert(session, { perSubject: 2, perClient: 9 })
    expect(await keptOf(sessions)).toEqual([false, true, true])
  })

  it('rule: those of one subject are listed, the newest first, up to the limit', async () => {
    const address = randomHex(20)
    const sessions = [1, 3, 2].map((createdAt) => newSession({ address, createdAt }))
    for (const session of [...sessions, newSession()]) await insert(session)
    const list = async (limit: number) =>
      (await selectSessions(store().db, { address, keyId: null }, limit)).map(({ createdAt }) => createdAt)
    expect(await list(9)).toEqual([3, 2, 1])
    expect(await list(2)).toEqual([3, 2])
  })

  it('rule: a deletion tells whether the session existed', async () => {
    const [session, other] = [newSession(), newSession()]
    await insert(session)
    await insert(other)
    expect(await deleteSession(store().db, session.id)).toBe(true)
    expect(await deleteSession(store().db, session.id)).toBe(false)
    expect(await keptOf([session, other])).toEqual([false, true])
  })

  it('rule: a purge deletes those that were not used since, up to its limit', async () => {
    await store().db.deleteFrom('sessions').execute()
    const sessions = [10, 11, 12].map((lastUsedAt) => newSession({ lastUsedAt }))
    for (const session of sessions) await insert(session)
    expect(await purgeSessions(store().db, 11, 1)).toBe(1)
    expect(await keptOf(sessions)).toEqual([false, true, true])
    expect(await purgeSessions(store().db, 11, 9)).toBe(1)
    expect(await keptOf(sessions)).toEqual([false, false, true])
  })
})
