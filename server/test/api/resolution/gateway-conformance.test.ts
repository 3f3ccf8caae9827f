import { randomBytes } from 'node:crypto'
import {
  concatHex,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  namehash,
  slice,
  toHex,
  zeroAddress,
} from 'viem'
import { packetToBytes } from 'viem/ens'
import { expect, it } from 'vitest'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { ethereumAddress, seedSubname } from '../../support/entities/subnames.ts'
import { resolverAbi as abi, encodeTextCall } from '../../support/gateway/calls.ts'
import {
  addressCall,
  decodeResponse,
  encodeLookup,
  getLookup,
  lookupName,
  postLookup,
} from '../../support/gateway/client.ts'
import { expectError } from '../../support/http/api-client.ts'
import { describeService } from '../../support/service/describe-service.ts'

const base = 2147492101n
const { address: holder } = createWallet()

function coinCall(name: string, coinType: bigint): Hex {
  return encodeFunctionData({ abi, functionName: 'addr', args: [namehash(name), coinType] })
}

function contenthashCall(name: string): Hex {
  return encodeFunctionData({ abi, functionName: 'contenthash', args: [namehash(name)] })
}

function dataCall(name: string): Hex {
  return encodeFunctionData({ abi, functionName: 'data', args: [namehash(name), 'key'] })
}

/** A call of a function that no resolver profile has. */
const unknownCall = concatHex(['0xdeadbeef', toHex(0, { size: 32 })])

/** A text call whose key, in its last word, is an incomplete UTF-8 sequence. */
const invalidUtf8Call = concatHex([
  slice(encodeTextCall('a.demo.eth', 'a'), 0, -32),
  '0xc3',
  toHex(0, { size: 31 }),
])

/** `UnsupportedResolverProfile(bytes4)` for that function. */
const unsupportedProfile = concatHex(['0x7b1c461b', '0xdeadbeef', toHex(0, { size: 28 })])

/** Call data of `resolve` with these bytes as the wire name. */
function resolveWire(wire: Hex): Hex {
  return encodeFunctionData({ abi, functionName: 'resolve', args: [wire, addressCall('a.demo.eth')] })
}

/** Empty values, ABI-encoded. */
const emptyBytes = concatHex([toHex(32, { size: 32 }), toHex(0, { size: 32 })])
const noAddress = toHex(0, { size: 32 })

