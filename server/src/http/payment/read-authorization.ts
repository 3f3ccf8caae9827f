import { z } from 'zod'
import type { TransferAuthorization } from '../../payment/authorization.ts'
import { parseAuthorization } from '../../payment/parse-authorization.ts'
import { PaymentRefused } from '../../payment/refusal.ts'
import type { PaymentTerms } from '../../payment/terms.ts'

const fields = z.object({
  from: z.string(),
  to: z.string(),
  value: z.string(),
  validAfter: z.string(),
  validBefore: z.string(),
  nonce: z.string(),
  signature: z.string(),
})

/**
 * Reads what the two protocols have in common: the signed fields of EIP-3009. Chain and token are not among them but
 * part of what is signed, so they are those of the terms.
 *
 * @throws PaymentRefused `malformed`.
 */
export function readAuthorization(terms: PaymentTerms, value: unknown): TransferAuthorization {
  const read = fields.safeParse(value)
  if (!read.success)
    throw new PaymentRefused(
      'malformed',
      `An authorization has ${Object.keys(fields.shape).join(', ')}, each as a text.`,
    )
  return parseAuthorization({ ...read.data, chainId: String(terms.chainId), asset: terms.asset })
}
