import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { entityTagOf } from './if-match.ts'

it('rule: an entity tag is the first 16 bytes of a SHA-256, in base64url', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (state) => {
      const digest = createHash('sha256').update(JSON.stringify(state)).digest()
      expect(entityTagOf(state)).toBe(`"${digest.subarray(0, 16).toString('base64url')}"`)
    }),
  )
})
