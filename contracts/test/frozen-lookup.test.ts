import { concat, type Hex, stringToHex, toFunctionSelector, toHex } from 'viem'
import { afterAll, expect, test } from 'vitest'
import { startChain } from './support/chain.ts'
import { addrCall, deployFrozenResolver, questionOf, zoneUrls } from './support/frozen-resolver.ts'
import { dnsName } from './support/response-payload.ts'
import { revertOf } from './support/revert.ts'
import { bucketIndex } from './support/zone.ts'

const chain = await startChain(11155111)
afterAll(chain.stop)

function pathOf(name: string, depth: number): string {
  const [, first, second, third] =
    /(..)(..)(..)/.exec(bucketIndex(name, depth).toString(16).padStart(6, '0')) ?? []
  return `/${first}/${second}/${third}.json#{data}`
}

test.each([0, 1, 4, 9, 16, 23, 24])(
  'rule: of a tree of depth %i the file is that of the first bits of the node, at each URL in their order',
  async (depth) => {
    const resolver = await deployFrozenResolver(chain, { depth })
    for (const name of ['alice.demo.eth', 'bob.demo.eth', 'demo.eth', '🦊.x.demo.eth']) {
      const call = addrCall(name)
      expect(await revertOf(resolver.read.resolve([dnsName(name), call]))).toEqual({
        name: 'OffchainLookup',
        args: [
          resolver.address,
          zoneUrls.map((url) => url + pathOf(name, depth)),
          '0x',
          toFunctionSelector('resolveWithProof(bytes,bytes)'),
          questionOf(name, call),
        ],
      })
    }
  },
)

test('rule: the path has the bucket in six hexadecimal digits', async () => {
  expect([pathOf('demo.eth', 0), pathOf('demo.eth', 24)]).toEqual([
    '/00/00/00.json#{data}',
    '/e1/6d/70.json#{data}',
  ])
})

test.each<[string, Hex]>([
  ['no bytes', '0x'],
  ['no end', '0x0361626303657468'],
  ['bytes behind its end', concat([dnsName('demo.eth'), '0x00'])],
  ['a label behind its end', '0x03657468ff00'],
])('InvalidName for a name with %s', async (_what, name) => {
  const resolver = await deployFrozenResolver(chain)
  expect(await revertOf(resolver.read.resolve([name, addrCall('demo.eth')]))).toEqual({
    name: 'InvalidName',
    args: [],
  })
})

test.each([
  ['127 labels', Array.from({ length: 127 }, () => 'a').join('.')],
  ['a label of 255 bytes', `${'a'.repeat(255)}.demo.eth`],
])('rule: a name with %s has its node', async (_what, name) => {
  const wire = concat(
    name.split('.').map((label) => concat([toHex(label.length, { size: 1 }), stringToHex(label)])),
  )
  const resolver = await deployFrozenResolver(chain)
  expect(await revertOf(resolver.read.resolve([concat([wire, '0x00']), '0x']))).toMatchObject({
    args: [resolver.address, expect.anything(), '0x', expect.anything(), questionOf(name, '0x')],
  })
})
