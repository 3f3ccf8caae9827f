import { randomBytes } from 'node:crypto'
import { getAddress, isAddress as isAddressOfViem } from 'viem'
import { describe, expect, it } from 'vitest'
import { checksumAddress, isHexAddress, isValidAddress } from './evm-address.ts'
import { toHex } from './hex.ts'

describe('an EVM address', () => {
  it.each([
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
    '0xde709f2102306220921060314715629080e2fb77',
    '0x27b1fdb04752bbc536007a920d24acb045561c26',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ] as const)('rule: %s is formatted as in EIP-55', (address) => {
    expect(checksumAddress(toHex(Buffer.from(address.slice(2), 'hex')))).toBe(address)
    expect(isValidAddress(address)).toBe(true)
  })

  it('rule: an EVM address is checksummed and validated as by viem, and accepted in upper case too', () => {
    for (let count = 0; count < 500; count++) {
      const address = toHex(randomBytes(20))
      const written = checksumAddress(address)
      expect(written).toBe(getAddress(address))
      const upperCase = `0x${address.slice(2).toUpperCase()}`
      expect(isValidAddress(upperCase)).toBe(true)
      for (const text of [written, address, flipped(written)]) {
        expect(isValidAddress(text)).toBe(text === upperCase || isAddressOfViem(text))
        expect(isHexAddress(text)).toBe(true)
      }
    }
  })

  it.each([
    '',
    '0x',
    'alice.eth',
    `0x${'1'.repeat(39)}`,
    `0x${'1'.repeat(41)}`,
    `0x${'g'.repeat(40)}`,
    '1'.repeat(42),
  ])('rule: "%s" is not an address', (text) => {
    expect(isHexAddress(text)).toBe(false)
    expect(isValidAddress(text)).toBe(false)
  })
})

/** The same with its first letter in the other case. */
function flipped(text: string): string {
  return text.replace(/(?<=^0x[0-9]*)[a-f]/i, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
}
