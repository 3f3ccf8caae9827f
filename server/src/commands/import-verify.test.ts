import { describe, expect, test } from 'vitest'
import { drawSample, openSample, parseGateway } from './import-verify.ts'

const nameAt = (row: number) => ({ row, label: `n${row}`, isClaimed: true, records: {} })

function rowsOf(total: number, size: number, seed: number): readonly number[] {
  const sample = drawSample(size, seed)
  for (let row = 1; row <= total; row++) sample.add(nameAt(row))
  return sample.names().map(({ row }) => row)
}

describe('a sample of a file', () => {
  test('of few names has all of them', () => {
    expect(rowsOf(3, 5, 1)).toEqual([1, 2, 3])
  })

  test('is the same for the same seed, and another one for another', () => {
    expect(rowsOf(10_000, 20, 7)).toEqual(rowsOf(10_000, 20, 7))
    expect(rowsOf(10_000, 20, 7)).not.toEqual(rowsOf(10_000, 20, 8))
  })

  test('has each name equally often', () => {
    const counts = new Map<number, number>()
    for (let seed = 0; seed < 10_000; seed++)
      for (const row of rowsOf(10, 3, seed)) counts.set(row, (counts.get(row) ?? 0) + 1)
    // Of 3,000, with a standard deviation of 46.
    for (const count of counts.values()) expect(Math.abs(count - 3_000)).toBeLessThan(230)
    expect(counts.size).toBe(10)
  })
})

describe('options', () => {
  const given = {
    ...{ verify: true, sample: '100', seed: undefined, gateway: undefined, resolver: undefined },
    ...{ signer: [], scheme: 'published' },
  }
  const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  const gateway = { ...given, gateway: 'https://a.example', resolver: address, signer: [address] }

  test.each([
    [{ ...given, sample: '1001' }, /"1001" is not a number from 1 to 1000/],
    [{ ...given, sample: '0' }, /"0" is not a number from 1 to 1000/],
    [{ ...given, seed: 'x' }, /"x" is not a number from 0 to 4294967295/],
    [{ ...gateway, signer: [] }, /A gateway needs --gateway/],
    [{ ...gateway, gateway: undefined }, /A gateway needs --gateway/],
    [{ ...gateway, resolver: 'x' }, /"x" is not an address/],
    [{ ...gateway, scheme: 'own' }, /"own" is not one of published, chain-bound/],
  ])('errors: %j', (options, message) => {
    expect(() => [openSample(options), parseGateway(options)]).toThrow(message)
  })

  test('without --verify nothing is drawn, and without a gateway that of the domain is asked', () => {
    expect(openSample({ ...given, verify: false })).toBeUndefined()
    expect(openSample({ ...given, seed: '7' })?.seed).toBe(7)
    expect([parseGateway(given), parseGateway(gateway)?.url]).toEqual([undefined, 'https://a.example'])
  })
})
