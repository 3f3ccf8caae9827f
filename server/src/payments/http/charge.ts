import { createHash } from 'node:crypto'
import { deferImport } from '../../async/defer-import.ts'
import type { Context } from '../../context.ts'
import { HttpResponseError } from '../../http/errors.ts'
import type { RateLimitQuota } from '../../http/rate-limit/rate-limits.ts'
import type { Payments } from '../paid-context.ts'
import type { PaidRequest, PaidResponse, PaidResult } from '../paid-response.ts'
import { pay } from '../pay.ts'
import { assertNotHeld, assertPaymentsAvailable } from '../preflight.ts'
import { PaymentRefusedError } from '../rules/terms.ts'
import { paidOperation } from './description.ts'
import type { Query } from './offers.ts'
import type { CredentialHeaders } from './read-credential.ts'
import type { PaymentProtocols } from './responses.ts'

export interface Charge {
  readonly context: Context
  readonly payments: Payments
  readonly baseUrl: string
  readonly names: readonly string[]
  readonly headers: CredentialHeaders
  readonly unpaidQuota: RateLimitQuota
  readonly execute: () => Promise<PaidResult>
  /** Admits chain reads before a payment is claimed. */
  readonly admit: PaidRequest['admit']
  readonly setHeaders: (headers: Readonly<Record<string, string>>) => void
}

/**
 * Returns the response with the receipts of both protocols. Uncharged requests count against `unpaidQuota`, unless a
 * payment may have been sent.
 *
 * @throws HttpResponseError 402 with the offers of both protocols, or 502 without an offer for an unconfirmed payment;
 * AppError and HttpResponseError for failures before anything is charged.
 */
export async function charge(request: Charge): Promise<unknown> {
  const { context, payments, headers, unpaidQuota, execute, admit, setHeaders } = request
  const paidContext = { ...context, payments }
  const protocols = await loadPaymentProtocols(request)
  const query = toQuery(request.names)
  await unpaidQuota.assertRemaining()
  await assertNotHeld(context)
  const payForRequest = async (): Promise<PaidResponse> => {
    const credential = protocols.readCredential(query, headers)
    if (!credential)
      throw new PaymentRefusedError(
        'required',
        'Payment is required. Resolving is free with an RPC URL of your own.',
      )
    return pay(paidContext, { credential, requestHash: query.requestHash, execute, admit })
  }
  const response = await payForRequest().catch(async (error: unknown) => {
    await unpaidQuota.consume()
    if (!(error instanceof PaymentRefusedError)) throw error
    await assertPaymentsAvailable(paidContext)
    throw new HttpResponseError(protocols.paymentRequiredResponse(query, error, context.clock()))
  })
  if (response.kind === 'free') await unpaidQuota.consume()
  if (response.kind === 'unconfirmed')
    throw new HttpResponseError(protocols.unconfirmedResponse(response.payment))
  if (response.kind === 'paid') setHeaders(protocols.receiptHeaders(response.payment))
  return response.data
}

const importProtocols = deferImport(() => import('./responses.ts'))

async function loadPaymentProtocols({ payments, baseUrl }: Charge): Promise<PaymentProtocols> {
  const { createPaymentProtocols } = await importProtocols()
  const { terms, secret, previousSecret } = payments
  const realm = new URL(baseUrl).host
  return createPaymentProtocols({ terms, baseUrl, realm, secret, previousSecret })
}

function toQuery(names: readonly string[]): Query {
  const requestHash = createHash('sha256').update(JSON.stringify(names)).digest('hex')
  const parameters = new URLSearchParams(names.map((name): [string, string] => ['ens', name]))
  return { requestHash: `0x${requestHash}`, target: `${paidOperation.path}?${parameters}` }
}
