import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toHex } from '../../../sdk/src/verify/bytes.ts'
import { formatAddress, parseAddress } from '../../../server/src/ens/address.ts'
import { addressBytes, addressText } from './address-bytes.ts'

/** Coin types of the editor, others with a form of their own, and one without. */
const coinTypes = [0, 2, 3, 60, 144, 145, 425, 501, 714, 1815, 9004, 2147483648, 2147492101, 99999999]

const parsed = (coinType: number, text: string) => {
  try {
    return parseAddress(coinType, text)
  } catch {
    return undefined
  }
}

const lengths = fc.constantFrom(19, 20, 21, 22, 23, 25, 32, 33, 57)
const bytes = lengths.chain((length) => fc.uint8Array({ minLength: length, maxLength: length }))
/** Scripts of Bitcoin and its kin. */
const scripts = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((hash) => Uint8Array.of(0x76, 0xa9, 0x14, ...hash, 0x88, 0xac))
const binary = fc.oneof(bytes, scripts).map((all) => toHex(all))

describe('The binary form of an address in the browser', () => {
  test('rule: it is that of the service, for each address that the service writes', () => {
    fc.assert(
      fc.property(fc.constantFrom(...coinTypes), binary, (coinType, hex) => {
        const text = formatAddress(coinType, hex)
        const expected = parsed(coinType, text)
        if (expected === undefined) return
        const encoded = addressBytes(coinType, text)
        expect([coinType, text, encoded && toHex(encoded)]).toEqual([coinType, text, expected])
        const again = addressBytes(coinType, addressText(coinType, encoded ?? new Uint8Array()))
        expect([coinType, text, again]).toEqual([coinType, text, encoded])
      }),
      { numRuns: 3000 },
    )
  })

  test('rule: what is changed by a character is never another address than that of the service', () => {
    fc.assert(
      fc.property(fc.constantFrom(...coinTypes), binary, fc.nat(), fc.nat(), (coinType, hex, at, value) => {
        const text = formatAddress(coinType, hex)
        const place = at % text.length
        const other = String.fromCharCode(48 + (value % 75))
        const changed = `${text.slice(0, place)}${other}${text.slice(place + 1)}`
        const encoded = addressBytes(coinType, changed)
        if (!encoded) return
        // The service knows more reasons to refuse one, such as its length.
        const expected = parsed(coinType, changed)
        if (expected === undefined) return
        expect([coinType, changed, toHex(encoded)]).toEqual([coinType, changed, expected])
      }),
      { numRuns: 3000 },
    )
  })
})
