import { z } from 'zod'
import type { TransferAuthorization } from '../../payment/authorization.ts'
import { parseAuthorization } from '../../payment/parse-authorization.ts'
import { PaymentRefusedError } from '../../payment/refused-error.ts'
import type { PaymentTerms } from '../../payment/terms.ts'

const authorizationFields = z.object({
  from: z.string(),
  to: z.string(),
  value: z.string(),
  validAfter: z.string(),
  validBefore: z.string(),
  nonce: z.string(),
  signature: z.string(),
})

/**
 * Parses the fields of EIP-3009. Chain and token are signed but not sent, so they come from the terms.
 *
 * @throws PaymentRefusedError `malformed`.
 */
export function readAuthorization(terms: PaymentTerms, value: unknown): TransferAuthorization {
  const parsed = authorizationFields.safeParse(value)
  if (!parsed.success)
    throw new PaymentRefusedError(
      'malformed',
      `An authorization has ${Object.keys(authorizationFields.shape).join(', ')}, each as a text.`,
    )
  return parseAuthorization({ ...parsed.data, chainId: String(terms.chainId), asset: terms.asset })
}
