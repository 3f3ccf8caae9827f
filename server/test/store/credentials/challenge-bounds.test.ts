import { afterAll, beforeAll, expect, it } from 'vitest'
import { normalizeName } from '../../../src/ens/names.ts'
import type { Challenge } from '../../../src/model/challenge.ts'
import { insertAndEvictChallenges, markChallengeUsed } from '../../../src/store/entities/challenges.ts'
import { openStore, type Store } from '../../../src/store/store.ts'
import { randomHex } from '../../support/databases/entities.ts'
import { describeOnEachDatabase } from '../../support/databases/stores.ts'

const now = Date.now()

describeOnEachDatabase('bounds of stored challenges', (databases) => {
  /** Two stores of one database, as two processes would have. */
  let stores: readonly Store[]
  let subnames = 0
  let inserted = 0

  beforeAll(async () => {
    const url = await databases.createMigrated()
    stores = [await openStore({ url }), await openStore({ url })]
  })
  afterAll(() => Promise.all(stores.map((store) => store.close())))

  const store = (index = 0): Store => {
    const found = stores[index % 2]
    if (!found) throw new Error('Stores are open in tests only.')
    return found
  }

  const newSubname = () => `name-${subnames++}.demo.eth`

  /** Inserts a challenge that is newer than all before it; returns its nonce. */
  const keep = async (
    subname: string,
    changes: Partial<Challenge> = {},
    { perSubname = 20, perClient = 10_000, total = 10_000, from = store() } = {},
  ): Promise<string> => {
    const nonce = randomHex(16).slice(2)
    const challenge: Challenge = {
      nonce,
      action: 'append-field',
      chainId: 1,
      subname: normalizeName(subname),
      mapp: normalizeName('app.eth'),
      message: 'app.example wants you to sign in …',
      createdAt: now + inserted++,
      expiresAt: now + 600_000,
      client: '192.0.2.1',
      ...changes,
    }
    await insertAndEvictChallenges(from, challenge, { perSubname, perClient, total })
    return nonce
  }

  const kept = async (subname: string): Promise<readonly string[]> => {
    const rows = await store()
      .db.selectFrom('challenges')
      .select('nonce')
      .where('subname', '=', normalizeName(subname))
      .orderBy('createdAt')
      .execute()
    return rows.map(({ nonce }) => nonce)
  }

  it('rule: the newest challenges of one client for a subname are kept', async () => {
    const subname = newSubname()
    const nonces: string[] = []
    for (let index = 0; index < 25; index++) nonces.push(await keep(subname))
    expect(await kept(subname)).toEqual(nonces.slice(5))
  })

  it('rule: a challenge that ends in this millisecond is displaced before a valid one that is older', async () => {
    const subname = newSubname()
    const valid = await keep(subname)
    const createdAt = now + inserted + 1
    await keep(subname, { expiresAt: createdAt })
    const newest = await keep(subname, { createdAt }, { perSubname: 2 })
    expect(await kept(subname)).toEqual([valid, newest])
  })

  it('rule: a client that requests many challenges does not displace those of another client', async () => {
    const subname = newSubname()
    const holder = [
      await keep(subname, { client: '198.51.100.7' }),
      await keep(subname, { client: '198.51.100.7' }),
    ]
    for (let index = 0; index < 60; index++) await keep(subname)
    const found = await kept(subname)
    expect(found).toHaveLength(20)
    expect(found).toEqual(expect.arrayContaining(holder))
  })

  it('rule: used and expired challenges are displaced first, of any client', async () => {
    const subname = newSubname()
    const used = await keep(subname, { client: '198.51.100.1' })
    await store().transaction((tx) => markChallengeUsed(tx, used, now))
    const expired = await keep(subname, { client: '198.51.100.2', expiresAt: now + inserted })
    const live: string[] = []
    for (let index = 0; index < 20; index++) live.push(await keep(subname))
    expect(await kept(subname)).toEqual(live)
    expect(live).not.toContain(expired)
  })

  it('rule: challenges of another subname, and of the same subname on the other chain, are not displaced', async () => {
    const [subname, other] = [newSubname(), newSubname()]
    const untouched = [await keep(other), await keep(subname, { chainId: 11155111 })]
    for (let index = 0; index < 30; index++) await keep(subname)
    expect(await kept(other)).toEqual(untouched.slice(0, 1))
    expect(await kept(subname)).toEqual(expect.arrayContaining(untouched.slice(1)))
    expect(await kept(subname)).toHaveLength(21)
  })

  it('rule: the bound of a subname holds for many concurrent requests from two processes', async () => {
    const subname = newSubname()
    await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        keep(subname, { client: `192.0.2.${index}` }, { from: store(index) }),
      ),
    )
    expect(await kept(subname)).toHaveLength(20)
  })

  it('rule: the bound of all challenges holds for many concurrent requests from two processes, and the oldest are evicted', async () => {
    await store().db.deleteFrom('challenges').execute()
    const first = newSubname()
    await keep(first)
    const names = Array.from({ length: 40 }, newSubname)
    await Promise.all(names.map((name, index) => keep(name, {}, { total: 15, from: store(index) })))
    const rows = await store().db.selectFrom('challenges').select('nonce').execute()
    expect(rows).toHaveLength(15)
    expect(await kept(first)).toEqual([])
  })
})
