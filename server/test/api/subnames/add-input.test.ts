import { expect, it } from 'vitest'
import type { WireRecord } from '../../../src/http/schema/names.ts'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import {
  ethereumAddress,
  expectUnchanged,
  postAdd,
  seedSubname,
  subnameBody,
} from '../../support/entities/subnames.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeService } from '../../support/service/describe-service.ts'

const { address } = createWallet()
const base = 2147492101

/** The address with the case of its checksum inverted. */
const wrongChecksum = `0x${[...address.slice(2)]
  .map((digit) => (digit === digit.toLowerCase() ? digit.toUpperCase() : digit.toLowerCase()))
  .join('')}`

describeService('POST /ens/v1/subname/add, names', (service) => {
  const refuse = async (label: string, wireName: 'InvalidNameException' | 'BadRequestException') => {
    const { demo, key } = service()
    const body = {
      ...subnameBody(demo[1], label),
      addresses: [ethereumAddress(address)],
      overrideSignatureCheck: true,
    }
    await expectUnchanged(service(), demo[1], async () =>
      expectError(await postAdd(service(), { headers: { 'x-api-key': key }, body }), 400, wireName),
    )
  }

  it.each([
    ['mixing Latin and Cyrillic', 'аlice'],
    ['mixing Latin and Greek', 'αlice'],
    ['Cyrillic that looks like Latin', 'аррӏе'],
    ['with a space', 'al ice'],
    ['with a NUL', 'al\u0000ice'],
    ['with an underscore inside', 'al_ice'],
    ['with hyphens third and fourth', 'xn--alice'],
    ['with a lone surrogate', 'al\ud800ice'],
    ['of two labels', 'alice.bob'],
    ['of a dot', '.'],
    ['with a trailing dot', 'alice.'],
    ['empty', ''],
    ['of 64 characters', 'a'.repeat(64)],
    ['of 1000 characters', 'a'.repeat(1000)],
  ])('400 for a label %s', async (_title, label) => refuse(label, 'InvalidNameException'))

  it('200 for a label of 63 characters', async () => {
    const label = 'a'.repeat(63)
    expect((await seedSubname(service(), service().demo[1], label)).ens).toBe(`${label}.demo.eth`)
  })

  it.each([
    ['de mo.eth', 400, 'InvalidNameException'],
    ['eth', 400, 'InvalidNameException'],
    ['nowhere.eth', 404, 'EnsNotFound'],
  ] as const)('%s is not a domain to add to: %i', async (ensDomain, status, wireName) => {
    const { demo, key } = service()
    const body = { ...subnameBody(demo[1], 'a'), ensDomain, overrideSignatureCheck: true }
    await expectUnchanged(service(), demo[1], async () =>
      expectError(await postAdd(service(), { headers: { 'x-api-key': key }, body }), status, wireName),
    )
  })
})

describeService('POST /ens/v1/subname/add, records', (service) => {
  const addWith = (label: string, records: object) => {
    const { demo, key } = service()
    const body = {
      ...subnameBody(demo[1], label),
      addresses: [ethereumAddress(address)],
      overrideSignatureCheck: true,
      ...records,
    }
    return postAdd(service(), { headers: { 'x-api-key': key }, body })
  }
  const eth = ethereumAddress(address)
  const texts = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ key: `key-${index}`, value: 'v' }))
  const evm = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ coinType: 0x80000000 + 100_000 + index, address }))

  it.each([
    ['no address at all', { addresses: [] }],
    [
      'text for a coin type without a known form',
      { addresses: [eth, { coinType: 123_456, address: 'UQAt' }] },
    ],
    ['an EVM address that is too short', { addresses: [{ coinType: 60, address: address.slice(0, -1) }] }],
    [
      'an EVM address that is no hex',
      { addresses: [{ coinType: base, address: `0x${'g'.repeat(40)}` }, eth] },
    ],
    ['a wrong EIP-55 checksum', { addresses: [{ coinType: 60, address: wrongChecksum }] }],
    ['the zero address of Base', { addresses: [eth, { coinType: base, address: `0x${'0'.repeat(40)}` }] }],
    [
      'a Bitcoin address with a wrong checksum',
      { addresses: [eth, { coinType: 0, address: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3' }] },
    ],
    ['an EVM address for Bitcoin', { addresses: [eth, { coinType: 0, address }] }],
    ['one coin type with two addresses', { addresses: [eth, ethereumAddress(createWallet().address)] }],
    ['257 addresses', { addresses: [eth, ...evm(256)] }],
    [
      'a content hash without a protocol',
      { contentHash: 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi' },
    ],
    ['a content hash that is no CID', { contentHash: 'ipfs://hello' }],
    ['a content hash of an unknown codec', { contentHash: 'gopher://hello' }],
    ['an empty text key', { text: [{ key: '', value: 'v' }] }],
    ['a text key of 257 characters', { text: [{ key: 'k'.repeat(257), value: 'v' }] }],
    ['a text value of 16,385 characters', { text: [{ key: 'k', value: 'v'.repeat(16_385) }] }],
    ['a text value with a NUL', { text: [{ key: 'k', value: 'a\u0000b' }] }],
    [
      'one text key with two values',
      {
        text: [
          { key: 'k', value: 'a' },
          { key: 'k', value: 'b' },
        ],
      },
    ],
    ['257 texts', { text: texts(257) }],
  ])('400 for %s', async (_title, records) => {
    await expectUnchanged(service(), service().demo[1], async () =>
      expectError(await addWith('refused', records), 400, 'InvalidRecordException'),
    )
  })

  it.each([
    ['a coin type below zero', { addresses: [{ coinType: -1, address }] }],
    ['a coin type above 32 bits', { addresses: [{ coinType: 2 ** 32, address }] }],
    ['a fractional coin type', { addresses: [{ coinType: 60.5, address }] }],
    ['addresses that are no list', { addresses: address }],
    ['a text without a value', { text: [{ key: 'k' }] }],
    ['a text value that is a number', { text: [{ key: 'k', value: 1 }] }],
    ['a label that is a number', { username: 7 }],
    ['no label', { username: undefined }],
    ['no chain', { chainId: undefined }],
    ['a chain that is no number', { chainId: 'mainnet' }],
    ['an overrideSignatureCheck that is text', { overrideSignatureCheck: 'true' }],
  ])('400 for %s, before anything is read', async (_title, body) => {
    await expectUnchanged(service(), service().demo[1], async () =>
      expectError(await addWith('refused', body), 400, 'BadRequestException'),
    )
  })

  it('400 for a chain that is not supported', async () => {
    const response = await addWith('refused', { chainId: 137 })
    expectError(response, 400, 'UnsupportedChainException')
  })

  it('200 for records of the maximum length and number', async () => {
    const text = [...texts(255), { key: 'k'.repeat(256), value: '🐉'.repeat(4096) }]
    const response = await addWith('most', { text, addresses: [eth, ...evm(255)] })
    const { records } = dataOf<WireRecord>(response)
    expect(records.texts).toEqual(text)
    expect(records.coins).toHaveLength(256)
  })
})
