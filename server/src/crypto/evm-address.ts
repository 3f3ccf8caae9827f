import { keccak256 } from '@byname/keccak'
import { LRUCache } from 'lru-cache'
import type { Address } from 'viem'

const hexAddressPattern = /^0x[0-9a-f]{40}$/i

export function isHexAddress(text: string): text is Address {
  return hexAddressPattern.test(text)
}

const uniformCasePattern = /^0x([0-9a-f]{40}|[0-9A-F]{40})$/

/** Uniform case, or a correct checksum (EIP-55). */
export function isValidAddress(text: string): text is Address {
  return uniformCasePattern.test(text) || (isHexAddress(text) && text === checksumAddress(text))
}

const checksums = new LRUCache<string, Address>({ max: 1000 })

/** EIP-55. Cached, because the names of a list share a resolver, and a name has one address for several coins. */
export function checksumAddress(address: string): Address {
  const digits = address.slice(2).toLowerCase()
  const cached = checksums.get(digits)
  if (cached) return cached
  const checksummed = withChecksum(digits)
  checksums.set(digits, checksummed)
  return checksummed
}

function withChecksum(digits: string): Address {
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
