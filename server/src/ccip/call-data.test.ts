import fc from 'fast-check'
import { bytesToHex, encodeFunctionData, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { codePoint, webUrl } from '../../test/support/arbitrary-text.ts'
import { recordsAbi as abi, universalResolverAbi } from '../ens/abis.ts'
import { addressKey, recordCall, textKey } from './records.ts'
import { multicallCall, resolveCall, textKeysCall } from './resolver.ts'

function hex(size: fc.ArrayConstraints): fc.Arbitrary<Hex> {
  return fc
    .uint8Array({ minLength: size.minLength ?? 0, maxLength: size.maxLength ?? 0 })
    .map((bytes) => bytesToHex(bytes))
}
const node = hex({ minLength: 32, maxLength: 32 })

test('rule: record calls are encoded as viem encodes them', () => {
  const key = fc.string({ unit: codePoint, maxLength: 100 })
  const coinType = fc.integer({ min: 0, max: 2 ** 32 - 1 })
  fc.assert(
    fc.property(node, key, coinType, (node, key, coinType) => {
      const encoded = (
        functionName: 'text' | 'addr' | 'contenthash' | 'supportedTextKeys',
        args: readonly unknown[],
      ) => encodeFunctionData({ abi: abi as readonly unknown[], functionName, args: [node, ...args] })
      expect(recordCall(node, textKey(key))).toBe(encoded('text', [key]))
      expect(recordCall(node, addressKey(coinType))).toBe(encoded('addr', [BigInt(coinType)]))
      expect(recordCall(node, { kind: 'contenthash' })).toBe(encoded('contenthash', []))
      expect(textKeysCall(node)).toBe(encoded('supportedTextKeys', []))
    }),
    { numRuns: 30 },
  )
})

test('rule: many calls in one, through the Universal Resolver, are encoded as viem encodes them', () => {
  const calls = fc.array(hex({ maxLength: 70 }), { maxLength: 8 })
  fc.assert(
    fc.property(hex({ maxLength: 300 }), calls, webUrl, (name, calls, gateway) => {
      const multicall = encodeFunctionData({ abi, functionName: 'multicall', args: [calls] })
      expect(multicallCall(calls)).toBe(multicall)
      expect(resolveCall(name, multicall, gateway)).toBe(
        encodeFunctionData({
          abi: universalResolverAbi,
          functionName: 'resolveWithGateways',
          args: [name, multicall, [gateway]],
        }),
      )
    }),
    { numRuns: 30 },
  )
})
