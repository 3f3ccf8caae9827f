import { bynameResolverAbi as abi } from '@byname/contracts/BynameResolver'
import { concat, encodeErrorResult, type Hex, parseAbi, toHex } from 'viem'
import { afterAll, expect, test } from 'vitest'
import { startChain } from './support/chain.ts'
import { deployResolver } from './support/resolver.ts'
import { newResponsePayload, signedResponse, signerKey } from './support/response-payload.ts'
import { revertOf } from './support/revert.ts'

const chain = await startChain(11155111)
afterAll(chain.stop)

const signer = signerKey(1)
const resolver = await deployResolver(chain, { signers: [signer.address] })
await chain.client.setBlockGasLimit({ gasLimit: 1_000_000_000n })
await chain.client.mine({ blocks: 1 })

/** Submits `result`, signed by `key`, with its request. */
async function resolveTo(result: Hex, key = signer) {
  const payload = { ...(await newResponsePayload(chain, resolver.address)), result }
  const response = await signedResponse(payload, key)
  return resolver.read.resolveWithProof([response, payload.request])
}

const profileErrors = parseAbi(['error UnsupportedResolverProfile(bytes4 selector)', 'error EmptyHanded()'])
const unsupported = encodeErrorResult({
  abi: profileErrors,
  errorName: 'UnsupportedResolverProfile',
  args: ['0x12345678'],
})

test.each([
  ['an error with arguments', unsupported],
  ['an error without arguments', encodeErrorResult({ abi: profileErrors, errorName: 'EmptyHanded' })],
])('rule: a signed result that is %s is reverted with unchanged', async (_what, result) => {
  expect(await revertOf(resolveTo(result))).toEqual({ data: result })
})

test('UntrustedSigner when an error is signed by another key', async () => {
  const other = signerKey(2)
  expect(await revertOf(resolveTo(unsupported, other))).toEqual({
    name: 'UntrustedSigner',
    args: [other.address],
  })
})

test.each(['0x', '0x00', toHex(1, { size: 32 }), toHex(1, { size: 35 })] as Hex[])(
  'rule: a signed result %s is returned unchanged',
  async (result) => {
    expect(await resolveTo(result)).toBe(result)
  },
)

test.each([
  ['that would call the resolver back', resolver.address],
  ['of a foreign sender', signer.address],
] as const)('NestedLookup when the signed result is an OffchainLookup %s', async (_what, sender) => {
  const lookup = encodeErrorResult({
    abi,
    errorName: 'OffchainLookup',
    args: [sender, ['https://elsewhere.example'], '0x', '0x12345678', '0x'],
  })
  expect(await revertOf(resolveTo(lookup))).toEqual({ name: 'NestedLookup', args: [] })
})

test('rule: a result of a million bytes is verified and returned like any other', async () => {
  const result = concat([toHex(1, { size: 32 }), `0x${'5a'.repeat(999_968)}`])
  expect((await resolveTo(result)) === result).toBe(true)
})

test('UntrustedSigner when a result of a million bytes is not signed by a signer', async () => {
  const other = signerKey(2)
  const refused = resolveTo(`0x${'5a'.repeat(1_000_000)}`, other)
  expect(await revertOf(refused)).toEqual({ name: 'UntrustedSigner', args: [other.address] })
})
