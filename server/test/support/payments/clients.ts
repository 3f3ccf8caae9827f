import { decodePaymentResponseHeader } from '@x402/core/http'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { evm, Mppx } from 'mppx/client'
import type { PrivateKeyAccount } from 'viem/accounts'

/** The supported payment protocols. */
export const protocols = ['x402', 'mpp'] as const
export type Protocol = (typeof protocols)[number]

type Fetch = typeof fetch

/** Wraps `fetch` with the protocol's own client, unmodified, paying from one account. */
export function payingFetch(protocol: Protocol, account: PrivateKeyAccount, inner: Fetch = fetch): Fetch {
  if (protocol === 'x402')
    return wrapFetchWithPayment(inner, new x402Client().register('eip155:8453', new ExactEvmScheme(account)))
  return mppxFetch(account, inner)
}

/** The client of MPP, which pays by either protocol: MPP if it can, or the one that it is restricted to. */
export function mppxFetch(account: PrivateKeyAccount, inner: Fetch = fetch, only?: Protocol): Fetch {
  const method = evm.charge({ account, currencies: [evm.assets.base.USDC], maxAmount: '0.01' })
  return Mppx.create({
    methods: [method],
    polyfill: false,
    fetch: inner,
    orderChallenges: (candidates) =>
      candidates.filter(({ challenge }) => !only || 'scheme' in challenge.request === (only === 'x402')),
  }).fetch
}

/** The headers that a client pays with. */
export type PaymentHeaders = Readonly<Record<string, string>>

/** Lets a client request and sign, and stops before it pays. */
export async function createPaymentHeaders(
  protocol: Protocol,
  account: PrivateKeyAccount,
  url: string,
): Promise<PaymentHeaders> {
  const header = protocol === 'x402' ? 'payment-signature' : 'authorization'
  let credential: PaymentHeaders | undefined
  const inner: Fetch = async (input, init) => {
    const request = new Request(input, init)
    const value = request.headers.get(header)
    if (value === null) return fetch(request)
    credential = { [header]: value }
    return new Response(null)
  }
  await payingFetch(protocol, account, inner)(url)
  if (!credential) throw new Error(`The ${protocol} client has not paid.`)
  return credential
}

/** The parts of a paid response that have to be equal when the request is repeated. */
export interface PaidHttpResponse {
  readonly status: number
  readonly body: string
  readonly paymentResponse: string | null
  readonly paymentReceipt: string | null
  /** Whether the response requests payment, by either protocol. */
  readonly isPaymentRequired: boolean
}

/** Sends a request with a credential. */
export async function fetchWithPayment(url: string, credential: PaymentHeaders): Promise<PaidHttpResponse> {
  return readPaidResponse(await fetch(url, { headers: credential }))
}

export async function readPaidResponse(response: Response): Promise<PaidHttpResponse> {
  const { headers } = response
  return {
    status: response.status,
    body: await response.text(),
    paymentResponse: headers.get('payment-response'),
    paymentReceipt: headers.get('payment-receipt'),
    isPaymentRequired: headers.has('payment-required') || headers.has('www-authenticate'),
  }
}

/** The decoded PAYMENT-RESPONSE header. */
export function parseSettlement({ paymentResponse }: PaidHttpResponse) {
  if (paymentResponse === null) throw new Error('There is no PAYMENT-RESPONSE.')
  return decodePaymentResponseHeader(paymentResponse)
}

/** The URL that resolves names. */
export function resolveUrl(serviceUrl: string, ...names: readonly string[]): string {
  return `${serviceUrl}/ens/v2/resolve?${new URLSearchParams(names.map((name): [string, string] => ['ens', name]))}`
}
