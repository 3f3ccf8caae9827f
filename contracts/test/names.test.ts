import {
  concat,
  encodePacked,
  type Hex,
  keccak256,
  namehash,
  stringToHex,
  toFunctionSelector,
  toHex,
  zeroHash,
} from 'viem'
import { afterAll, expect, test } from 'vitest'
import { getChainTime, owner, setTime, startChain } from './support/chain.ts'
import { deployResolver, waitUntilMined } from './support/resolver.ts'
import { dnsName } from './support/response-payload.ts'
import { revertOf } from './support/revert.ts'

/** In the dark the lookup shows which node a name has. */
const chain = await startChain(11155111)
afterAll(chain.stop)

const root: Hex = keccak256('0x01')
const base = 'https://files.example/zone'
const resolver = await deployResolver(chain, { grace: 3600n })
await waitUntilMined(chain, resolver.write.setHeartbeat([owner.address, 0]))
await waitUntilMined(chain, resolver.write.setFiles([[base, 'https://other.example']]))
await waitUntilMined(chain, resolver.write.beat([root, 9, zeroHash, 0n]))
await setTime(chain, (await getChainTime(chain)) + 3601n)

const lookUp = (wire: Hex) => revertOf(resolver.read.resolve([wire, '0x12345678']))

test.each<[string, Hex]>([
  ['no bytes', '0x'],
  ['no end', '0x0361626303657468'],
  ['bytes behind its end', concat([dnsName('demo.eth'), '0x00'])],
  ['a label behind its end', '0x03657468ff00'],
  ['a label that ends where the name should', '0x0365746805'],
])('InvalidName for a name with %s', async (_what, wire) => {
  expect(await lookUp(wire)).toEqual({ name: 'InvalidName', args: [] })
  expect(await revertOf(resolver.read.trustOf([wire]))).toEqual({ name: 'InvalidName', args: [] })
})

test.each([
  ['no label', ''],
  ['one label', 'eth'],
  ['one letter in each', 'a.b.c'],
  ['a label of other letters', '🦊.demo.eth'],
  ['127 labels', Array.from({ length: 127 }, () => 'a').join('.')],
  ['a label of 255 bytes', `${'a'.repeat(255)}.demo.eth`],
])('rule: a name with %s has its node', async (_what, name) => {
  const labels = name === '' ? [] : name.split('.')
  const wire = labels.map((label) =>
    concat([toHex(Buffer.byteLength(label), { size: 1 }), stringToHex(label)]),
  )
  const node = labels.reduceRight<Hex>(
    (parent, label) => keccak256(concat([parent, keccak256(stringToHex(label))])),
    zeroHash,
  )
  if (!name.includes('a'.repeat(255)) && !name.includes('🦊')) expect(node).toBe(namehash(name))
  const types = ['bytes32', 'uint8', 'uint8', 'bytes32', 'bytes4'] as const
  expect(await lookUp(concat([...wire, '0x00']))).toEqual({
    name: 'OffchainLookup',
    args: [
      resolver.address,
      [base, 'https://other.example'].map((url) => `${url}/${root.slice(2)}.json#{data}`),
      '0x',
      toFunctionSelector('resolveFromFile(bytes,bytes)'),
      encodePacked(types, [root, 9, 9, node, '0x12345678']),
    ],
  })
})

test('rule: the hosts of files are the gateways then', async () => {
  expect(await resolver.read.verifierMetadata([dnsName('demo.eth')])).toEqual([
    resolver.address,
    [base, 'https://other.example'],
  ])
})
