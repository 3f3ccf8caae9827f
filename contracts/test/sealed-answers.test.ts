import { bynameResolverAbi as abi } from '@byname/contracts/BynameResolver'
import fc from 'fast-check'
import {
  concat,
  createPublicClient,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  hashTypedData,
  http,
  namehash,
  numberToHex,
  stringToHex,
  toFunctionSelector,
  zeroAddress,
} from 'viem'
import { afterAll, describe, expect, test } from 'vitest'
import { getChainTime, owner, setTime, startChain } from './support/chain.ts'
import { startGateway } from './support/gateway.ts'
import { decodeText, recordAbi, textCall } from './support/record-calls.ts'
import { deployResolver, gatewayUrls, waitUntilMined } from './support/resolver.ts'
import {
  addrCall,
  addrRequest,
  dnsName,
  newResponsePayload,
  signedResponse,
} from './support/response-payload.ts'
import { revertOf } from './support/revert.ts'
import { byKey, changeOf, seal } from './support/seal.ts'
import { encodeRecords, encodeSet, open, recordSetData, signSet } from './support/sealed.ts'
import {
  address,
  answer,
  delegate,
  deployWithSeal,
  gatewaySigner,
  holder,
  issuer,
  name,
  node,
  questionOf,
  records,
  set,
} from './support/sealed-resolver.ts'
import { textRecord, type ZoneRecord } from './support/zone.ts'

const chain = await startChain(11155111)
afterAll(chain.stop)
const chainId = 11155111

const resolver = await deployWithSeal(chain)

test('rule: a sealed name is asked for by its record set, and answered by its own callback', async () => {
  const call = addrCall(name)
  expect(await revertOf(resolver.read.resolve([dnsName(name), call]))).toEqual({
    name: 'OffchainLookup',
    args: [
      resolver.address,
      gatewayUrls,
      encodeFunctionData({
        abi: [
          {
            type: 'function',
            name: 'recordSet',
            inputs: [{ type: 'bytes' }],
            outputs: [],
            stateMutability: 'view',
          },
        ],
        args: [dnsName(name)],
      }),
      toFunctionSelector('resolveByHolder(bytes,bytes)'),
      questionOf(call),
    ],
  })
})

test('rule: a stock client gets what the holder has signed, by one response for all calls', async () => {
  const own = await deployResolver(chain)
  await waitUntilMined(chain, own.write.setIssuer([issuer.address]))
  await seal(chain, own, changeOf(name, holder.address), byKey(issuer), byKey(holder))
  const response = await signSet(own, chainId, set, holder)
  const gateway = await startGateway(async () => response)
  try {
    await waitUntilMined(chain, own.write.setUrls([[gateway.origin]]))
    const client = createPublicClient({ chain: chain.client.chain, transport: http() })
    const calls = [addrCall(name), textCall(name, 'url')]
    const call = encodeFunctionData({ abi: recordAbi, functionName: 'multicall', args: [calls] })
    const data = await client.readContract({
      abi,
      address: own.address,
      functionName: 'resolve',
      args: [dnsName(name), call],
    })
    const [addr, url] = decodeFunctionResult({ abi: recordAbi, functionName: 'multicall', data })
    expect(
      decodeFunctionResult({ abi: recordAbi, functionName: 'addr', data: addr ?? '0x', args: [node] }),
    ).toBe(address)
    expect(decodeText(url ?? '0x')).toBe('https://demo.example')
    expect(gateway.methods).toEqual(['POST'])
  } finally {
    await gateway.stop()
  }
})

test('rule: the gateway can neither answer with its signature nor sign a set', async () => {
  const payload = { ...(await newResponsePayload(chain, resolver.address)), request: addrRequest(name) }
  expect(await revertOf(answer(resolver, await signedResponse(payload, gatewaySigner)))).toMatchObject({
    name: expect.stringMatching(/^(MalformedSet|SetSuperseded|InvalidRecordSet|SetExpired)$/),
  })
  for (const signer of [gatewaySigner, issuer, delegate])
    expect(await revertOf(answer(resolver, await signSet(resolver, chainId, set, signer)))).toEqual({
      name: 'NotSignedByHolder',
      args: [],
    })
})

describe('what counts', () => {
  test('rule: a number from that of the seal on', async () => {
    for (const sequence of [3n, 4n, 2n ** 64n - 1n])
      await answer(resolver, await signSet(resolver, chainId, { ...set, sequence }, holder))
    for (const sequence of [0n, 2n])
      expect(
        await revertOf(answer(resolver, await signSet(resolver, chainId, { ...set, sequence }, holder))),
      ).toEqual({
        name: 'SetSuperseded',
        args: [3n],
      })
  })

  test('rule: until its last second', async () => {
    const validUntil = (await getChainTime(chain)) + 100n
    const response = await signSet(resolver, chainId, { ...set, validUntil }, holder)
    await setTime(chain, validUntil)
    await answer(resolver, response)
    await setTime(chain, validUntil + 1n)
    expect(await revertOf(answer(resolver, response))).toEqual({ name: 'SetExpired', args: [validUntil] })
  })

  test.each<[string, readonly ZoneRecord[]]>([
    ['in another order', [...records].reverse()],
    ['with a key twice', [records[0] as ZoneRecord, records[0] as ZoneRecord]],
    ['with an empty key', [['0x', '0x01'], ...records]],
  ])('UnorderedKey for records %s', async (_what, wrong) => {
    expect(
      await revertOf(answer(resolver, await signSet(resolver, chainId, { ...set, records: wrong }, holder))),
    ).toMatchObject({ name: 'UnorderedKey' })
  })

  test('InvalidRecordSet for more than 16 KiB, and not for 16 KiB', async () => {
    const recordsOf = (length: number) => [textRecord('k', 'x'.repeat(length - 8))]
    await answer(resolver, await signSet(resolver, chainId, { ...set, records: recordsOf(16_384) }, holder))
    expect(
      await revertOf(
        answer(resolver, await signSet(resolver, chainId, { ...set, records: recordsOf(16_385) }, holder)),
      ),
    ).toEqual({ name: 'InvalidRecordSet', args: [] })
  })

  test('rule: records of kinds that are not known are signed and answered as if they were not there', async () => {
    const unknown: readonly ZoneRecord[] = [...records, ['0x7e01', '0xaa'], ['0xff', '0x']]
    const response = await signSet(resolver, chainId, { ...set, records: unknown }, holder)
    expect(decodeText(await answer(resolver, response, textCall(name, 'url')))).toBe('https://demo.example')
  })

  test('rule: a name that has no records resolves to empty values', async () => {
    const response = await signSet(resolver, chainId, { ...set, records: [] }, holder)
    expect(decodeText(await answer(resolver, response, textCall(name, 'url')))).toBe('')
  })
})

