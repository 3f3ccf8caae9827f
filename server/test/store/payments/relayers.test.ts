import { expect, it } from 'vitest'
import {
  allocateRelayerNonce,
  ensureNonceAtLeast,
  isNonceUnused,
} from '../../../src/payments/store/leases.ts'
import { randomHex } from '../../support/databases/entities.ts'
import { addPaymentIn, newTransaction, transition } from '../../support/databases/payment-entities.ts'
import { describeOnEachStore } from '../../support/databases/stores.ts'

const chainId = 8453

describeOnEachStore('nonces of relayers', (store) => {
  const take = (address: `0x${string}`, chain = chainId) =>
    store().transaction((tx) => allocateRelayerNonce(tx, chain, address))
  const raise = (address: `0x${string}`, atLeast: number) =>
    ensureNonceAtLeast(store().db, chainId, address, atLeast)

  it('rule: the nonces of an account start at 0 on each chain and increase by one', async () => {
    const address = randomHex(20)
    expect([await take(address), await take(address), await take(address)]).toEqual([0, 1, 2])
    expect([await take(address, 1), await take(randomHex(20))]).toEqual([0, 0])
  })

  it('rule: a transaction may allocate several nonces', async () => {
    const address = randomHex(20)
    const allocated = await store().transaction(async (tx) => [
      await allocateRelayerNonce(tx, chainId, address),
      await allocateRelayerNonce(tx, chainId, address),
    ])
    expect(allocated).toEqual([0, 1])
  })

  it('rule: raising increases the nonce of an account, never decreases it, and returns the former one', async () => {
    const address = randomHex(20)
    expect(await raise(address, 5)).toEqual({ before: undefined })
    expect(await take(address)).toBe(5)
    expect(await raise(address, 6)).toEqual({ before: 6 })
    expect(await raise(address, 3)).toEqual({ before: 6 })
    expect(await take(address)).toBe(6)
    expect(await raise(address, 12)).toEqual({ before: 7 })
    expect(await take(address)).toBe(12)
  })

  it('rule: a nonce is unused when it was allocated, and no open payment has it', async () => {
    const fields = newTransaction(0)
    const isAbandoned = (nonce: number) => isNonceUnused(store().db, chainId, fields.relayer, nonce)
    expect(await isAbandoned(0)).toBe(false)
    await take(fields.relayer)
    expect([await isAbandoned(0), await isAbandoned(1)]).toEqual([true, false])
    const payment = await addPaymentIn(store(), 'signed', { fields })
    expect(await isAbandoned(0)).toBe(false)
    await transition(store(), payment, { to: 'confirmed' })
    expect(await isAbandoned(0)).toBe(true)
  })

  it('rule: of fifty concurrently allocated nonces none is left out and none is repeated, also when some are rolled back', async () => {
    const address = randomHex(20)
    const kept: number[] = []
    const allocateAndMaybeFail = (isFailing: boolean) =>
      store().transaction(async (tx) => {
        const nonce = await allocateRelayerNonce(tx, chainId, address)
        if (isFailing) throw new Error('rolled back')
        return nonce
      })
    const attempts = Array.from({ length: 60 }, async (_, index) => {
      const isFailing = index % 6 === 0
      const allocating = allocateAndMaybeFail(isFailing)
      if (isFailing) await expect(allocating).rejects.toThrow('rolled back')
      else kept.push(await allocating)
    })
    await Promise.all(attempts)
    expect(kept.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, index) => index))
    expect(await take(address)).toBe(50)
  })
})
