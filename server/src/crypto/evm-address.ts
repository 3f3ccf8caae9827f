import type { Address } from 'viem'
import { keccak256 } from './keccak.ts'

const hexAddressPattern = /^0x[0-9a-f]{40}$/i

/** Whether a text is `0x` and 40 hex digits, in any case. */
export function isHexAddress(text: string): text is Address {
  return hexAddressPattern.test(text)
}

const uniformCasePattern = /^0x([0-9a-f]{40}|[0-9A-F]{40})$/

/** Whether a text is an address: its digits all in lower case, all in upper case, or with a correct checksum (EIP-55). */
export function isValidAddress(text: string): text is Address {
  return uniformCasePattern.test(text) || (isHexAddress(text) && text === checksumAddress(text))
}

/**
 * Formats an address (`isHexAddress`) with its checksum (EIP-55): a letter is a capital where the hash of the lower-case digits
 * has a digit of 8 or more. Lists format hundreds, so the hash is the fast one.
 */
export function checksumAddress(address: string): Address {
  const digits = address.slice(2).toLowerCase()
  const hash = keccak256(Buffer.from(digits, 'latin1'))
  let checksummed: Address = '0x'
  for (let index = 0; index < digits.length; index++) {
    const digit = digits.charAt(index)
    const pair = hash[index >> 1] ?? 0
    const hashDigit = index % 2 === 0 ? pair >> 4 : pair & 0xf
    checksummed += hashDigit < 8 ? digit : digit.toUpperCase()
  }
  return checksummed
}
