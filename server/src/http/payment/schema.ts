import { z } from 'zod'
import { paidOperation } from './paid-operation.ts'
import { problems } from './problems.ts'

/** The body of 402; the payment protocol defines it, so it has no envelope. */
export const paymentProblem = z
  .object({
    type: z.enum(Object.keys(problems)),
    title: z.string().meta({ example: 'Payment Required' }),
    status: z.literal(402),
    detail: z.string().meta({ description: 'The reason: payment is missing, or was refused.' }),
  })
  .meta({ id: 'PaymentProblem', description: 'Payment is missing or was refused (RFC 9457).' })

/** The headers of a proof of payment. */
export const credentialHeaders = z.looseObject({
  'payment-signature': z.string().optional(),
  authorization: z.string().optional(),
})

/** One entry of the price list. */
export const price = z.object({
  method: z.string().meta({ example: paidOperation.method }),
  path: z.string().meta({ example: paidOperation.path }),
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
  protocols: z.array(z.enum(['x402', 'mpp'])),
})

const paymentRequirementsSchema = z.object({
  scheme: z.string(),
  network: z.string(),
  amount: z.string(),
  asset: z.string(),
  payTo: z.string(),
  maxTimeoutSeconds: z.number(),
  extra: z.record(z.string(), z.string()),
})

/** The body of /.well-known/x402.json, for x402 clients and crawlers. */
export const x402Manifest = z.object({
  version: z.literal(1),
  x402Version: z.literal(2),
  resources: z.array(z.string()).meta({ description: 'URLs that can be paid for.' }),
  items: z.array(
    z.object({
      resource: z.object({ url: z.string(), description: z.string(), mimeType: z.string() }),
      type: z.literal('http'),
      accepts: z.array(paymentRequirementsSchema),
      input: z.object({ method: z.string(), routeTemplate: z.string() }),
    }),
  ),
})
