import { z } from 'zod'
import type { SignerCheck } from '../../core/health/check-signers.ts'
import { signerAdvice } from '../../core/health/signer-advice.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import type { Payment } from '../../model/payment.ts'
import { answer } from './answer.ts'
import { exampleResolverAddress } from './examples.ts'
import { toIsoTime } from './iso-time.ts'
import { listAnswer } from './list.ts'
import { wireChainId, wireId } from './primitives.ts'

const signerCheck = z
  .object({
    resolverId: wireId('The resolver.'),
    chainId: wireChainId,
    address: z.string().meta({ description: 'Its contract, EIP-55.', example: exampleResolverAddress }),
    signer: z.string().nullable().meta({
      description: 'Our signer of its chain; null: not configured.',
      example: exampleResolverAddress,
    }),
    trust: z
      .enum([
        'trusted',
        'untrusted',
        'signer-not-configured',
        'not-a-resolver',
        'rpc-not-configured',
        'rpc-failed',
      ])
      .meta({ description: 'Whether the contract accepts our responses, or why that is unknown.' }),
    advice: z.string().nullable().meta({
      description: 'What to do; null if trusted or unknown.',
      example: null,
    }),
  })
  .meta({ id: 'SignerCheck', description: 'Whether a resolver accepts the responses of this service.' })

function serializeSignerCheck(check: SignerCheck): z.output<typeof signerCheck> {
  const { resolver, signer, trust } = check
  return {
    resolverId: resolver.id,
    chainId: resolver.chainId,
    address: checksumAddress(resolver.address),
    signer,
    trust,
    advice: signerAdvice(check) ?? null,
  }
}

export const signerChecksAnswer = listAnswer(
  answer(signerCheck, serializeSignerCheck),
  'All resolvers, by chain, the oldest first.',
)

const exampleHash = `0x${'ab'.repeat(32)}`

export const paymentState = z.enum([
  'claimed',
  'signed',
  'broadcast',
  'unconfirmed',
  'unknown',
  'confirmed',
  'reverted',
  'void',
])

const payment = z
  .object({
    id: wireId('The payment.'),
    state: paymentState.meta({ description: 'Its state, see docs/payments.md.' }),
    chainId: z.number().int().meta({ description: 'The chain of the token.', example: 8453 }),
    asset: z.string().meta({ description: 'The token.', example: exampleResolverAddress }),
    payer: z.string().meta({ description: 'Who paid.', example: exampleResolverAddress }),
    payTo: z.string().meta({ description: 'Who was paid.', example: exampleResolverAddress }),
    amount: z.string().meta({ description: 'Base units of the token, decimal.', example: '1000' }),
    protocol: z.string().meta({ description: 'The payment protocol.', example: 'x402' }),
    transaction: z
      .string()
      .nullable()
      .meta({ description: 'That moved the amount; null while unknown.', example: exampleHash }),
    isRefundDue: z
      .boolean()
      .meta({ description: 'Whether it was charged although its client got 502.', example: false }),
    createdAt: z.iso
      .datetime()
      .meta({ description: 'When it was claimed.', example: '2030-01-01T00:00:00.000Z' }),
    updatedAt: z.iso.datetime().meta({ description: 'Last change.', example: '2030-01-01T00:00:01.000Z' }),
  })
  .meta({ id: 'Payment', description: 'A payment, without its signature and the response.' })

function serializePayment(stored: Payment): z.output<typeof payment> {
  const { id, state, chainId, protocol, amount, asset, payer, payTo, settledTx, answer: sent } = stored
  return {
    id,
    state,
    chainId,
    asset: checksumAddress(asset),
    payer: checksumAddress(payer),
    payTo: checksumAddress(payTo),
    amount: String(amount),
    protocol,
    transaction: settledTx,
    isRefundDue: state === 'confirmed' && sent?.status === 502,
    createdAt: toIsoTime(stored.createdAt),
    updatedAt: toIsoTime(stored.updatedAt),
  }
}

export const paymentPageAnswer = listAnswer(answer(payment, serializePayment), 'The newest first.')
