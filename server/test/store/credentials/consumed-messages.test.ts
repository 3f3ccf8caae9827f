import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ConsumedMessage } from '../../../src/model/consumed-message.ts'
import { consumeMessage } from '../../../src/store/entities/single-use.ts'
import { openStore, type Store } from '../../../src/store/store.ts'
import { randomHex } from '../../support/databases/entities.ts'
import { describeOnEachDatabase } from '../../support/databases/stores.ts'

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

  it('rule: it is used until the millisecond before it expires, when it is forgotten', async () => {
    const [used, unused] = [newMessage(2_000), newMessage(2_000)]
    expect(await consume(used, 1_999)).toBe(true)
    expect(await consume(unused, 2_000)).toBe(false)
    expect(await consume(used, 1_999)).toBe(false)
    expect(await consume(newMessage(3_000), 2_000)).toBe(true)
    expect(await consume(used, 1_999)).toBe(true)
  })

  it.runIf(dialect === 'postgres')(
    'race: a transaction that forgets expired messages does not wait for another that does',
    async () => {
      for (let count = 0; count < 5; count++) await consume(newMessage(2_000), 1_000)
      const second = await stores[0].transaction(async (tx) => {
        await consumeMessage(tx, newMessage(3_000), 2_500)
        return stores[1].transaction((other) => consumeMessage(other, newMessage(3_000), 2_500))
      })
      expect(second).toBe(true)
    },
  )
})
