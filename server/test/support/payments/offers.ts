import { decodePaymentRequiredHeader } from '@x402/core/http'
import { Challenge, Credential, evm } from 'mppx'
import { concat, getAddress, type Hex, numberToHex, type PrivateKeyAccount, slice } from 'viem'
import { lowerCaseHex } from '../../../src/crypto/hex.ts'
import type { TransferAuthorization } from '../../../src/model/payment.ts'
import { signTransfer, type Transfer, transferFrom } from './authorizations.ts'
import type { PaymentHeaders } from './clients.ts'
import { fromBase64, toBase64, toBase64Url, withValueAt } from './wire.ts'

/** The offers of a service for one query, by both protocols. */
export interface Offer {
  readonly required: ReturnType<typeof decodePaymentRequiredHeader>
  readonly challenge: Challenge.Challenge
  /** 20 bytes, lower-case hex. */
  readonly payTo: Hex
}

export async function fetchOffer(url: string): Promise<Offer> {
  return parseOffer(await fetch(url))
}

/** The offer in a response. */
export function parseOffer(response: Response): Offer {
  const required = decodePaymentRequiredHeader(response.headers.get('payment-required') ?? '')
  const payTo = lowerCaseHex(getAddress(required.accepts[0]?.payTo ?? ''))
  return { required, challenge: Challenge.fromResponse(response), payTo }
}

/** Signs an offer, with overrides; the signer need not be the payer. */
export function signOffer(
  { payTo }: Offer,
  payer: PrivateKeyAccount,
  given: Partial<Transfer> = {},
  signer: PrivateKeyAccount = payer,
): Promise<TransferAuthorization> {
  return signTransfer(signer, transferFrom(payer.address, { to: payTo, ...given }))
}

/** The same with the nonce that the challenge of the offer requires. */
export function signOfferForMpp(
  offer: Offer,
  payer: PrivateKeyAccount,
  given: Partial<Transfer> = {},
  signer: PrivateKeyAccount = payer,
): Promise<TransferAuthorization> {
  return signOffer(offer, payer, { nonce: challengeNonce(offer), ...given }, signer)
}

function challengeNonce({ challenge }: Offer): Hex {
  return lowerCaseHex(evm.Types.challengeHash(challenge))
}

/** Encodes an authorization as x402 does. */
export function toX402Headers({ required }: Offer, authorization: TransferAuthorization): PaymentHeaders {
  const { signature, ...fields } = toWireAuthorization(authorization)
  const { accepts, resource } = required
  const payload = { signature, authorization: fields }
  return { 'payment-signature': toBase64({ x402Version: 2, resource, accepted: accepts[0], payload }) }
}

/** Encodes an authorization as MPP does. */
export function toMppHeaders({ challenge }: Offer, authorization: TransferAuthorization): PaymentHeaders {
  return {
    authorization: Credential.serialize(
      Credential.from({
        challenge,
        payload: { type: 'authorization', ...toWireAuthorization(authorization) },
      }),
    ),
  }
}

function toWireAuthorization({
  from,
  to,
  value,
  validAfter,
  validBefore,
  nonce,
  signature,
}: TransferAuthorization) {
  return {
    from,
    to,
    value: `${value}`,
    validAfter: `${validAfter}`,
    validBefore: `${validBefore}`,
    nonce,
    signature,
  }
}

/** A credential with the value at a path such as `payload.signature` replaced, or removed when that is undefined. */
export function withChangedField(original: PaymentHeaders, path: string, value: unknown): PaymentHeaders {
  const { 'payment-signature': signature, authorization = '' } = original
  if (signature) return { 'payment-signature': toBase64(withValueAt(fromBase64(signature), path, value)) }
  const credential = fromBase64(authorization.replace(/^Payment /, ''))
  return { authorization: `Payment ${toBase64Url(withValueAt(credential, path, value))}` }
}

/** Order of secp256k1. */
const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** The malleated form of an ECDSA signature (high `s`), which anyone can compute from the original. */
export function malleatedSignature(signature: Hex): Hex {
  return concat([
    slice(signature, 0, 32),
    numberToHex(curveOrder - BigInt(slice(signature, 32, 64)), { size: 32 }),
    isEven(signature) ? '0x1c' : '0x1b',
  ])
}

/** An ECDSA signature as some wallets encode it: with recovery byte 0 or 1 instead of 27 or 28. */
function withParity(signature: Hex): Hex {
  return concat([slice(signature, 0, 64), isEven(signature) ? '0x00' : '0x01'])
}

function isEven(signature: Hex): boolean {
  return slice(signature, 64) === '0x1b'
}

/** The same hex in upper case. */
function upperCase(hex: Hex) {
  return hex.toUpperCase().replace('X', 'x') as Hex
}

/** Equivalent encodings of an authorization. */
export const equivalentEncodings: readonly (readonly [
  string,
  (signed: TransferAuthorization) => TransferAuthorization,
])[] = [
  ['the nonce in upper case', (signed) => ({ ...signed, nonce: upperCase(signed.nonce) })],
  ['the payer in upper case', (signed) => ({ ...signed, from: upperCase(signed.from) })],
  ['the payee in upper case', (signed) => ({ ...signed, to: upperCase(signed.to) })],
  ['the signature in upper case', (signed) => ({ ...signed, signature: upperCase(signed.signature) })],
  [
    '0 or 1 at the end of the signature',
    (signed) => ({ ...signed, signature: withParity(signed.signature) }),
  ],
]
