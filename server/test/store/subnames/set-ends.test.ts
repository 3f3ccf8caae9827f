import fc from 'fast-check'
import { sql } from 'kysely'
import { type Hex, namehash } from 'viem'
import { expect, it } from 'vitest'
import { announceEnds } from '../../../src/core/seals/announce-ends.ts'
import type { Domain } from '../../../src/model/domain.ts'
import type { Resolver } from '../../../src/model/resolver.ts'
import type { Subname } from '../../../src/model/subname.ts'
import { sequenceEvents } from '../../../src/store/entities/events.ts'
import { writeSealedSet, writeSeals } from '../../../src/store/entities/seals.ts'
import { selectEndedSets, selectEndingSets } from '../../../src/store/entities/set-notices.ts'
import { deleteSubname } from '../../../src/store/entities/subnames.ts'
import { openStore, type Store } from '../../../src/store/store.ts'
import { addSubname, newSubname, onboardDomain, randomHex } from '../../support/databases/entities.ts'
import { insertSubnames } from '../../support/databases/insert-subnames.ts'
import { describeOnEachDatabase, describeOnEachStore } from '../../support/databases/stores.ts'
import { planOf, watchStatements } from '../../support/databases/watch-statements.ts'
import { startChild } from '../databases/child.ts'

const daySeconds = 86_400
const lead = 14 * daySeconds

/** When every set of these tests is signed, in Unix seconds. */
const start = 2_000_000_000

interface Sealing {
  readonly domain: Domain
  readonly resolver: Resolver
}

interface Signed {
  readonly holder: Hex
  readonly sequence: bigint
  /** In Unix seconds. */
  readonly validUntil: number
  readonly signedAt?: number
}

async function sealOf(store: Store, { resolver }: Sealing, { name }: Subname, holder: Hex, sequence = 1n) {
  const seal = { node: namehash(name), holder, kind: 'account', sealSequence: sequence } as const
  await store.transaction((tx) => writeSeals(tx, resolver.id, [seal]))
}

async function sign(
  store: Store,
  subname: Subname,
  { holder, sequence, validUntil, signedAt = start }: Signed,
) {
  const set = {
    holder,
    kind: 'account',
    sequence,
    validUntil,
    response: '0x',
    storedAt: signedAt * 1000,
  } as const
  await store.transaction((tx) => writeSealedSet(tx, subname, set))
}

async function newName(store: Store, sealing: Sealing, label: string) {
  const subname = newSubname(sealing.domain, label)
  await addSubname(store, subname)
  await sealOf(store, sealing, subname, subname.holder)
  return subname
}

const announceAt = (store: Store, seconds: number) => announceEnds({ store, clock: () => seconds * 1000 })

/** `ending 1` or `ended 2`: type and number of the set, in the order of the log. */
async function announced(store: Store, { name }: Pick<Subname, 'name'>): Promise<readonly string[]> {
  await sequenceEvents(store)
  const rows = await store.db
    .selectFrom('eventLog')
    .select(['type', 'changes', 'actor', 'workspaceId'])
    .where('name', '=', name)
    .where('type', 'in', ['sealed_set.ending', 'sealed_set.ended'])
    .orderBy('sequence')
    .execute()
  return rows.map(({ type, changes, actor, workspaceId }) => {
    expect(actor).toBe('system')
    expect(workspaceId).not.toBeNull()
    const number = /"sequence",null,null,"(\d+)"/.exec(JSON.stringify(changes).replaceAll('\\', ''))?.[1]
    return `${type.replace('sealed_set.', '')} ${number}`
  })
}

