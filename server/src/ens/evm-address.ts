import type { Address } from 'viem'
import { keccak256 } from './keccak.ts'

const form = /^0x[0-9a-f]{40}$/i

/** Whether a text is `0x` and 40 hex digits, in whatever case. */
export const hasAddressForm = (text: string): text is Address => form.test(text)

const oneCase = /^0x([0-9a-f]{40}|[0-9A-F]{40})$/

/** Whether a text is an address: its digits all in lower case, all in upper case, or with a right checksum (EIP-55). */
export const isAddress = (text: string): text is Address =>
  oneCase.test(text) || (hasAddressForm(text) && text === checksumAddress(text))

/**
 * Writes an address (`hasAddressForm`) with its checksum (EIP-55): a letter is a capital where the hash of the lower-case
 * digits has a digit of 8 or more. Lists write hundreds, so the hash is the fast one.
 */
export function checksumAddress(address: string): Address {
  const digits = address.slice(2).toLowerCase()
  const hash = keccak256(Buffer.from(digits, 'latin1'))
  let written: Address = '0x'
  for (let index = 0; index < digits.length; index++) {
    const digit = digits.charAt(index)
    const pair = hash[index >> 1] ?? 0
    const hashDigit = index % 2 === 0 ? pair >> 4 : pair & 0xf
    written += hashDigit < 8 ? digit : digit.toUpperCase()
  }
  return written
}
