import { decodePaymentRequiredHeader } from '@x402/core/http'
import { Challenge, Receipt } from 'mppx'
import { createPublicClient, http, isHash } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestFacilitator } from '../support/facilitator.ts'
import { facilitatorSettings, startFacilitatorFor } from '../support/facilitator-settings.ts'
import {
  mppxFetch,
  type Protocol,
  parseSettlement,
  payingFetch,
  readPaidResponse,
  resolveUrl,
} from '../support/payment-clients.ts'
import {
  names,
  type PaymentFixture,
  priceBaseUnits,
  startPaymentFixture,
} from '../support/payment-fixture.ts'
import { withoutMining } from '../support/relayer.ts'
import { measureSideEffects, noSideEffects, onePaymentSideEffects } from '../support/side-effects.ts'

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
function recordingFetch() {
  const exchanges: { readonly request: Request; readonly response: Response }[] = []
  const recording: Fetch = async (input, init) => {
    const request = new Request(input, init)
    const response = await fetch(request)
    exchanges.push({ request, response: response.clone() })
    return response
  }
  return { exchanges, watched: recording }
}

/** An account that counts what it signs. */
function countingAccount(account: PrivateKeyAccount) {
  const signedData: unknown[] = []
  const signTypedData: PrivateKeyAccount['signTypedData'] = (data) => {
    signedData.push(data)
    return account.signTypedData(data)
  }
  return { signed: signedData, account: { ...account, signTypedData } }
}

describe.each(['relayer', 'facilitator'] as const)('through a %s', (backend) => {
  let scene: PaymentFixture
  let facilitator: TestFacilitator | undefined
  let url: string
  beforeAll(async () => {
    scene = await startPaymentFixture()
    if (backend === 'facilitator') facilitator = await startFacilitatorFor(scene)
    const settings = facilitator ? facilitatorSettings(facilitator, scene.baseRpc.url) : {}
    const service = await scene.startInProcess({ PAYMENT_TIMEOUT: '2', ...settings })
    url = resolveUrl(service.url, names[0])
  })
  afterAll(async () => {
    await scene.stop()
    await facilitator?.close()
  })

  it('402 to a client without a credential, with both offers, and nothing is recorded', async () => {
    for (const headers of [{}, { authorization: 'Bearer a-token' }]) {
      const { result, traces } = await measureSideEffects(scene, () => fetch(url, { headers }))
      expect(result.status).toBe(402)
      expect(result.headers.get('cache-control')).toBe('no-store')
      const { accepts } = decodePaymentRequiredHeader(result.headers.get('payment-required') ?? '')
      expect(accepts).toMatchObject([
        { network: 'eip155:8453', amount: `${priceBaseUnits}`, payTo: scene.payTo },
      ])
      expect(Challenge.fromResponse(result)).toMatchObject({ method: 'evm', intent: 'charge' })
      expect(result.headers.get('payment-response')).toBeNull()
      expect(traces).toEqual(noSideEffects)
    }
  })

  it.each(clients)(
    '200 to %s, by %s: one charge, one response, one receipt',
    async (_, protocol, clientOf) => {
      const { signed, account } = countingAccount(await scene.createPayer())
      const { exchanges, watched } = recordingFetch()
      const { result, traces } = await measureSideEffects(scene, () => clientOf(account, watched)(url))

      expect(signed).toHaveLength(1)
      expect(traces).toEqual(onePaymentSideEffects)
      const [unpaid, paid, ...others] = exchanges
      if (!unpaid || !paid) throw new Error('The client has not paid.')
      expect(others).toEqual([])
      expect(paid.request.headers.has('payment-signature')).toBe(protocol === 'x402')
      expect(paid.request.headers.has('authorization')).toBe(protocol === 'mpp')
      expect(result.headers.get('cache-control')).toBe('private')

      const answer = await readPaidResponse(result)
      const [payment] = await scene.listPayments()
      expect(answer).toMatchObject({ status: 200, isPaymentRequired: false })
      expect(JSON.parse(answer.body).result.data).toMatchObject({ ens: names[0], isClaimed: false })
      const settlement = parseSettlement(answer)
      expect(settlement).toEqual({
        success: true,
        transaction: payment?.settledTx,
        network: 'eip155:8453',
        payer: account.address,
        amount: `${priceBaseUnits}`,
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
    },
  )

  it.each(clients.slice(0, 2))(
    '502 to %s, whose payment is sent and not mined in time: it signs once and is charged once at most',
    async (_, __, clientOf) => {
      const { signed, account } = countingAccount(await scene.createPayer())
      const { exchanges, watched } = recordingFetch()
      const { result, traces } = await measureSideEffects(scene, () =>
        withoutMining(scene, () => clientOf(account, watched)(url)),
      )

      const answer = await readPaidResponse(result)
      expect(answer).toMatchObject({ status: 502, isPaymentRequired: false, paymentReceipt: null })
      const { transaction, ...settlement } = parseSettlement(answer)
      expect(settlement).toEqual({
        success: false,
        errorReason: 'settlement_pending',
        network: 'eip155:8453',
        payer: account.address,
        amount: `${priceBaseUnits}`,
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
      expect(traces).toEqual(onePaymentSideEffects)
    },
  )
})

async function isMined({ base }: PaymentFixture, hash: string): Promise<boolean> {
  const client = createPublicClient({ transport: http(base.rpcUrl) })
  return isHash(hash) && (await client.getTransactionReceipt({ hash })).status === 'success'
}
