import type { PaymentTerms } from '../../payment/terms.ts'
import { paymentInfo } from './discovery.ts'
import { paidOperation } from './paid-operation.ts'

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
