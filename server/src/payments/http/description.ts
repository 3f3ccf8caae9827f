import { formatUnits } from 'viem'
import { z } from 'zod'
import { checksumAddress } from '../../crypto/evm-address.ts'
import type { PaymentTerms } from '../../model/payment.ts'
import { paymentRequirements } from '../rules/terms.ts'

export const paidOperation = {
  method: 'GET',
  path: '/ens/v2/resolve',
  description:
    'Resolve 1 to 50 ENS names to their records, on mainnet; names of domains that are onboarded on Sepolia alone, on Sepolia.',
  mimeType: 'application/json',
} as const

export const chargeMethod = { method: 'evm', intent: 'charge' } as const

/** To be paid by EIP-3009. */
export function chargeRequest(terms: PaymentTerms) {
  return {
    amount: String(terms.amount),
    currency: checksumAddress(terms.asset),
    recipient: checksumAddress(terms.payTo),
    methodDetails: { chainId: terms.chainId, credentialTypes: ['authorization'], decimals: terms.decimals },
  }
}

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

export const problems = {
  'https://paymentauth.org/problems/payment-required': 'Payment Required',
  'https://paymentauth.org/problems/payment-insufficient': 'Payment Insufficient',
  'https://paymentauth.org/problems/payment-expired': 'Payment Expired',
  'https://paymentauth.org/problems/verification-failed': 'Verification Failed',
  'https://paymentauth.org/problems/malformed-credential': 'Malformed Credential',
  'https://paymentauth.org/problems/invalid-challenge': 'Invalid Challenge',
  'https://paymentauth.org/problems/invalid-payload': 'Invalid Payload',
} as const

/** The payment protocol defines it, so it has no envelope. */
export const paymentProblem = z
  .object({
    type: z.enum(Object.keys(problems)).meta({ description: 'URI of the kind of problem (RFC 9457).' }),
    title: z.string().meta({ description: 'The kind of problem, for people.', example: 'Payment Required' }),
    status: z.literal(402).meta({ description: 'The HTTP status.' }),
    detail: z.string().meta({
      description: 'The reason why payment is required or was rejected.',
      example: 'Payment is required. Resolving is free with an RPC URL of your own.',
    }),
  })
  .meta({ id: 'PaymentProblem', description: 'Payment is missing or was rejected (RFC 9457).' })

export const credentialHeaders = z.looseObject({
  'payment-signature': z.string().optional(),
  authorization: z.string().optional(),
})

export const price = z.object({
  method: z.string().meta({ description: 'Method of the operation.', example: paidOperation.method }),
  path: z.string().meta({ description: 'Path of the operation.', example: paidOperation.path }),
  priceUsd: z.string().meta({ description: 'For one request, in US dollars.', example: '0.005' }),
  amount: z.string().meta({ description: 'The same in base units of the token.', example: '5000' }),
  asset: z.string().meta({
    description: 'The token, EIP-55.',
    example: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  }),
  network: z.string().meta({ description: 'The chain it is paid on (CAIP-2).', example: 'eip155:8453' }),
  payTo: z
    .string()
    .meta({ description: 'The payee, EIP-55.', example: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }),
  protocols: z
    .array(z.enum(['x402', 'mpp']))
    .meta({ description: 'Accepted protocols.', example: ['x402', 'mpp'] }),
})

const paymentRequirementsSchema = z.object({
  scheme: z.string().meta({ description: 'How the amount is determined.', example: 'exact' }),
  network: z.string().meta({ description: 'The chain it is paid on (CAIP-2).', example: 'eip155:8453' }),
  amount: z.string().meta({ description: 'Base units of the token.', example: '5000' }),
  asset: z
    .string()
    .meta({ description: 'The token, EIP-55.', example: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' }),
  payTo: z
    .string()
    .meta({ description: 'The payee, EIP-55.', example: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }),
  maxTimeoutSeconds: z.number().meta({ description: 'Seconds for which the offer is valid.', example: 60 }),
  extra: z
    .record(z.string(), z.string())
    .meta({ description: "The token's EIP-712 domain.", example: { name: 'USD Coin', version: '2' } }),
})

export const x402Manifest = z.object({
  version: z.literal(1).meta({ description: 'Version of this list.' }),
  x402Version: z.literal(2).meta({ description: 'Version of x402.' }),
  resources: z.array(z.string()).meta({
    description: 'URLs of paid operations.',
    example: ['https://names.example/ens/v2/resolve'],
  }),
  items: z
    .array(
      z.object({
        resource: z
          .object({
            url: z
              .string()
              .meta({ description: 'Its URL.', example: 'https://names.example/ens/v2/resolve' }),
            description: z
              .string()
              .meta({ description: 'A description.', example: paidOperation.description }),
            mimeType: z
              .string()
              .meta({ description: 'Content type of its response.', example: paidOperation.mimeType }),
          })
          .meta({ description: 'Paid resources.' }),
        type: z.literal('http').meta({ description: 'Kind of the resource.' }),
        accepts: z.array(paymentRequirementsSchema).meta({ description: 'Offers, of which one is paid.' }),
        input: z
          .object({
            method: z.string().meta({ description: 'Method of the request.', example: paidOperation.method }),
            routeTemplate: z
              .string()
              .meta({ description: 'Path of the request.', example: paidOperation.path }),
          })
          .meta({ description: 'How it is requested.' }),
      }),
    )
    .meta({ description: 'The same, with the offers for each.' }),
})
