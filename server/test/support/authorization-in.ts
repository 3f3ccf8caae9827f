import type { TransferAuthorization } from '../../src/payment/authorization.ts'
import { parseAuthorization } from '../../src/payment/parse-authorization.ts'
import { terms } from './authorizations.ts'
import type { Proof } from './paying.ts'

/** What a client has signed, as its proof has it. */
export function authorizationIn({ authorization, ...proof }: Proof): TransferAuthorization {
  const { payload } = decode(proof['payment-signature'] ?? authorization?.replace('Payment ', '') ?? '')
  const signed = { ...payload, ...payload.authorization }
  return parseAuthorization({ ...signed, chainId: `${terms.chainId}`, asset: terms.asset })
}

const decode = (encoded: string) => JSON.parse(Buffer.from(encoded, 'base64').toString())
