import { createHash } from 'node:crypto'
import type { Context } from '../../context.ts'
import { assertPaymentsAvailable } from '../../core/payments/assert-open.ts'
import type { PaidRequest, PaidResponse, PaidResult } from '../../core/payments/paid-response.ts'
import { pay } from '../../core/payments/pay.ts'
import type { Payments } from '../../core/payments/payments.ts'
import { PaymentRefusedError } from '../../payment/refused-error.ts'
import { HttpResponseError } from '../http-error-response.ts'
import type { RateLimitQuota } from '../rate-limit/rate-limits.ts'
import type { Query } from './offers.ts'
import { paidOperation } from './paid-operation.ts'
import type { CredentialHeaders } from './read-credential.ts'
import type { PaymentProtocols } from './wire.ts'

/** A request that has to be paid for. */
export interface Charge {
  readonly context: Context
  readonly payments: Payments
  /** Where clients reach this service, without a slash at the end. */
  readonly baseUrl: string
  /** The names that are asked for. */
  readonly names: readonly string[]
  readonly headers: CredentialHeaders
  /** How often the client may still ask without paying. */
  readonly unpaidQuota: RateLimitQuota
  readonly execute: () => Promise<PaidResult>
  /** Bounds what is read on chain before anything is claimed. */
  readonly admit: PaidRequest['admit']
  readonly setHeaders: (headers: Readonly<Record<string, string>>) => void
}

/**
 * Answers a request that is paid for, with the receipts of both protocols. Whatever is not charged counts against what the
 * client may ask unpaid; only a payment that was sent, or may have been, does not.
 *
 * @throws WireFailure with the offers of both protocols (402), or with what became of a payment that is not known to be
 * made (502), where nothing is offered; AppError and WireFailure for what stands in the way before anything is charged.
 */
export async function charge(request: Charge): Promise<unknown> {
  const { context, payments, headers, unpaidQuota, execute, admit, setHeaders } = request
  const paidContext = { ...context, payments }
  const protocols = await loadPaymentProtocols(request)
  const query = toQuery(request.names)
  await unpaidQuota.assertRemaining()
  const payForRequest = async (): Promise<PaidResponse> => {
    const credential = protocols.readCredential(query, headers)
    if (!credential)
      throw new PaymentRefusedError('required', 'This has to be paid for, unless you name an RPC URL.')
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

/** The libraries of the protocols take memory and time to load, which a service without payment does not need. */
async function loadPaymentProtocols({ payments, baseUrl }: Charge): Promise<PaymentProtocols> {
  const { createPaymentProtocols } = await import('./wire.ts')
  const { terms, secret, previousSecret } = payments
  const realm = new URL(baseUrl).host
  return createPaymentProtocols({ terms, baseUrl, realm, secret, previousSecret })
}

/** What is asked: the names in their order. */
function toQuery(names: readonly string[]): Query {
  const requestHash = createHash('sha256').update(JSON.stringify(names)).digest('hex')
  const parameters = new URLSearchParams(names.map((name): [string, string] => ['ens', name]))
  return { requestHash: `0x${requestHash}`, target: `${paidOperation.path}?${parameters}` }
}
