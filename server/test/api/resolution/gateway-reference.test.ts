import { readFileSync } from 'node:fs'
import { encodeFunctionData, encodeFunctionResult, type Hex, namehash, parseAbi, zeroAddress } from 'viem'
import { beforeAll, expect, it } from 'vitest'
import { ethereumAddress, seedSubname } from '../../support/entities/subnames.ts'
import { decodeResponse, encodeLookup, getLookup, postLookup } from '../../support/gateway/client.ts'
import { describeService } from '../../support/service/describe-service.ts'

type Signature = 'addr(bytes32)' | 'addr(bytes32,uint256)' | 'text(bytes32,string)' | 'contenthash(bytes32)'

interface StoredRecords {
  readonly address: Hex
  readonly texts: Readonly<Record<string, string>>
  readonly contenthash: Hex
}

const { records, cases } = JSON.parse(
  readFileSync(new URL('../../vectors/offchain-resolver.json', import.meta.url), 'utf8'),
) as {
  readonly records: Readonly<Record<string, StoredRecords>>
  readonly cases: readonly [signature: Signature, name: string, record: string | null][]
}

const addr = parseAbi(['function addr(bytes32) view returns (address)'])
const addrOfCoin = parseAbi(['function addr(bytes32, uint256) view returns (bytes)'])
const text = parseAbi(['function text(bytes32, string) view returns (string)'])
const contenthash = parseAbi(['function contenthash(bytes32) view returns (bytes)'])

/** The call of a case and its result, as the contract's caller decodes it. */
function callOf(signature: Signature, name: string, key: string | null, stored: StoredRecords | undefined) {
  const node = namehash(name)
  const result = key === null ? undefined : stored
  switch (signature) {
    case 'addr(bytes32)':
      return {
        call: encodeFunctionData({ abi: addr, args: [node] }),
        expected: encodeFunctionResult({ abi: addr, result: result?.address ?? zeroAddress }),
      }
    case 'addr(bytes32,uint256)':
      return {
        call: encodeFunctionData({ abi: addrOfCoin, args: [node, 60n] }),
        // The reference has 20 zero bytes for no address, of which clients make the zero address; ENSIP-9 has none.
        expected: encodeFunctionResult({ abi: addrOfCoin, result: result?.address ?? '0x' }),
      }
    case 'text(bytes32,string)':
      return {
        call: encodeFunctionData({ abi: text, args: [node, key ?? 'email'] }),
        expected: encodeFunctionResult({ abi: text, result: result?.texts[key ?? ''] ?? '' }),
      }
    case 'contenthash(bytes32)':
      return {
        call: encodeFunctionData({ abi: contenthash, args: [node] }),
        expected: encodeFunctionResult({ abi: contenthash, result: result?.contenthash ?? '0x' }),
      }
  }
}

/** URIs of the content hashes above. */
const uris: Readonly<Record<string, string>> = {
  test: 'bzz://d1de9994b4d039f6548d191eb26786769f580809256b4685ef316805265ea162',
  foo: 'ipfs://QmTeW79w7QQ6Npa3b1d5tANreCDxF2iDaAPsDvW6KtLmfB',
}

/**
 * The reference has records for all names below one (`*.eth`); here each name is issued, and names below an issued one
 * do not exist.
 */
describeService('The cases of the ENS reference gateway', (service) => {
  beforeAll(async () => {
    for (const [label, { address, texts }] of Object.entries(records))
      await seedSubname(service(), service().demo[1], label, {
        addresses: [ethereumAddress(address)],
        text: Object.entries(texts).map(([key, value]) => ({ key, value })),
        ...(uris[label] !== undefined && { contentHash: uris[label] }),
      })
  })

  it.each(
    cases.flatMap(([signature, name, record]) =>
      (['POST', 'GET'] as const).map((form) => ({ signature, name, record, form })),
    ),
  )('rule: $signature of $name is $record, by $form', async ({ signature, name: label, record, form }) => {
    const name = `${label}.demo.eth`
    const { call, expected } = callOf(signature, name, record, records[label])
    const data = encodeLookup(name, call)
    const resolver = service().resolvers[1]['chain-bound']
    const response = await (form === 'POST' ? postLookup : getLookup)(service(), resolver, data)
    expect((await decodeResponse(resolver, data, response)).result).toBe(expected)
  })
})
