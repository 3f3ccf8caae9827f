import { decodePaymentRequiredHeader } from '@x402/core/http'
import { Challenge, Receipt } from 'mppx'
import { createPublicClient, http, isHash } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { observeError } from '../support/openapi/observed-errors.ts'
import {
  mppxFetch,
  type Protocol,
  parseSettlement,
  payingFetch,
  readPaidResponse,
  resolveUrl,
} from '../support/payments/clients.ts'
import {
  facilitatorSettings,
  startFacilitatorFor,
  type TestFacilitator,
} from '../support/payments/facilitator.ts'
import {
  names,
  type PaymentFixture,
  priceBaseUnits,
  startPaymentFixture,
} from '../support/payments/fixture.ts'
import { withoutMining } from '../support/payments/relayer.ts'
import { measureSideEffects, noSideEffects, onePaymentSideEffects } from '../support/payments/side-effects.ts'

type Fetch = typeof fetch
type Client = (account: PrivateKeyAccount, inner: Fetch) => Fetch

/** The official clients, unmodified, with the protocol that each pays by when both are offered. */
const clients: readonly (readonly [string, Protocol, Client])[] = [
  ['@x402/fetch', 'x402', (account, inner) => payingFetch('x402', account, inner)],
  ['mppx', 'mpp', mppxFetch],
  ['mppx for MPP alone', 'mpp', (account, inner) => mppxFetch(account, inner, 'mpp')],
  ['mppx for x402 alone', 'x402', (account, inner) => mppxFetch(account, inner, 'x402')],
]

/** `fetch` that records its requests. */
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

/** An account that counts its signatures. */
function countingAccount(account: PrivateKeyAccount) {
  const signedData: unknown[] = []
  const signTypedData: PrivateKeyAccount['signTypedData'] = (data) => {
    signedData.push(data)
    return account.signTypedData(data)
  }
  return { signed: signedData, account: { ...account, signTypedData } }
}

describe.each(['relayer', 'facilitator'] as const)('through a %s', (backend) => {
  let fixture: PaymentFixture
  let facilitator: TestFacilitator | undefined
  let url: string
  beforeAll(async () => {
    fixture = await startPaymentFixture()
    if (backend === 'facilitator') facilitator = await startFacilitatorFor(fixture)
    const settings = facilitator ? facilitatorSettings(facilitator, fixture.baseRpc.url) : {}
    const service = await fixture.startInProcess({ PAYMENT_TIMEOUT: '2', ...settings })
    url = resolveUrl(service.url, names[0])
  })
  afterAll(async () => {
    await fixture.stop()
    await facilitator?.close()
  })

  it('402 to a client without a credential, with both offers, and nothing is recorded', async () => {
    for (const headers of [{}, { authorization: 'Bearer a-token' }]) {
      const { result, sideEffects } = await measureSideEffects(fixture, () => fetch(url, { headers }))
      expect(result.status).toBe(402)
      expect(result.headers.get('cache-control')).toBe('no-store')
      const { accepts } = decodePaymentRequiredHeader(result.headers.get('payment-required') ?? '')
      expect(accepts).toMatchObject([
        { network: 'eip155:8453', amount: `${priceBaseUnits}`, payTo: fixture.payTo },
      ])
      expect(Challenge.fromResponse(result)).toMatchObject({ method: 'evm', intent: 'charge' })
      expect(result.headers.get('payment-response')).toBeNull()
      expect(sideEffects).toEqual(noSideEffects)
    }
  })

  it.each(clients)(
    '200 to %s, by %s: one charge, one response, one receipt',
    async (_, protocol, clientOf) => {
      const { signed, account } = countingAccount(await fixture.createPayer())
      const { exchanges, watched } = recordingFetch()
      const { result, sideEffects } = await measureSideEffects(fixture, () => clientOf(account, watched)(url))

      expect(signed).toHaveLength(1)
      expect(sideEffects).toEqual(onePaymentSideEffects)
      const [unpaid, paid, ...others] = exchanges
      if (!unpaid || !paid) throw new Error('The client has not paid.')
      expect(others).toEqual([])
      expect(paid.request.headers.has('payment-signature')).toBe(protocol === 'x402')
      expect(paid.request.headers.has('authorization')).toBe(protocol === 'mpp')
      expect(result.headers.get('cache-control')).toBe('private')

      const response = await readPaidResponse(result)
      const [payment] = await fixture.listPayments()
      expect(response).toMatchObject({ status: 200, isPaymentRequired: false })
      expect(JSON.parse(response.body).result.data).toMatchObject({ ens: names[0], isClaimed: false })
      const settlement = parseSettlement(response)
      expect(settlement).toEqual({
        success: true,
        transaction: payment?.settledTx,
        network: 'eip155:8453',
        payer: account.address,
        amount: `${priceBaseUnits}`,
      })
      expect(await isMined(fixture, settlement.transaction)).toBe(true)
      expect(payment).toMatchObject({ state: 'confirmed', protocol, backend })
      if (protocol === 'x402') expect(response.paymentReceipt).toBeNull()
      else
        expect(Receipt.deserialize(response.paymentReceipt ?? '')).toEqual({
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
      const { signed, account } = countingAccount(await fixture.createPayer())
      const { exchanges, watched } = recordingFetch()
      const { result, sideEffects } = await measureSideEffects(fixture, () =>
        withoutMining(fixture, () => clientOf(account, watched)(url)),
      )

      const response = await readPaidResponse(result)
      expect(response).toMatchObject({ status: 502, isPaymentRequired: false, paymentReceipt: null })
      const { transaction, ...settlement } = parseSettlement(response)
      expect(settlement).toEqual({
        success: false,
        errorReason: 'settlement_pending',
        network: 'eip155:8453',
        payer: account.address,
        amount: `${priceBaseUnits}`,
      })
      const { statusCode, result: failure, ...rest } = JSON.parse(response.body)
      expect({ statusCode, data: failure.data, rest }).toEqual({
        statusCode: 502,
        data: null,
        rest: { transaction },
      })
      expect(failure.error).toMatch(/^PaymentUnconfirmed: .+/)
      observeError('v2Resolve', 'PaymentUnconfirmed')

      expect(signed).toHaveLength(1)
      expect(exchanges).toHaveLength(2)
      expect(await isMined(fixture, transaction)).toBe(true)
      expect(sideEffects).toEqual(onePaymentSideEffects)
    },
  )
})

async function isMined({ base }: PaymentFixture, hash: string): Promise<boolean> {
  const client = createPublicClient({ transport: http(base.rpcUrl) })
  return isHash(hash) && (await client.getTransactionReceipt({ hash })).status === 'success'
}
