import type { TransferAuthorization } from '../../src/model/payment.ts'
import { parseAuthorization } from '../../src/payments/rules/authorization.ts'
import { terms } from './authorizations.ts'
import type { PaymentHeaders } from './payment-clients.ts'

/** The authorization in a client's credential. */
export function decodeAuthorization({ authorization, ...credential }: PaymentHeaders): TransferAuthorization {
  const { payload } = decodeBase64Json(
    credential['payment-signature'] ?? authorization?.replace('Payment ', '') ?? '',
  )
  const signed = { ...payload, ...payload.authorization }
  return parseAuthorization({ ...signed, chainId: `${terms.chainId}`, asset: terms.asset })
}

function decodeBase64Json(encoded: string) {
  return JSON.parse(Buffer.from(encoded, 'base64').toString())
}
