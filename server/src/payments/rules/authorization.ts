import { type Hex, hashTypedData, maxUint256, size, slice } from 'viem'
import { fromHex, isHexBytes, lowerCaseHex } from '../../crypto/hex.ts'
import { recoverAddress } from '../../crypto/recover-address.ts'
import type { PaymentTerms, TransferAuthorization } from '../../model/payment.ts'
import { PaymentRefusedError } from './terms.ts'

const types = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const

/** EIP-3009, EIP-712. */
export function authorizationDigest(
  authorization: Omit<TransferAuthorization, 'signature'>,
  { tokenName, tokenVersion, chainId, asset }: PaymentTerms,
): Hex {
  return hashTypedData({
    domain: { name: tokenName, version: tokenVersion, chainId, verifyingContract: asset },
    types,
    primaryType: 'TransferWithAuthorization',
    message: authorization,
  })
}

/** Decimal numbers, hex of any case. */
export type AuthorizationText = { readonly [Part in keyof TransferAuthorization]: string }

/** Fits contract wallets with passkeys and several owners; cheap to send (EIP-7623). */
const maxSignatureBytes = 8 * 1024

/** @throws PaymentRefusedError `malformed`, naming the part. */
export function parseAuthorization(text: AuthorizationText): TransferAuthorization {
  return {
    chainId: parseChainId(text.chainId),
    asset: parseBytes('asset', text.asset, 20),
    from: parseBytes('from', text.from, 20),
    to: parseBytes('to', text.to, 20),
    value: parseNumber('value', text.value),
    validAfter: parseNumber('validAfter', text.validAfter),
    validBefore: parseNumber('validBefore', text.validBefore),
    nonce: parseBytes('nonce', text.nonce, 32),
    signature: parseSignature(text.signature),
  }
}

/** A uint256 has at most 78 digits. */
const decimal = /^(0|[1-9][0-9]{0,77})$/

function parseNumber(part: keyof AuthorizationText, text: string): bigint {
  const number = decimal.test(text) ? BigInt(text) : undefined
  if (number === undefined || number > maxUint256)
    throw malformed(part, 'a number in decimal digits without leading zeros, of at most 256 bits')
  return number
}

function parseChainId(text: string): number {
  const chainId = Number(parseNumber('chainId', text))
  if (!Number.isSafeInteger(chainId)) throw malformed('chainId', 'the number of a chain')
  return chainId
}

function parseBytes(part: keyof AuthorizationText, text: string, length: number): Hex {
  if (!isHexBytes(text) || size(text) !== length) throw malformed(part, `${length} bytes in hex with 0x`)
  return lowerCaseHex(text)
}

function parseSignature(text: string): Hex {
  if (!isHexBytes(text) || size(text) > maxSignatureBytes)
    throw malformed('signature', `at most ${maxSignatureBytes} bytes in hex with 0x`)
  return lowerCaseHex(text)
}

function malformed(part: keyof AuthorizationText, form: string): PaymentRefusedError {
  return new PaymentRefusedError('malformed', `The ${part} of the payment must be ${form}.`)
}

interface EcdsaSignature {
  readonly r: Hex
  readonly s: Hex
  /** 27 or 28. */
  readonly v: number
}

/** Half the order of secp256k1 (EIP-2). */
const maxS = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

const signatureBytes = 65
const signatureHexLength = 2 + 2 * signatureBytes

/**
 * 65 bytes that end in 27 or 28, or in 0 or 1, as from some wallets. Null for others, such as contract wallets', and
 * for a high `s`.
 */
export function parseEcdsaSignature(signature: Hex): EcdsaSignature | null {
  if (signature.length !== signatureHexLength) return null
  const [r, s] = [slice(signature, 0, 32), slice(signature, 32, 64)]
  const last = Number(slice(signature, 64))
  const v = last < 27 ? last + 27 : last
  return (v === 27 || v === 28) && BigInt(s) <= maxS ? { r, s, v } : null
}

/** 20 bytes, lower-case hex. Null if `parseEcdsaSignature` rejects the signature. */
export function recoverPayer(digest: Hex, signature: Hex): Hex | null {
  const parts = parseEcdsaSignature(signature)
  if (!parts) return null
  const { r, s, v } = parts
  return recoverAddress(fromHex(digest), Buffer.concat([fromHex(r), fromHex(s)]), v === 28 ? 1 : 0)
}

/**
 * Checks chain, token, payee and exact amount, in this order.
 * @throws PaymentRefusedError `offer`, `recipient`, `amount`.
 */
export function assertPayable(authorization: TransferAuthorization, terms: PaymentTerms): void {
  if (authorization.chainId !== terms.chainId)
    throw new PaymentRefusedError('offer', `The payment must be made on chain ${terms.chainId}.`)
  if (authorization.asset !== terms.asset)
    throw new PaymentRefusedError('offer', `The payment must be made with the token ${terms.asset}.`)
  if (authorization.to !== terms.payTo)
    throw new PaymentRefusedError('recipient', `The payment must be made to ${terms.payTo}.`)
  if (authorization.value !== terms.amount)
    throw new PaymentRefusedError('amount', `The payment must be exactly ${terms.amount} base units.`)
}

/** Time to be mined, as in x402 facilitators. */
const minRemainingSeconds = 6

/**
 * `now` in Unix seconds.
 * @throws PaymentRefusedError `not-yet-valid`, `expired`.
 */
export function assertValidWindow(
  { validAfter, validBefore }: Pick<TransferAuthorization, 'validAfter' | 'validBefore'>,
  now: number,
): void {
  if (validAfter > now) throw new PaymentRefusedError('not-yet-valid', 'The payment is not valid yet.')
  if (validBefore < now + minRemainingSeconds)
    throw new PaymentRefusedError(
      'expired',
      `The payment has expired, or expires within ${minRemainingSeconds} seconds. Sign a new one.`,
    )
}