test('rule: of 200 random sets the contract signs what viem hashes', async () => {
  const key = fc.uint8Array({ minLength: 1, maxLength: 80 })
  const value = fc.uint8Array({ maxLength: 200 })
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.tuple(key, value), {
        maxLength: 12,
        selector: ([bytes]) => bytes.join(),
      }),
      fc.bigInt({ min: 3n, max: 2n ** 64n - 1n }),
      async (pairs, sequence) => {
        const sorted = pairs
          .map(
            ([k, v]): ZoneRecord => [
              `0x${Buffer.from(k).toString('hex')}`,
              `0x${Buffer.from(v).toString('hex')}`,
            ],
          )
          .toSorted(([one], [other]) => (one < other ? -1 : 1))
        const random = { ...set, sequence, records: sorted }
        const hash = hashTypedData(recordSetData(resolver, chainId, random))
        await answer(resolver, encodeSet(random, await holder.sign({ hash })), textCall(name, 'url'))
      },
    ),
    { numRuns: 200 },
  )
})

test('rule: contract wallets sign by ERC-1271: one word, the right one, decides', async () => {
  const magic = `${toFunctionSelector('isValidSignature(bytes32,bytes)').slice(2)}${'00'.repeat(28)}`
  const returning = (word: string, length: number) =>
    `0x7f${word}60005260${length.toString(16).padStart(2, '0')}6000f3` as const
  const accounts: readonly (readonly [Hex, boolean])[] = [
    [returning(magic, 32), true],
    [returning(magic, 64), true],
    [returning(magic, 31), false],
    [returning(magic, 4), false],
    [returning(magic, 0), false],
    [returning(`${'00'.repeat(31)}01`, 32), false],
    [returning(`${magic.slice(0, 62)}01`, 32), false],
    ['0x60006000fd', false],
    ['0xfe', false],
    ['0x5b600056', false],
  ]
  for (const [index, [bytecode, accepted]] of accounts.entries()) {
    const wallet = numberToHex(0xacc0 + index, { size: 20 })
    const wallets = `w${index}.demo.eth`
    const own = changeOf(wallets, wallet)
    await chain.client.setCode({ address: wallet, bytecode: returning(magic, 32) })
    await seal(chain, resolver, own, byKey(issuer), async () => '0x')
    await chain.client.setCode({ address: wallet, bytecode })
    const response = encodeSet({ ...set, name: wallets }, stringToHex('by the wallet'))
    const args = [response, concat([namehash(wallets), addrCall(wallets)])] as const
    const data = encodeFunctionData({ abi, functionName: 'resolveByHolder', args })
    const call = chain.client.call({ to: resolver.address, data, gas: 3_000_000n })
    const outcome = await call.then(
      () => true,
      () => false,
    )
    expect(outcome, bytecode).toBe(accepted)
  }
})

test('rule: a name that is given up is answered by the gateway', async () => {
  const own = await deployResolver(chain, { signers: [gatewaySigner.address] })
  await waitUntilMined(chain, own.write.setIssuer([issuer.address]))
  await seal(chain, own, changeOf(name, holder.address), byKey(issuer), byKey(holder))
  await seal(chain, own, changeOf(name, zeroAddress, { kind: open, sequence: 2n }), byKey(holder))
  expect(await revertOf(own.read.resolve([dnsName(name), addrCall(name)]))).toMatchObject({
    args: [
      own.address,
      gatewayUrls,
      addrRequest(name),
      toFunctionSelector('resolveWithProof(bytes,bytes)'),
      addrRequest(name),
    ],
  })
})

test('rule: trustOf tells whose word an answer is', async () => {
  const own = await deployResolver(chain, { grace: 3600n })
  await waitUntilMined(chain, own.write.setIssuer([issuer.address]))
  const trusts = async () =>
    Promise.all([name, 'bob.demo.eth'].map((each) => own.read.trustOf([dnsName(each)])))
  expect(await trusts()).toEqual([0, 0])
  await seal(chain, own, changeOf(name, holder.address), byKey(issuer), byKey(holder))
  expect(await trusts()).toEqual([1, 0])
  await waitUntilMined(chain, own.write.addSealTree([node, 4]))
  expect(await trusts()).toEqual([1, 3])
  await waitUntilMined(chain, own.write.setHeartbeat([owner.address, 0]))
  await waitUntilMined(chain, own.write.beat([node, 4, node, 0n]))
  await setTime(chain, (await getChainTime(chain)) + 3601n)
  expect(await trusts()).toEqual([1, 2])
})

test('rule: encoded records are those of the frozen zone', () => {
  expect(encodeRecords([textRecord('a', 'b')])).toBe('0x0002000000010261' + '62')
})
