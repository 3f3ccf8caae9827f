import { expect, it } from 'vitest'
import { addPaymentIn } from '../store/payment-entities.ts'
import { dataOf, expectError } from '../support/api-client.ts'
import { createAdminKey } from '../support/api-keys.ts'
import { describeOnEachService } from '../support/describe-service.ts'

interface PaymentPage {
  readonly payments: readonly { readonly id: string; readonly state: string; readonly isRefundDue: boolean }[]
  readonly next: string | null
}

const failed = { answer: { status: 502, transaction: null, reason: null, at: 1 } } as const

describeOnEachService('what operators read of the instance', (service) => {
  const read = async (path: string) =>
    service().call('GET', path, { headers: { 'x-api-key': await createAdminKey(service()) } })
  const page = async (query: string) => dataOf<PaymentPage>(await read(`/byname/v1/payments?${query}`))

  it('rule: payments are listed by page, newest first, by state or refund due, without secrets', async () => {
    const { store } = service().context
    for (const state of ['claimed', 'confirmed', 'void'] as const) await addPaymentIn(store, state)
    const refundDue = await addPaymentIn(store, 'confirmed', { fields: failed })

    const all = await page('limit=100')
    expect(all.payments).toHaveLength(4)
    expect(all.next).toBeNull()
    const ids: string[] = []
    let after = ''
    do {
      const { payments, next } = await page(`limit=1${after}`)
      ids.push(...payments.map(({ id }) => id))
      after = next === null ? '' : `&after=${next}`
    } while (after !== '')
    expect(ids).toEqual(all.payments.map(({ id }) => id))
    expect((await page('state=claimed')).payments.map(({ state }) => state)).toEqual(['claimed'])
    expect((await page('refundDue=true')).payments).toMatchObject([{ id: refundDue.id, isRefundDue: true }])
    expect(JSON.stringify(all)).not.toMatch(/signature|rawTx|authorization|body/)
  })

  it('rule: cursors of other filters, and other texts, are refused', async () => {
    const { next } = await page('limit=1')
    const refused = [`state=void&after=${next}`, 'after=none', 'limit=101', 'state=none']
    for (const query of refused)
      expectError(await read(`/byname/v1/payments?${query}`), 400, 'BadRequestException')
  })

  it('rule: each resolver has its signer, whether its contract trusts it, and advice', async () => {
    const { resolvers } = dataOf<{ resolvers: readonly Record<string, unknown>[] }>(
      await read('/byname/v1/resolvers/signers'),
    )
    expect(resolvers.length).toBeGreaterThan(0)
    for (const resolver of resolvers) expect(Object.keys(resolver)).toContain('trust')
  })

  it.each(['/byname/v1/payments', '/byname/v1/resolvers/signers'])(
    'rule: keys of workspaces do not read %s',
    async (path) => {
      expect((await service().call('GET', path, { headers: { 'x-api-key': service().key } })).status).toBe(
        403,
      )
      expect((await service().call('GET', path)).status).toBe(401)
    },
  )
})
