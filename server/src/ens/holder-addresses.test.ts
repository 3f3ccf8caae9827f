import fc from 'fast-check'
import { type Hex, zeroAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { toHex } from '../crypto/hex.ts'
import { coinTypesOfHolder, withNextHolder } from './holder-addresses.ts'

const evmAddress = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes): Hex => toHex(bytes))
const holder: Hex = `0xa1${'0'.repeat(38)}`
const signer: Hex = `0xb2${'0'.repeat(38)}`
const next: Hex = `0xc3${'0'.repeat(38)}`

/** Of the holder, of the address of coin type 60, or of another. */
const anyAddress = fc.oneof(fc.constantFrom(holder, signer), evmAddress)
const evmCoinType = fc.oneof(
  fc.constantFrom(60, 0x80000000, 0x80000000 + 8453, 0xffffffff),
  fc.integer({ min: 0x80000000, max: 0xffffffff }),
)
const otherCoinType = fc
  .oneof(fc.constantFrom(0, 1, 59, 61, 501), fc.integer({ min: 0, max: 0x7fffffff }))
  .filter((coinType) => coinType !== 60)
const listed = fc.uniqueArray(
  fc.record({ coinType: fc.oneof(evmCoinType, otherCoinType), address: anyAddress }),
  {
    selector: ({ coinType }) => coinType,
  },
)

const isEvm = (coinType: number) => coinType === 60 || coinType >= 0x80000000

describe('The addresses of a name that changes hands', () => {
  it('rule: no EVM address of the former holder, or of what could sign for the name, is left', () => {
    fc.assert(
      fc.property(listed, (addresses) => {
        const signing = addresses.find(({ coinType }) => coinType === 60)?.address
        const after = withNextHolder(addresses, { from: holder, to: next })
        for (const [index, { coinType, address }] of addresses.entries()) {
          const isFormer = isEvm(coinType) && (coinType === 60 || address === holder || address === signing)
          expect(after[index]).toEqual({ coinType, address: isFormer ? next : address })
        }
        expect(after).toHaveLength(addresses.length)
      }),
    )
  })

  it('rule: the spelling of an address does not matter', () => {
    fc.assert(
      fc.property(listed, (addresses) => {
        const upper = addresses.map(({ coinType, address }) => ({
          coinType,
          address: isEvm(coinType) ? `0x${address.slice(2).toUpperCase()}` : address,
        }))
        expect(coinTypesOfHolder(upper, holder)).toEqual(
          coinTypesOfHolder(addresses, holder.toUpperCase().replace('X', 'x')),
        )
      }),
    )
  })

  it('rule: what stays can be removed, and a name without a holder keeps the zero address for coin type 60 alone', () => {
    fc.assert(
      fc.property(listed, (addresses) => {
        const from = holder
        const moving = coinTypesOfHolder(addresses, from)
        const cleared = withNextHolder(addresses, { from, to: next, clearsOthers: true })
        expect(cleared.map(({ coinType }) => coinType)).toEqual(
          addresses.flatMap(({ coinType }) => (moving.has(coinType) ? [coinType] : [])),
        )
        const none = withNextHolder(addresses, { from, to: zeroAddress })
        expect(none.filter(({ coinType }) => moving.has(coinType))).toEqual(
          moving.has(60) ? [{ coinType: 60, address: zeroAddress }] : [],
        )
      }),
    )
  })

  it('rule: the zero address holds nothing', () => {
    const addresses = [
      { coinType: 60, address: zeroAddress },
      { coinType: 0x80000000 + 10, address: next },
    ]
    expect([...coinTypesOfHolder(addresses, zeroAddress)]).toEqual([60])
  })
})
