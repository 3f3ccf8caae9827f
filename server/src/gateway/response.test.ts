import fc from 'fast-check'
import { encodeAbiParameters, parseAbiParameters } from 'viem'
import { expect, test } from 'vitest'
import { toHex } from '../crypto/hex.ts'
import { encodeResponse } from './response.ts'

const parameters = parseAbiParameters('bytes result, uint64 expires, bytes signature')

test('property: a response is the ABI tuple (bytes, uint64, bytes)', () => {
  const expires = fc.integer({ min: 0, max: 2 ** 40 })
  const signature = fc.uint8Array({ minLength: 65, maxLength: 65 })
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), expires, signature, (result, until, signed) => {
      expect(encodeResponse(result, until, signed)).toBe(
        encodeAbiParameters(parameters, [toHex(result), BigInt(until), toHex(signed)]),
      )
    }),
  )
})
