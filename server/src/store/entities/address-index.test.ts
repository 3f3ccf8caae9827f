import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addressHash } from './address-index.ts'

const hex = fc
  .uint8Array({ maxLength: 40 })
  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}` as const)

it('rule: an address is indexed by the first 8 bytes of a SHA-256, as a signed integer', () => {
  fc.assert(
    fc.property(fc.record({ coinType: fc.nat(2 ** 32 - 1), address: hex }), ({ coinType, address }) => {
      const digest = createHash('sha256').update(`${coinType} ${address}`).digest()
      expect(addressHash({ coinType, address })).toBe(digest.readBigInt64BE().toString())
    }),
  )
})