describeService('Gateway conformance', (service) => {
  const resolver = () => service().resolvers[1]['chain-bound']

  /** A new name with an Ethereum address and an avatar. */
  const issueName = async (): Promise<string> => {
    const label = `n${randomBytes(8).toString('hex')}`
    const text = [{ key: 'avatar', value: 'https://a.example/me.png' }]
    const addresses = [ethereumAddress(holder)]
    return (await seedSubname(service(), service().demo[1], label, { addresses, text })).ens
  }

  const lookUp = (name: string, call: Hex) => lookupName(service(), resolver(), name, call)

  /** Expects that both forms of the request reject this call data. */
  const refuse = async (data: string) => {
    for (const send of [postLookup, getLookup]) {
      const response = await send(service(), resolver(), data)
      expectError(response, 400, 'BadRequestException')
      expect(response.body).toMatchObject({ message: expect.stringMatching(/.+/) })
    }
  }

  it('the gateway returns addr, addr of coin type 60 and text of a name that has them', async () => {
    const name = await issueName()
    expect(await lookUp(name, addressCall(name))).toBe(toHex(BigInt(holder), { size: 32 }))
    const coin = decodeFunctionResult({
      abi,
      functionName: 'addr',
      args: [namehash(name), 60n],
      data: await lookUp(name, coinCall(name, 60n)),
    })
    expect(coin).toBe(holder.toLowerCase())
    const avatar = await lookUp(name, encodeTextCall(name, 'avatar'))
    expect(decodeFunctionResult({ abi, functionName: 'text', data: avatar })).toBe('https://a.example/me.png')
  })

  it.each([
    ['a text', (name: string) => encodeTextCall(name, 'none')],
    ['the address of an L2 coin type', (name: string) => coinCall(name, base)],
    ['the address of a coin type that nothing has', (name: string) => coinCall(name, 2n ** 255n)],
    ['the content hash', contenthashCall],
    ['ENSIP-24 data', dataCall],
  ])('the gateway returns empty data for an unset %s', async (_record, callFor) => {
    const name = await issueName()
    expect(await lookUp(name, callFor(name))).toBe(emptyBytes)
  })

  it.each([
    ['addr', addressCall, noAddress],
    ['addr of a coin type', (name: string) => coinCall(name, 60n), emptyBytes],
    ['text', (name: string) => encodeTextCall(name, 'avatar'), emptyBytes],
    ['contenthash', contenthashCall, emptyBytes],
  ])('%s of an unknown name is empty', async (_record, callFor, empty) => {
    expect(await lookUp('nobody.demo.eth', callFor('nobody.demo.eth'))).toBe(empty)
  })

  it.each([
    ['Starknet', 9004n, `0x${'49d36570d4e46f48e99674bd3fcc84644ddd6b96f7c741b1562b82f9e004dc7'}`, 32],
    ['IOTA', 4218n, 'iota1qrhacyfwlcnzkvzteumekfkrrwks98mpdm37cj4xx3drvmjvnep6xqgyzyx', 32],
    ['TON, which has no text form here', 607n, `0x00${'b1'.repeat(32)}`, 33],
  ])('rule: an address of %s is recorded, shown and resolved', async (_, coinType, address, bytes) => {
    const label = `n${randomBytes(8).toString('hex')}`
    const record = await seedSubname(service(), service().demo[1], label, {
      addresses: [ethereumAddress(holder), { coinType: Number(coinType), address }],
    })
    const coin = record.records.coins.find(({ id }) => id === Number(coinType))
    if (!coin) throw new Error('The address is not shown.')
    const data = await lookUp(record.ens, coinCall(record.ens, coinType))
    const resolved = decodeFunctionResult({
      abi,
      functionName: 'addr',
      args: [namehash(record.ens), coinType],
      data,
    })
    expect(resolved).toHaveLength(2 + 2 * bytes)
    // What is shown can be written again.
    const addresses = [ethereumAddress(holder), { coinType: coin.id, address: coin.value }]
    const items = [{ action: 'issue', label: `${label}-again`, addresses }]
    const batch = await service().call('POST', '/byname/v1/names/batch?chainId=1', {
      headers: { 'x-api-key': service().key },
      body: { domain: 'demo.eth', mode: 'atomic', items },
    })
    expect(batch.status, JSON.stringify(batch.body)).toBe(200)
    const again = `${label}-again.demo.eth`
    expect(await lookUp(again, coinCall(again, coinType))).toBe(data)
  })

  it.each([
    ['300 letters', 'a'.repeat(300)],
    ['70 rockets', '🚀'.repeat(70)],
    ['a hash in place of an unknown label', `[${'5a'.repeat(32)}]`],
    ['a hash in capitals', `[${'5A'.repeat(32)}]`],
    ['brackets around something else', `[${'5g'.repeat(32)}]`],
  ])('rule: a label of %s, as clients send it, is that of a name that does not exist', async (_, label) => {
    const name = `${label}.demo.eth`
    expect(await lookUp(name, addressCall(name))).toBe(noAddress)
    const calls = [encodeTextCall(name, 'avatar'), contenthashCall(name)]
    const data = await lookUp(name, encodeFunctionData({ abi, functionName: 'multicall', args: [calls] }))
    expect(decodeFunctionResult({ abi, functionName: 'multicall', data })).toEqual([emptyBytes, emptyBytes])
  })

  it('400 when the node is not that of the hash in place of a label', async () => {
    const name = `[${'5a'.repeat(32)}].demo.eth`
    await refuse(encodeLookup(name, addressCall('a.demo.eth')))
  })

  it('400 when the node is not the node of the name', async () => {
    const [name, other] = [await issueName(), await issueName()]
    await refuse(encodeLookup(name, addressCall(other)))
    await refuse(encodeLookup('nobody.demo.eth', addressCall(name)))
    const calls = [addressCall(name), addressCall(other)]
    await refuse(encodeLookup(name, encodeFunctionData({ abi, functionName: 'multicall', args: [calls] })))
  })

  it('a multicall returns each item, and an unknown function among them is the only error', async () => {
    const name = await issueName()
    const calls = [addressCall(name), encodeTextCall(name, 'none'), unknownCall, dataCall(name)]
    const data = await lookUp(name, encodeFunctionData({ abi, functionName: 'multicall', args: [calls] }))
    expect(decodeFunctionResult({ abi, functionName: 'multicall', data })).toEqual([
      toHex(BigInt(holder), { size: 32 }),
      emptyBytes,
      unsupportedProfile,
      emptyBytes,
    ])
  })

  it('an unknown function alone is the error with which its contract reverts', async () => {
    const name = await issueName()
    expect(await lookUp(name, unknownCall)).toBe(unsupportedProfile)
  })

  it('an upper-case name is another name, which does not exist', async () => {
    const upperCaseLabel = (await issueName()).replace('.demo.eth', '').toUpperCase()
    const callData = encodeLookup(`${upperCaseLabel}.demo.eth`, addressCall(`${upperCaseLabel}.demo.eth`))
    for (const send of [postLookup, getLookup]) {
      const { result } = await decodeResponse(
        resolver(),
        callData,
        await send(service(), resolver(), callData),
      )
      expect(result).toBe(noAddress)
    }
  })

  const wire = toHex(packetToBytes('a.demo.eth'))
  it.each<readonly [string, Hex]>([
    ['is truncated', slice(wire, 0, -1)],
    ['is cut inside a label', slice(wire, 0, 4)],
    ['runs past its end', concatHex(['0xff', toHex(packetToBytes('a.demo.eth'))])],
    ['has bytes behind its end', concatHex([wire, '0x01'])],
    ['is the root', '0x00'],
    ['is empty', '0x'],
    ['has an empty label', concatHex(['0x0161', '0x00', toHex(packetToBytes('demo.eth'))])],
    ['has a dot inside a label', concatHex(['0x06', toHex('a.demo'), toHex(packetToBytes('eth'))])],
    ['is not UTF-8', concatHex(['0x02c328', toHex(packetToBytes('demo.eth'))])],
    ['is longer than a name may be', toHex(packetToBytes(`${'a.'.repeat(600)}demo.eth`))],
  ])('400 when the wire name %s', async (_title, name) => refuse(resolveWire(name)))

  const lookup = encodeLookup('a.demo.eth', addressCall('a.demo.eth'))
  it.each([
    ['no hex', '0xzz'],
    ['hex without 0x', lookup.slice(2)],
    ['half a byte too long', `${lookup}0`],
    ['0x alone', '0x'],
    ['shorter than a selector', '0x9061b9'],
    ['a selector alone', '0x9061b923'],
    ['truncated', lookup.slice(0, 200)],
    ['another function', addressCall('a.demo.eth')],
    ['resolve without a call', encodeLookup('a.demo.eth', '0x')],
    ['resolve with half a selector', encodeLookup('a.demo.eth', '0x3b3b')],
    [
      'resolve with a call that is cut short',
      encodeLookup('a.demo.eth', slice(addressCall('a.demo.eth'), 0, 29)),
    ],
    ['a text key that is not UTF-8', encodeLookup('a.demo.eth', invalidUtf8Call)],
  ])('400 for call data that is %s', async (_title, data) => refuse(data))

  it('400 for more calls than one lookup may have', async () => {
    const calls = Array(513).fill(addressCall('a.demo.eth'))
    const multicall = encodeFunctionData({ abi, functionName: 'multicall', args: [calls] })
    const response = await postLookup(service(), resolver(), encodeLookup('a.demo.eth', multicall))
    expectError(response, 400, 'BadRequestException')
  })

  it.each([
    ['no JSON', '{', {}, 400, 'BadRequestException'],
    ['a list', '[]', {}, 400, 'BadRequestException'],
    ['without data', { sender: zeroAddress }, {}, 400, 'BadRequestException'],
    ['with data that is no text', { data: 7 }, {}, 400, 'BadRequestException'],
    ['of text/plain', lookup, { 'content-type': 'text/plain' }, 415, 'UnsupportedMediaTypeException'],
    ['of 300 KB', { data: `0x${'00'.repeat(150_000)}` }, {}, 413, 'PayloadTooLargeException'],
  ] as const)('a body that is %s: %s', async (_title, body, headers, status, wireName) => {
    const response = await service().call('POST', `/ccip/${resolver().id}`, { body, headers })
    expectError(response, status, wireName)
  })
})