describeOnEachStore('the ends of sealed sets', (store) => {
  it('rule: a set is announced once 14 days before its end, and once when it has ended', async () => {
    const sealing = await onboardDomain(store())
    const subname = await newName(store(), sealing, 'alice')
    const end = start + 90 * daySeconds
    await sign(store(), subname, { holder: subname.holder, sequence: 1n, validUntil: end })
    const expected: readonly (readonly [number, readonly string[]])[] = [
      [start, []],
      [end - lead - 1, []],
      [end - lead, ['ending 1']],
      [end - lead, ['ending 1']],
      [end - lead + 1, ['ending 1']],
      [end - 1, ['ending 1']],
      [end, ['ending 1']],
      [end + 1, ['ending 1', 'ended 1']],
      [end + 365 * daySeconds, ['ending 1', 'ended 1']],
    ]
    for (const [time, events] of expected) {
      await announceAt(store(), time)
      expect([time - end, await announced(store(), subname)]).toEqual([time - end, events])
    }
  })

  it('rule: an end that was missed is announced alone, and a set for fewer than 14 days only when it has ended', async () => {
    const sealing = await onboardDomain(store())
    const [missed, short] = [
      await newName(store(), sealing, 'missed'),
      await newName(store(), sealing, 'short'),
    ]
    const end = start + lead
    await sign(store(), missed, { holder: missed.holder, sequence: 1n, validUntil: end + 1 })
    await sign(store(), short, { holder: short.holder, sequence: 1n, validUntil: end })
    await announceAt(store(), start)
    expect(await announced(store(), short)).toEqual([])
    await announceAt(store(), end + 2)
    await announceAt(store(), end + 3)
    expect(await announced(store(), missed)).toEqual(['ended 1'])
    expect(await announced(store(), short)).toEqual(['ended 1'])
  })

  it('rule: a name that was removed, or whose seal has gone to another holder, is not announced', async () => {
    const sealing = await onboardDomain(store())
    const end = start + 30 * daySeconds
    const newSigned = async (label: string) => {
      const subname = await newName(store(), sealing, label)
      await sign(store(), subname, { holder: subname.holder, sequence: 1n, validUntil: end })
      return subname
    }
    const [gone, of, lifted, still] = [
      await newSigned('removed'),
      await newSigned('moved'),
      await newSigned('raised'),
      await newSigned('kept'),
    ]
    await store().transaction((tx) => deleteSubname(tx, gone))
    const next = randomHex(20)
    await sealOf(store(), sealing, of, next)
    await sealOf(store(), sealing, lifted, lifted.holder, 2n)
    await announceAt(store(), end - lead)
    for (const subname of [gone, of, lifted]) expect(await announced(store(), subname)).toEqual([])
    expect(await announced(store(), still)).toEqual(['ending 1'])
    // The next holder signs, for longer.
    await sign(store(), of, { holder: next, sequence: 1n, validUntil: end + lead, signedAt: end - lead })
    await announceAt(store(), end + 1)
    expect(await announced(store(), of)).toEqual(['ending 1'])
    expect(await announced(store(), still)).toEqual(['ending 1', 'ended 1'])
  })

  it('rule: over any story of renewals and ticks, the log has what the sets call for', async () => {
    const sealing = await onboardDomain(store())
    const days = fc.double({ min: 0, max: 40, noNaN: true })
    const step = fc.record({ passes: days, signsFor: fc.option(days, { freq: 3 }) })
    let stories = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
        const subname = await newName(store(), sealing, `story-${stories++}`)
        const expected: string[] = []
        let now = start
        let set = { number: 0, end: 0, signedAt: 0, isEnding: true, isEnded: true }
        for (const { passes, signsFor } of steps) {
          now += Math.floor((passes * daySeconds) / 2)
          if (signsFor !== null) {
            const end = now + 1 + Math.floor(signsFor * daySeconds)
            set = { number: set.number + 1, end, signedAt: now, isEnding: false, isEnded: false }
            const signed = { sequence: BigInt(set.number), validUntil: end, signedAt: now }
            await sign(store(), subname, { holder: subname.holder, ...signed })
          }
          await announceAt(store(), now)
          if (now > set.end && !set.isEnded) expected.push(`ended ${set.number}`)
          else if (now <= set.end && now >= set.end - lead && !set.isEnding && set.signedAt < set.end - lead)
            expected.push(`ending ${set.number}`)
          if (now > set.end) set = { ...set, isEnding: true, isEnded: true }
          else if (now >= set.end - lead) set = { ...set, isEnding: true }
        }
        expect(await announced(store(), subname)).toEqual(expected)
      }),
      { numRuns: 20 },
    )
  })

  it('rule: a set of an earlier version, which knows of no announcements, is announced from its end on anew', async () => {
    const sealing = await onboardDomain(store())
    const subname = await newName(store(), sealing, 'earlier')
    const end = start + 30 * daySeconds
    await sign(store(), subname, { holder: subname.holder, sequence: 1n, validUntil: end })
    await announceAt(store(), end + 1)
    await store()
      .db.updateTable('sealedSets')
      .set({ setSequence: 2n, validUntil: end + 60 * daySeconds })
      .where('holder', '=', subname.holder)
      .execute()
    for (const days of [1, 46, 61]) await announceAt(store(), end + days * daySeconds)
    expect(await announced(store(), subname)).toEqual(['ended 1', 'ending 2', 'ended 2'])
  })
})

