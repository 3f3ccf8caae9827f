import { z } from 'zod'
import { paidOperation } from './offers.ts'
import { problems } from './responses.ts'

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
