import { setTimeout as delay } from 'node:timers/promises'
import type { Address, PrivateKeyAccount } from 'viem'
import { ignoreConnectionError } from '../../http/api-client.ts'
import {
  createPaymentHeaders,
  fetchWithPayment,
  type PaidHttpResponse,
  type PaymentHeaders,
  resolveUrl,
} from '../../payments/clients.ts'
import { names, type PaymentFixture } from '../../payments/fixture.ts'

/** One client with an account of its own, which buys one response. */
export interface Purchase {
  readonly payer: Address
  readonly round: number
  /** `unknown`: a payment without a known outcome, which is not repeated (502). */
  outcome: 'paid' | 'unknown'
  /** Requests without a response, or with 503. */
  retries: number
  /** Whether the other service returned the same when the paid request was repeated. */
  isRepeated: boolean
}

/** Milliseconds that a client waits after an error, and before the next purchase. */
const pauseMs = 250

/** Clients of x402 and MPP, in turn, which repeat a request until it has its response, at the services in turn. */
export function startPurchases(fixture: PaymentFixture, urls: readonly string[], currentRound: () => number) {
  const purchases: Purchase[] = []
  let isStopped = false
  let turn = 0
  const nextUrl = () => resolveUrl(urls[turn++ % urls.length] ?? '', names[0])
  const send = (credential: PaymentHeaders) =>
    fetchWithPayment(nextUrl(), credential).catch(ignoreConnectionError)

  const pay = async (purchase: Purchase, account: PrivateKeyAccount) => {
    let credential: PaymentHeaders | undefined
    for (;;) {
      credential ??= await createPaymentHeaders(protocolOf(purchases.length), account, nextUrl()).catch(
        () => undefined,
      )
      const response = credential && (await send(credential))
      if (response?.isPaymentRequired) credential = undefined
      if (response?.status === 200 || response?.status === 502) return { credential, response }
      if (credential && !response?.isPaymentRequired) purchase.retries += 1
      await delay(pauseMs)
    }
  }
  /** As a client whose response was lost after it was sent. */
  const repeat = async (credential: PaymentHeaders, paid: PaidHttpResponse) => {
    for (;;) {
      const response = await send(credential)
      if (response && response.status !== 503) return JSON.stringify(response) === JSON.stringify(paid)
      await delay(pauseMs)
    }
  }
  const buy = async () => {
    const account = await fixture.createPayer()
    const purchase: Purchase = {
      payer: account.address,
      round: currentRound(),
      outcome: 'unknown',
      retries: 0,
      isRepeated: false,
    }
    purchases.push(purchase)
    const { credential, response } = await pay(purchase, account)
    if (response.status !== 200 || !credential) return
    purchase.outcome = 'paid'
    purchase.isRepeated = await repeat(credential, response)
  }
  const work = async () => {
    while (!isStopped) {
      await buy()
      await delay(pauseMs)
    }
  }
  const working = work()
  return {
    purchases,
    /** Resolves when the last client has its response. */
    stop: async () => {
      isStopped = true
      await working
    },
  }
}

function protocolOf(count: number) {
  return count % 2 === 0 ? 'x402' : 'mpp'
}
