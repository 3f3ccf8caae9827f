import { createHash } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { PaidAnswer, PaidRequest, Product } from '../../core/payments/answer.ts'
import { assertOpen } from '../../core/payments/assert-open.ts'
import { pay } from '../../core/payments/pay.ts'
import type { Payments } from '../../core/payments/payments.ts'
import { PaymentRefused } from '../../payment/refusal.ts'
import type { Allowance } from '../rate-limits.ts'
import { WireFailure } from '../wire-failure.ts'
import type { Query } from './offers.ts'
import { paidOperation } from './paid-operation.ts'
import type { ProofHeaders } from './read-proof.ts'
import type { PaymentWire } from './wire.ts'

/** A request that has to be paid for. */
export interface Charge {
  readonly context: Context
  readonly payments: Payments
  /** Where clients reach this service, without a slash at the end. */
  readonly baseUrl: string
  /** The names that are asked for. */
  readonly names: readonly string[]
  readonly headers: ProofHeaders
  /** How often the client may still ask without paying. */
  readonly unpaid: Allowance
  readonly produce: () => Promise<Product>
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
  const { context, payments, headers, unpaid, produce, admit, setHeaders } = request
  const paid = { ...context, payments }
  const wire = await wireOf(request)
  const query = queryOf(request.names)
  await unpaid.assertLeft()
  const pays = async (): Promise<PaidAnswer> => {
    const proof = wire.readProof(query, headers)
    if (!proof) throw new PaymentRefused('required', 'This has to be paid for, unless you name an RPC URL.')
    return pay(paid, { proof, fingerprint: query.fingerprint, produce, admit })
  }
  const answer = await pays().catch(async (error: unknown) => {
    await unpaid.take()
    if (!(error instanceof PaymentRefused)) throw error
    await assertOpen(paid)
    throw new WireFailure(wire.refusalAnswer(query, error, context.clock()))
  })
  if (answer.kind === 'free') await unpaid.take()
  if (answer.kind === 'unconfirmed') throw new WireFailure(wire.unconfirmedAnswer(answer.payment))
  if (answer.kind === 'paid') setHeaders(wire.receiptHeaders(answer.payment))
  return answer.data
}

/** The libraries of the protocols take memory and time to load, which a service without payment does not need. */
async function wireOf({ payments, baseUrl }: Charge): Promise<PaymentWire> {
  const { openWire } = await import('./wire.ts')
  const { terms, secret, previousSecret, realm = new URL(baseUrl).host } = payments
  return openWire({ terms, baseUrl, realm, secret, previousSecret })
}

/** What is asked: the names in their order. */
function queryOf(names: readonly string[]): Query {
  const fingerprint = createHash('sha256').update(JSON.stringify(names)).digest('hex')
  const parameters = new URLSearchParams(names.map((name): [string, string] => ['ens', name]))
  return { fingerprint: `0x${fingerprint}`, target: `${paidOperation.path}?${parameters}` }
}
