import { expect, it } from 'vitest'
import {
  findRequest,
  purgeIdempotentRequests,
  releaseRequest,
  renewRequestLease,
  reserveRequest,
  storeResponse,
} from '../../../src/store/entities/idempotent-requests.ts'
import { describeOnEachStore } from '../../support/databases/stores.ts'

describeOnEachStore('Idempotent requests', (store) => {
  const claim = (id: string, leaseOwner: string, now: number) =>
    reserveRequest(store().db, { id, leaseOwner, fingerprint: `of ${leaseOwner}`, expiresAt: now + 10 }, now)

  it('rule: of many concurrent claims of one request exactly one succeeds', async () => {
    const claims = await Promise.all(Array.from({ length: 20 }, (_, index) => claim('one', `${index}`, 100)))
    expect(claims.filter(Boolean)).toHaveLength(1)
  })

  it('rule: a claim succeeds again once its lease has expired, and after it was released', async () => {
    expect(await claim('lease', 'a', 100)).toBe(true)
    expect(await claim('lease', 'b', 109)).toBe(false)
    expect(await claim('lease', 'b', 110)).toBe(true)
    expect(await findRequest(store().db, 'lease')).toEqual({
      id: 'lease',
      leaseOwner: 'b',
      fingerprint: 'of b',
      expiresAt: 120,
      response: null,
    })
    await releaseRequest(store().db, { id: 'lease', leaseOwner: 'b' })
    expect(await claim('lease', 'c', 111)).toBe(true)
  })

  it.each([
    [180_000, false],
    [180_001, true],
    [7_200_000, true],
  ])(
    'rule: a lease that ends %i ms from now is that of a clock that was ahead above three minutes: claimed again %s',
    async (ahead, isOver) => {
      const id = `ahead ${ahead}`
      const lease = { id, leaseOwner: 'a', fingerprint: 'of a' }
      await reserveRequest(store().db, { ...lease, expiresAt: 100 + ahead }, 100 + ahead - 10)
      expect(await claim(id, 'b', 100)).toBe(isOver)
    },
  )

  it('rule: a stored response is no lease: it stays until it expires, however late', async () => {
    const lease = { id: 'answered', leaseOwner: 'a' }
    await claim(lease.id, lease.leaseOwner, 100)
    await storeResponse(store().db, lease, { response: 'of a', expiresAt: 86_400_000 })
    expect(await claim(lease.id, 'b', 110)).toBe(false)
    expect(await findRequest(store().db, lease.id)).toMatchObject({ response: 'of a' })
  })

  it('rule: without its lease a task neither renews, stores nor releases', async () => {
    await claim('fenced', 'a', 100)
    await claim('fenced', 'b', 110)
    const lost = { id: 'fenced', leaseOwner: 'a' }
    const held = { id: 'fenced', leaseOwner: 'b' }
    await renewRequestLease(store().db, lost, 999)
    await storeResponse(store().db, lost, { response: 'of a', expiresAt: 999 })
    await releaseRequest(store().db, lost)
    expect(await findRequest(store().db, 'fenced')).toMatchObject({ ...held, expiresAt: 120, response: null })

    await renewRequestLease(store().db, held, 130)
    await storeResponse(store().db, held, { response: 'of b', expiresAt: 500 })
    await renewRequestLease(store().db, held, 140)
    await releaseRequest(store().db, held)
    expect(await findRequest(store().db, 'fenced')).toMatchObject({ response: 'of b', expiresAt: 500 })
  })

  it('rule: a purge deletes expired requests, up to its limit', async () => {
    for (const id of ['p1', 'p2', 'p3']) await claim(id, 'a', 10)
    await claim('p4', 'a', 100)
    expect(await purgeIdempotentRequests(store().db, 21, 2)).toBe(2)
    expect(await purgeIdempotentRequests(store().db, 21, 2)).toBe(1)
    expect(await findRequest(store().db, 'p4')).toBeDefined()
  })
})
