import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseLabel } from '../../../src/ens/names.ts'
import { emptyRecords } from '../../../src/ens/stored-records.ts'
import { insertApiKey, lockApiKey } from '../../../src/store/entities/api-keys.ts'
import { insertClaim, writeDeclined } from '../../../src/store/entities/claims.ts'
import { lockOperators, lockWorkspace } from '../../../src/store/entities/members.ts'
import {
  findSessionByHash,
  insertSession,
  purgeSessions,
  touchSession,
} from '../../../src/store/entities/sessions.ts'
import { addNameLookups, findNameLookups } from '../../../src/store/entities/statistics.ts'
import { deleteSubname, lockSubnames } from '../../../src/store/entities/subnames.ts'
import { openStore, type Store } from '../../../src/store/store.ts'
import type { StoreTransaction } from '../../../src/store/tables.ts'
import {
  addSubname,
  newApiKey,
  newSubname,
  onboardDomain,
  randomHex,
} from '../../support/databases/entities.ts'
import { describeOnEveryMode } from '../../support/databases/stores.ts'
import { waitUntil } from '../../support/wait-until.ts'

/** SQLite has one writer at a time. */
describeOnEveryMode('Locks', ({ dialect, createMigrated }) => {
  let stores: readonly [Store, Store]
  beforeAll(async () => {
    const url = await createMigrated()
    stores = [await openStore({ url }), await openStore({ url })]
  })
  afterAll(() => Promise.all(stores.map((store) => store.close())))

  const isWaiting = async () => {
    const { rows } = await sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    `.execute(stores[0].db)
    return rows.length > 0
  }

  /** Whether work of the other process ends while this transaction is open, instead of waiting for it. */
  const endsMeanwhile = async (work: Promise<unknown>) => {
    const state = { isOver: false }
    void work.then(() => Object.assign(state, { isOver: true }))
    await waitUntil('The work is over or waits', async () => state.isOver || isWaiting())
    return state.isOver
  }

  const scene = async () => {
    const [store] = stores
    const { domain, workspace } = await onboardDomain(store)
    const key = newApiKey(workspace.id)
    await insertApiKey(store.db, key)
    await addSubname(store, newSubname(domain, 'alice'))
    return { domain, workspace, key }
  }

  type Lock = (tx: StoreTransaction, on: Awaited<ReturnType<typeof scene>>) => Promise<unknown>
  const locks: readonly (readonly [string, Lock])[] = [
    ['a workspace, for its members', (tx, { workspace }) => lockWorkspace(tx, workspace.id)],
    ['an API key, for its rotation', (tx, { key }) => lockApiKey(tx, key.id)],
    ['a subname, for a batch', (tx, { domain }) => lockSubnames(tx, domain, ['alice'])],
    ['the operators', (tx) => lockOperators(tx)],
  ]

  it.runIf(dialect === 'postgres').each(locks)(
    'race: a second transaction that locks %s waits for the first one',
    async (_, lock) => {
      const subject = await scene()
      const done: string[] = []
      let second: Promise<unknown> = Promise.resolve()
      await stores[0].transaction(async (tx) => {
        await lock(tx, subject)
        second = stores[1].transaction(async (other) => {
          await lock(other, subject)
          done.push('second')
        })
        await Promise.race([second, waitUntil('The second transaction waits', isWaiting)])
        done.push('first')
      })
      await second
      expect(done).toEqual(['first', 'second'])
    },
  )

  it.runIf(dialect === 'postgres')(
    'race: of two transactions that decline the two oldest claims, the second declines the next two',
    async () => {
      const { domain } = await scene()
      const labels = ['a', 'b', 'c', 'd', 'e']
      for (const label of labels)
        await stores[0].transaction((tx) =>
          insertClaim(tx, {
            ...{
              id: newId(),
              domainKey: domain.key,
              label: parseLabel(label),
              skeleton: 1,
              claimant: randomHex(20),
            },
            ...{ records: emptyRecords, createdAt: 1, expiresAt: 2 },
          }),
        )
      const decision = { decidedAt: 1, decidedBy: { type: 'system' }, comment: null } as const
      const declineTwo = async (tx: StoreTransaction) => {
        const declined = await writeDeclined(tx, domain, { all: true }, decision, 2)
        return declined.map(({ label }) => label)
      }
      let second: Promise<readonly string[]> = Promise.resolve([])
      const first = await stores[0].transaction(async (tx) => {
        const declined = await declineTwo(tx)
        second = stores[1].transaction(declineTwo)
        await waitUntil('The second transaction waits', isWaiting)
        return declined
      })
      expect([first, await second]).toEqual([
        ['a', 'b'],
        ['c', 'd'],
      ])
    },
  )

  it.runIf(dialect === 'postgres')(
    'race: a purge leaves an idle session that is used meanwhile, without waiting',
    async () => {
      const [store, other] = stores
      const session = {
        ...{ id: newId(), hash: randomHex(32), address: randomHex(20), keyId: null, userAgent: 'Browser' },
        ...{ client: null, createdAt: 1, lastUsedAt: 1, expiresAt: 1000 },
      }
      await store.transaction((tx) => insertSession(tx, session, { perSubject: 9, perClient: 9 }))
      await store.transaction(async (tx) => {
        await touchSession(tx, session.id, 500)
        expect(await endsMeanwhile(purgeSessions(other.db, 1, 9))).toBe(true)
      })
      expect((await findSessionByHash(store.db, session.hash))?.lastUsedAt).toBe(500)
    },
  )

  const lookedUpName = async () => {
    const [store] = stores
    const { domain } = await onboardDomain(store)
    const subname = newSubname(domain, 'alice')
    await addSubname(store, subname)
    const keys = store.db.selectFrom('subnames').select('key').where('domainKey', '=', domain.key)
    const { key } = await keys.executeTakeFirstOrThrow()
    const lookups = async () => (await findNameLookups(store.db, domain.key, ['alice'])).get('alice')
    return { subname, key, lookups }
  }

  it.runIf(dialect === 'postgres')(
    'race: lookups of a name that wait for those of a later hour are added, and keep the later hour',
    async () => {
      const [store, other] = stores
      const { key, lookups } = await lookedUpName()
      const add = (tx: StoreTransaction, hour: number) =>
        addNameLookups(tx, [{ subnameKey: key, hour, lookups: 2 }])
      await store.transaction((tx) => add(tx, 5))
      let earlier: Promise<void> = Promise.resolve()
      await store.transaction(async (tx) => {
        await add(tx, 7)
        earlier = other.transaction((waiting) => add(waiting, 6))
        expect(await endsMeanwhile(earlier)).toBe(false)
      })
      await earlier
      expect(await lookups()).toEqual({ hour: 7, lookups: 6 })
    },
  )

  it.runIf(dialect === 'postgres')(
    'race: lookups of a name do not wait for its deletion, and are left out',
    async () => {
      const [store, other] = stores
      const { key, subname, lookups } = await lookedUpName()
      await store.transaction(async (tx) => {
        await deleteSubname(tx, subname)
        const row = { subnameKey: key, hour: 5, lookups: 1 }
        expect(await endsMeanwhile(other.transaction((adding) => addNameLookups(adding, [row])))).toBe(true)
      })
      expect(await lookups()).toBeUndefined()
    },
  )
})
