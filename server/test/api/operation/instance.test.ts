import { expect, it } from 'vitest'
import { countInstance } from '../../../src/store/listing/domains.ts'
import { createAdminKey } from '../../support/credentials/api-keys.ts'
import { addPaymentIn } from '../../support/databases/payment-entities.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

interface PaymentPage {
  readonly data: readonly { readonly id: string; readonly state: string; readonly isRefundDue: boolean }[]
  readonly next: string | null
}

interface DomainPage {
  readonly data: readonly { readonly id: string; readonly chainId: number }[]
  readonly next: string | null
}

const failed = { answer: { status: 502, transaction: null, reason: null, at: 1 } } as const

describeOnEachService('what operators read of the instance', (service) => {
  const read = async (path: string) =>
    service().call('GET', path, { headers: { 'x-api-key': await createAdminKey(service()) } })
  const page = async (query: string) => dataOf<PaymentPage>(await read(`/byname/v1/payments?${query}`))

  it('rule: payments are listed by page, newest first, by state or refund due, without secrets', async () => {
    const { store } = service().context
    for (const state of ['reserved', 'confirmed', 'void'] as const) await addPaymentIn(store, state)
    const refundDue = await addPaymentIn(store, 'confirmed', { fields: failed })

    const all = await page('limit=100')
    expect(all.data).toHaveLength(4)
    expect(all.next).toBeNull()
    const ids: string[] = []
    let after = ''
    do {
      const { data, next } = await page(`limit=1${after}`)
      ids.push(...data.map(({ id }) => id))
      after = next === null ? '' : `&after=${next}`
    } while (after !== '')
    expect(ids).toEqual(all.data.map(({ id }) => id))
    expect((await page('state=reserved')).data.map(({ state }) => state)).toEqual(['reserved'])
    expect((await page('refundDue=true')).data).toMatchObject([{ id: refundDue.id, isRefundDue: true }])
    expect(JSON.stringify(all)).not.toMatch(/signature|rawTx|authorization|body/)
  })

  it('rule: cursors of other filters, and other texts, are refused', async () => {
    const { next } = await page('limit=1')
    const refused = [`state=void&after=${next}`, 'after=none', 'limit=101', 'state=none']
    for (const query of refused)
      expectError(await read(`/byname/v1/payments?${query}`), 400, 'BadRequestException')
  })

  it('rule: each resolver has its signer, whether its contract trusts it, and advice', async () => {
    const { data: resolvers } = dataOf<{ data: readonly Record<string, unknown>[] }>(
      await read('/byname/v1/offchain-resolvers/signers'),
    )
    expect(resolvers.length).toBeGreaterThan(0)
    for (const resolver of resolvers) expect(Object.keys(resolver)).toContain('trust')
  })

  it('rule: domains of every workspace are found by a part of their name, by chain and by block', async () => {
    const { context, demo } = service()
    const search = async (query: string) => dataOf<DomainPage>(await read(`/byname/v1/domains?${query}`))
    const all = await search('limit=100')
    expect(all.data).toHaveLength(Object.keys(demo).length)
    expect(all.data[0]).toMatchObject({
      workspaceName: expect.any(String),
      maxNames: null,
      isBlocked: false,
    })
    const first = await search('limit=1')
    const second = await search(`limit=1&after=${first.next}`)
    expect([...first.data, ...second.data]).toEqual(all.data.slice(0, 2))

    expect((await search('search=EMO.e')).data).toHaveLength(all.data.length)
    expect((await search('search=_emo')).data).toEqual([])
    expect((await search('search=demo&chainId=11155111')).data.map(({ chainId }) => chainId)).toEqual([
      11155111,
    ])
    await context.store.db
      .updateTable('domains')
      .set({ isBlocked: true })
      .where('id', '=', demo[1].id)
      .execute()
    expect((await search('isBlocked=true')).data.map(({ id }) => id)).toEqual([demo[1].id])
    expect((await search('isBlocked=false')).data).toHaveLength(all.data.length - 1)
  })

  it('rule: a cursor of domains belongs to its search', async () => {
    const { next } = dataOf<DomainPage>(await read('/byname/v1/domains?limit=1'))
    for (const query of [
      `search=demo&after=${next}`,
      'after=none',
      'limit=101',
      'chainId=5',
      'isBlocked=maybe',
    ])
      expect((await read(`/byname/v1/domains?${query}`)).status).toBe(400)
  })

  it('rule: the state has the size of the database, its contents, and the limits', async () => {
    const state = dataOf<{ databaseBytes: number; limits: object }>(await read('/byname/v1/instance'))
    const { domains, names } = await countInstance(service().context.store.db)
    expect(state).toMatchObject({ database: service().context.store.dialect, domains, names })
    expect(state.databaseBytes).toBeGreaterThan(10_000)
    expect(domains).toBeGreaterThan(1)
    expect(state.limits).toMatchObject({ deliveryDays: 30, statisticsDays: 400 })
    const { writeLimits } = service().context.config
    expect(state.limits).toMatchObject({
      writesPerIp: writeLimits.address,
      writesPerWallet: writeLimits.wallet,
      writesPerName: writeLimits.name,
      writesPerDomain: writeLimits.domain,
    })
  })

  it.each([
    '/byname/v1/payments',
    '/byname/v1/offchain-resolvers/signers',
    '/byname/v1/domains',
    '/byname/v1/instance',
  ])('rule: keys of workspaces do not read %s', async (path) => {
    expect((await service().call('GET', path, { headers: { 'x-api-key': service().key } })).status).toBe(403)
    expect((await service().call('GET', path)).status).toBe(401)
  })
})