/** Sets that end at these times, in Unix seconds, of a domain of their own. */
async function addSets(store: Store, ends: readonly number[]) {
  const sealing = await onboardDomain(store)
  const subnames = ends.map((_, index) => newSubname(sealing.domain, `n${index}`))
  await insertSubnames(store, subnames)
  const seals = subnames.map(({ name, holder }) => ({
    ...{ node: namehash(name), holder, kind: 'account', sealSequence: 1n },
  })) as Parameters<typeof writeSeals>[2]
  await store.transaction((tx) => writeSeals(tx, sealing.resolver.id, seals))
  await store.transaction(async (tx) => {
    for (const [index, subname] of subnames.entries())
      await writeSealedSet(tx, subname, {
        ...{ holder: subname.holder, kind: 'account', sequence: 1n, response: '0x' },
        ...{ validUntil: ends[index] ?? 0, storedAt: start * 1000 },
      })
  })
  return { ...sealing, subnames }
}

describeOnEachDatabase('the ends of sealed sets, by several processes', (databases) => {
  it('rule: processes that announce at the same time, and are killed meanwhile, announce each set once', async () => {
    const url = await databases.createMigrated()
    const store = await openStore({ url })
    const end = start + 30 * daySeconds
    const count = 700
    await addSets(
      store,
      Array.from({ length: count }, (_, index) => end + (index % 7)),
    )
    const time = `${(end - lead + 10) * 1000}`
    const child = new URL('./set-ends-child.ts', import.meta.url)
    const logged = async () => {
      await sequenceEvents(store)
      return store.db.selectFrom('eventLog').select('name').where('type', '=', 'sealed_set.ending').execute()
    }
    for (let round = 0; round < 3; round++) {
      const [killed, other] = [startChild(child, url, time), startChild(child, url, time)]
      for await (const line of killed.lines) if (line === 'open') killed.kill()
      await killed.exit
      if (round === 2) for await (const line of other.lines) if (line === 'done') break
      other.kill()
      await other.exit
    }
    const names = (await logged()).map(({ name }) => name)
    expect(names).toHaveLength(count)
    expect(new Set(names).size).toBe(count)
    await store.close()
  })

  it('rule: what is due is found by an index, among many sets that are not, and in bounded batches', async () => {
    const store = await openStore({ url: await databases.createMigrated() })
    const now = start
    const { domain } = await onboardDomain(store)
    await insertSubnames(
      store,
      Array.from({ length: 20_000 }, (_, index) => newSubname(domain, `n${index}`)),
    )
    // 50 have ended, 250 end within the lead, the others later, a second after another.
    const late = now + lead - 300
    await sql`insert into sealed_sets
        (subname_key, holder, kind, set_sequence, valid_until, response, stored_at, noticed_until)
      select key, '0x', 'account', '1', case when place <= 50 then ${sql.lit(now)} - place else ${sql.lit(late)} + place end, '0x', 1, 0
      from (select key, row_number() over (order by key) as place from subnames) as placed`.execute(store.db)
    if (databases.dialect === 'postgres') await sql`vacuum analyze`.execute(store.db)
    const { watched, statements } = watchStatements(store)
    expect(await selectEndingSets(watched, { now, limit: 100 })).toHaveLength(100)
    expect(await selectEndedSets(watched, { now, limit: 100 })).toHaveLength(50)
    for (const statement of statements) {
      const plan = await planOf(store, statement)
      expect(plan).toMatch(/sealed_sets_end(ing|ed)/)
      expect(plan).not.toMatch(/Seq Scan on sealed_sets|SCAN (?!due)|TEMP B-TREE/)
    }
    // Those that were announced are not read again.
    await announceAt(store, now)
    for (const select of [selectEndingSets, selectEndedSets])
      expect(await select(store.db, { now, limit: 100 })).toEqual([])
    const left = await sql<{
      count: number
    }>`select count(*) as count from sealed_sets where noticed_until = 0`.execute(store.db)
    expect(Number(left.rows[0]?.count)).toBe(20_000 - 300)
    await store.close()
  })
})
