import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ConsumedMessage } from '../../../src/model/challenge.ts'
import { consumeMessage, purgeConsumedMessages } from '../../../src/store/entities/consumed-messages.ts'
import { openStore, type Store } from '../../../src/store/store.ts'
import type { StoreTransaction } from '../../../src/store/tables.ts'
import { randomHex } from '../../support/databases/entities.ts'
import { describeOnEachDatabase } from '../../support/databases/stores.ts'
import { waitUntil } from '../../support/wait-until.ts'

const dayMs = 86_400_000

describeOnEachDatabase('Messages that are used once', ({ dialect, createMigrated }) => {
  let stores: readonly [Store, Store]
  beforeAll(async () => {
    const url = await createMigrated()
    const open = () => openStore({ url, lockTimeoutMs: 2_000 })
    stores = [await open(), await open()]
  })
  afterAll(() => Promise.all(stores.map((store) => store.close())))

  const newMessage = (expiresAt: number): ConsumedMessage => ({
    address: randomHex(20),
    nonce: randomHex(8),
    expiresAt,
  })
  const consume = (message: ConsumedMessage, now: number, [store] = stores) =>
    store.transaction((tx) => consumeMessage(tx, message, now))

  it('rule: a message is used once, also in another process', async () => {
    const message = newMessage(2_000)
    expect(await consume(message, 1_000)).toBe(true)
    expect(await consume(message, 1_001)).toBe(false)
    expect(await consume(message, 1_001, [stores[1], stores[0]])).toBe(false)
  })

  it('rule: it is used until the millisecond before it expires', async () => {
    const [used, unused] = [newMessage(2_000), newMessage(2_000)]
    expect(await consume(used, 1_999)).toBe(true)
    expect(await consume(unused, 2_000)).toBe(false)
    expect(await consume(used, 1_999)).toBe(false)
  })

  it('rule: whatever the clocks of two processes do, a message is used once', async () => {
    const accepted = new Map<ConsumedMessage, number>()
    const messages: ConsumedMessage[] = []
    // Jumps of up to two days, and purges by any of the clocks.
    for (let step = 0; step < 120; step++) {
      const now = 10 * dayMs + Math.round((Math.random() - 0.5) * 4 * dayMs)
      if (step % 3 === 0) messages.push(newMessage(now + Math.ceil(Math.random() * 600_000)))
      const index = Math.floor(Math.random() * messages.length)
      const message = messages[index] ?? newMessage(now + 1)
      const order = Math.random() < 0.5 ? stores : ([stores[1], stores[0]] as const)
      if (Math.random() < 0.3) await purgeConsumedMessages(order[0].db, now, 3)
      const isUsed = await order[0].transaction((tx) => useOrRollBack(tx, message, now)).catch(() => false)
      if (isUsed) accepted.set(message, (accepted.get(message) ?? 0) + 1)
    }
    expect([...accepted.values()].filter((times) => times > 1)).toEqual([])
    expect(accepted.size).toBeGreaterThan(0)
  })

  it('rule: what was forgotten is not used again by a clock that is behind, and what expires later is', async () => {
    const first = newMessage(50 * dayMs)
    const second = newMessage(first.expiresAt + 1)
    expect(await consume(first, first.expiresAt - 1)).toBe(true)
    expect(await purgeConsumedMessages(stores[0].db, first.expiresAt, 100)).toBeGreaterThan(0)
    expect(await purgeConsumedMessages(stores[0].db, first.expiresAt, 100)).toBe(0)
    expect(await consume(first, first.expiresAt - 1)).toBe(false)
    expect(await consume(second, first.expiresAt - 1)).toBe(true)
  })

  it.runIf(dialect === 'postgres')('race: a message that is forgotten meanwhile is not used', async () => {
    const message = newMessage(60 * dayMs)
    expect(await consume(message, message.expiresAt - 1)).toBe(true)
    const purged = Promise.withResolvers<void>()
    const done = stores[0].transaction(async (tx) => {
      await tx.deleteFrom('spentMessages').where('nonce', '=', message.nonce).execute()
      purged.resolve()
      await waitUntil('the other transaction waits', async () => {
        const { rows } = await sql`
          select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        `.execute(stores[1].db)
        return rows.length > 0
      })
      await tx
        .insertInto('spentMessages')
        .values({ address: '0x', nonce: 'forgotten', expiresAt: message.expiresAt })
        .onConflict((conflict) =>
          conflict.columns(['address', 'nonce']).doUpdateSet({ expiresAt: message.expiresAt }),
        )
        .execute()
    })
    await purged.promise
    expect(await consume(message, message.expiresAt - 1, [stores[1], stores[0]])).toBe(false)
    await done
  })
})

/** As callers do. */
async function useOrRollBack(tx: StoreTransaction, message: ConsumedMessage, now: number): Promise<boolean> {
  if (await consumeMessage(tx, message, now)) return true
  throw new Error('It is not used.')
}
