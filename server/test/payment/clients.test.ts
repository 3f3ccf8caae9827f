import { decodePaymentRequiredHeader } from '@x402/core/http'
import { Challenge, Receipt } from 'mppx'
import { createPublicClient, http, isHash } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { byFacilitator, startFacilitatorOf } from '../support/backends.ts'
import type { TestFacilitator } from '../support/facilitator.ts'
import { names, type PaidScene, price, startPaidScene } from '../support/paid-scene.ts'
import {
  mppxFetch,
  type Protocol,
  paidAnswer,
  payingFetch,
  resolveUrl,
  settlementOf,
} from '../support/paying.ts'
import { unmined } from '../support/relaying.ts'
import { nothing, onePayment, trace } from '../support/traces.ts'

type Fetch = typeof fetch
type Client = (account: PrivateKeyAccount, inner: Fetch) => Fetch

/** The official clients, unmodified, and the protocol that each pays by when both are offered. */
const clients: readonly (readonly [string, Protocol, Client])[] = [
  ['@x402/fetch', 'x402', (account, inner) => payingFetch('x402', account, inner)],
  ['mppx', 'mpp', mppxFetch],
  ['mppx for MPP alone', 'mpp', (account, inner) => mppxFetch(account, inner, 'mpp')],
  ['mppx for x402 alone', 'x402', (account, inner) => mppxFetch(account, inner, 'x402')],
]

/** `fetch`, and what went over the wire by it. */
function watchedFetch() {
  const exchanges: { readonly request: Request; readonly response: Response }[] = []
  const watched: Fetch = async (input, init) => {
    const request = new Request(input, init)
    const response = await fetch(request)
    exchanges.push({ request, response: response.clone() })
    return response
  }
  return { exchanges, watched }
}

/** An account that counts what it signs. */
function countingAccount(account: PrivateKeyAccount) {
  const signed: unknown[] = []
  const signTypedData: PrivateKeyAccount['signTypedData'] = (data) => {
    signed.push(data)
    return account.signTypedData(data)
  }
  return { signed, account: { ...account, signTypedData } }
}

describe.each(['relayer', 'facilitator'] as const)('through a %s', (backend) => {
  let scene: PaidScene
  let facilitator: TestFacilitator | undefined
  let url: string
  beforeAll(async () => {
    scene = await startPaidScene()
    if (backend === 'facilitator') facilitator = await startFacilitatorOf(scene)
    const settings = facilitator ? byFacilitator(facilitator, scene.baseNode.url) : {}
    const service = await scene.startHere({ PAYMENT_TIMEOUT: '2', ...settings })
    url = resolveUrl(service.url, names[0])
  })
  afterAll(async () => {
    await scene.stop()
    await facilitator?.close()
  })

  it('402 to whoever has no proof, with both offers, and nothing is done', async () => {
    for (const headers of [{}, { authorization: 'Bearer a-token' }]) {
      const { result, traces } = await trace(scene, () => fetch(url, { headers }))
      expect(result.status).toBe(402)
      expect(result.headers.get('cache-control')).toBe('no-store')
      const { accepts } = decodePaymentRequiredHeader(result.headers.get('payment-required') ?? '')
      expect(accepts).toMatchObject([{ network: 'eip155:8453', amount: `${price}`, payTo: scene.payTo }])
      expect(Challenge.fromResponse(result)).toMatchObject({ method: 'evm', intent: 'charge' })
      expect(result.headers.get('payment-response')).toBeNull()
      expect(traces).toEqual(nothing)
    }
  })

  it.each(clients)('200 to %s, by %s: one charge, one answer, one receipt', async (_, protocol, clientOf) => {
    const { signed, account } = countingAccount(await scene.createPayer())
    const { exchanges, watched } = watchedFetch()
    const { result, traces } = await trace(scene, () => clientOf(account, watched)(url))

    expect(signed).toHaveLength(1)
    expect(traces).toEqual(onePayment)
    const [unpaid, paid, ...others] = exchanges
    if (!unpaid || !paid) throw new Error('The client has not paid.')
    expect(others).toEqual([])
    expect(paid.request.headers.has('payment-signature')).toBe(protocol === 'x402')
    expect(paid.request.headers.has('authorization')).toBe(protocol === 'mpp')
    expect(result.headers.get('cache-control')).toBe('private')

    const answer = await paidAnswer(result)
    const [payment] = await scene.journal()
    expect(answer).toMatchObject({ status: 200, isOffering: false })
    expect(JSON.parse(answer.body).result.data).toMatchObject({ ens: names[0], isClaimed: false })
    const settlement = settlementOf(answer)
    expect(settlement).toEqual({
      success: true,
      transaction: payment?.settledTx,
      network: 'eip155:8453',
      payer: account.address,
      amount: `${price}`,
    })
    expect(await isMined(scene, settlement.transaction)).toBe(true)
    expect(payment).toMatchObject({ state: 'confirmed', protocol, backend })
    if (protocol === 'x402') expect(answer.paymentReceipt).toBeNull()
    else
      expect(Receipt.deserialize(answer.paymentReceipt ?? '')).toEqual({
        status: 'success',
        method: 'evm',
        reference: settlement.transaction,
        timestamp: new Date(payment?.settledAt ?? 0).toISOString(),
        challengeId: Challenge.fromResponse(unpaid.response).id,
        chainId: 8453,
      })
  })

  it.each(clients.slice(0, 2))(
    '502 to %s, whose payment is sent and not mined in time: it signs once and is charged once at most',
    async (_, __, clientOf) => {
      const { signed, account } = countingAccount(await scene.createPayer())
      const { exchanges, watched } = watchedFetch()
      const { result, traces } = await trace(scene, () =>
        unmined(scene, () => clientOf(account, watched)(url)),
      )

      const answer = await paidAnswer(result)
      expect(answer).toMatchObject({ status: 502, isOffering: false, paymentReceipt: null })
      const { transaction, ...settlement } = settlementOf(answer)
      expect(settlement).toEqual({
        success: false,
        errorReason: 'settlement_pending',
        network: 'eip155:8453',
        payer: account.address,
        amount: `${price}`,
      })
      const { statusCode, result: failure, ...rest } = JSON.parse(answer.body)
      expect({ statusCode, data: failure.data, rest }).toEqual({
        statusCode: 502,
        data: null,
        rest: { transaction },
      })
      expect(failure.error).toMatch(/^PaymentUnconfirmed: .+/)

      expect(signed).toHaveLength(1)
      expect(exchanges).toHaveLength(2)
      expect(await isMined(scene, transaction)).toBe(true)
      expect(traces).toEqual(onePayment)
    },
  )
})

const isMined = async ({ base }: PaidScene, hash: string): Promise<boolean> => {
  const client = createPublicClient({ transport: http(base.rpcUrl) })
  return isHash(hash) && (await client.getTransactionReceipt({ hash })).status === 'success'
}
