import { createHash } from 'node:crypto'
import { deferImport } from '../../async/defer-import.ts'
import type { PaidContext } from '../paid-context.ts'
import type { PaidResponse } from '../paid-response.ts'
import { pay } from '../pay.ts'
import type { ChargeOutcome, ChargeRequest } from '../payments.ts'
import { assertNotHeld, assertPaymentsAvailable } from '../preflight.ts'
import { PaymentRefusedError } from '../rules/terms.ts'
import { credentialHeaders, paidOperation } from './description.ts'
import type { Query } from './offers.ts'
import type { PaymentProtocols } from './responses.ts'

/**
 * Uncharged requests count against `unpaidQuota`, unless a payment may have been sent.
 *
 * @throws AppError for failures before anything is charged, and those of `execute`.
 */
export async function charge(
  context: PaidContext,
  { baseUrl, names, headers, unpaidQuota, execute, admit }: Omit<ChargeRequest, 'cause'>,
): Promise<ChargeOutcome> {
  const protocols = await loadPaymentProtocols(context, baseUrl)
  const query = toQuery(names)
  await unpaidQuota.assertRemaining()
  await assertNotHeld(context)
  const payForRequest = async (): Promise<PaidResponse> => {
    const credential = protocols.readCredential(query, credentialHeaders.parse(headers))
    if (!credential)
      throw new PaymentRefusedError(
        'required',
        'Payment is required. Resolving is free with an RPC URL of your own.',
      )
    return pay(context, { credential, requestHash: query.requestHash, execute, admit })
  }
  const response = await payForRequest().catch(async (error: unknown) => {
    await unpaidQuota.consume()
    if (!(error instanceof PaymentRefusedError)) throw error
    await assertPaymentsAvailable(context)
    return {
      kind: 'refused',
      failure: protocols.paymentRequiredResponse(query, error, context.clock()),
    } as const
  })
  if (response.kind === 'refused') return { kind: 'failure', response: response.failure }
  if (response.kind === 'free') await unpaidQuota.consume()
  if (response.kind === 'unconfirmed')
    return { kind: 'failure', response: protocols.unconfirmedResponse(response.payment) }
  const receipts = response.kind === 'paid' ? protocols.receiptHeaders(response.payment) : {}
  return { kind: 'response', data: response.data, headers: receipts }
}

const importProtocols = deferImport(() => import('./responses.ts'))

async function loadPaymentProtocols({ payments }: PaidContext, baseUrl: string): Promise<PaymentProtocols> {
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
