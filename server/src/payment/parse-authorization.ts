import { type Hex, maxUint256, size } from 'viem'
import { isHexBytes, lowerCaseHex } from '../crypto/hex.ts'
import type { TransferAuthorization } from './authorization.ts'
import { PaymentRefusedError } from './refused-error.ts'

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
