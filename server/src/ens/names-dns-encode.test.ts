import fc from 'fast-check'
import { bytesToHex } from 'viem'
import { packetToBytes } from 'viem/ens'
import { expect, test } from 'vitest'
import { codePoint } from '../../test/support/arbitrary-text.ts'
import { dnsEncode } from './names.ts'

test('rule: names are encoded as viem encodes them', () => {
  const label = fc
    .string({ unit: codePoint, minLength: 1, maxLength: 300 })
    .filter((text) => !/[.\n\r\u2028\u2029]/.test(text))
  fc.assert(
    fc.property(fc.array(label, { maxLength: 5 }), (labels) => {
      const name = labels.join('.')
      expect(dnsEncode(name)).toBe(bytesToHex(packetToBytes(name)))
    }),
  )
})
