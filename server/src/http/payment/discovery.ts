import { formatUnits } from 'viem'
import type { z } from 'zod'
import { type PaymentTerms, paymentRequirements } from '../../payments/terms.ts'
import { chargeMethod, chargeRequest, paidOperation } from './offers.ts'
import type { price, x402Manifest } from './schema.ts'

function header(description: string) {
  return { description, schema: { type: 'string' } } as const
}

const settlementHeader = header(
  'Outcome of the payment, for both protocols: base64 of a SettlementResponse of x402 version 2, with ' +
    '`success`, `network` and `transaction`, which is empty when none is known.',
)

const headersByStatus = {
  200: {
    'PAYMENT-RESPONSE': settlementHeader,
    'Payment-Receipt': header(
      'Receipt of a payment by the `Payment` scheme: base64url of JSON with `status`, `method`, `reference` (the ' +
        'transaction), `timestamp`, `challengeId` and `chainId`.',
    ),
  },
  402: {
    'PAYMENT-REQUIRED': header('The offer for x402: base64 of a PaymentRequired of version 2.'),
    'WWW-Authenticate': header(
      'The offer for MPP: a challenge of the `Payment` scheme, method `evm`, intent `charge`.',
    ),
  },
  502: { 'PAYMENT-RESPONSE': settlementHeader },
}

interface DocumentedResponse {
  readonly description: string
  headers?: object
}

interface Documented {
  readonly paths: Readonly<
    Record<string, { readonly get?: { readonly responses: Record<string, DocumentedResponse> } }>
  >
}

export function documentPayment<Document extends Documented>(
  document: Document,
  terms: PaymentTerms | undefined,
): Document {
  const operation = document.paths[paidOperation.path]?.get
  for (const [status, headers] of Object.entries(headersByStatus)) {
    const response = operation?.responses[status]
    if (response) response.headers = { ...response.headers, ...headers }
  }
  if (operation && terms) Object.assign(operation, { 'x-payment-info': paymentInfo(terms) })
  return document
}

const { method, path, description, mimeType } = paidOperation

/** In US dollars; one dollar is one whole token. */
function priceUsd({ amount, decimals }: PaymentTerms): string {
  return formatUnits(amount, decimals)
}

export function listPrices(terms: PaymentTerms | undefined): z.output<typeof price>[] {
  if (!terms) return []
  const { amount, asset, network, payTo } = paymentRequirements(terms)
  return [
    { method, path, priceUsd: priceUsd(terms), amount, asset, network, payTo, protocols: ['x402', 'mpp'] },
  ]
}

/** For /.well-known/x402.json. Crawlers read `resources`, the draft of x402 proposes `items`. */
export function buildX402Manifest(
  terms: PaymentTerms | undefined,
  baseUrl: string,
): z.output<typeof x402Manifest> {
  const url = baseUrl + path
  const item = (accepted: PaymentTerms) => ({
    resource: { url, description, mimeType },
    type: 'http' as const,
    accepts: [paymentRequirements(accepted)],
    input: { method, routeTemplate: path },
  })
  return {
    version: 1,
    x402Version: 2,
    resources: terms ? [url] : [],
    items: terms ? [item(terms)] : [],
  }
}

/** `offers` of MPP's discovery draft; `price` and `protocols` for crawlers. */
export function paymentInfo(terms: PaymentTerms) {
  const { amount, currency, recipient } = chargeRequest(terms)
  return {
    price: { mode: 'fixed', currency: 'USD', amount: priceUsd(terms) },
    protocols: [{ x402: {} }, { mpp: { ...chargeMethod, currency } }],
    offers: [{ ...chargeMethod, amount, currency, recipient, description }],
  }
}
