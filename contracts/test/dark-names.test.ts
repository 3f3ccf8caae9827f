import { concat, type Hex, stringToHex, toHex } from 'viem'
import { afterAll, expect, test } from 'vitest'
import { startChain } from './support/chain.ts'
import { addrCall, deployFrozenResolver, questionOf } from './support/record-calls.ts'
import { dnsName } from './support/response-payload.ts'
import { revertOf } from './support/revert.ts'

const chain = await startChain(11155111)
afterAll(chain.stop)

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
    args: [resolver.address, expect.anything(), '0x', expect.anything(), questionOf('0x', name, '0x')],
  })
})
