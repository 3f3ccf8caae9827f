import fc from 'fast-check'
import { concatHex, encodeFunctionData, encodePacked, keccak256, namehash, toHex as numberToHex } from 'viem'
import { expect, test } from 'vitest'
import { encodeResolve, resolverAbi } from '../../test/support/gateway/calls.ts'
import { toHex } from '../crypto/hex.ts'
import { emptyRecords } from '../ens/stored-records.ts'
import { createLocalSigner } from '../signing/local-signer.ts'
import { responseDigest, rootDigest } from './digest.ts'
import { encodeResult } from './encode-result.ts'
import { decodeRequest } from './request.ts'

const name = 'alice.demo.eth'
const request = encodeResolve(
  name,
  encodeFunctionData({ abi: resolverAbi, functionName: 'addr', args: [namehash(name)] }),
)
const result = encodeResult(decodeRequest(request).query, {
  ...emptyRecords,
  addresses: [{ coinType: 60, address: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8' }],
})
const context = { chainId: 11155111, resolver: `0x${'22'.repeat(20)}` } as const
const response = { expires: 1800000000, request, result }
const signer = createLocalSigner(`0x${'11'.repeat(32)}`)

test('rule: request and result of the vector have the expected encoding', () => {
  expect(request).toHaveLength(228)
  expect(keccak256(request)).toBe('0xcead7b8f7d31600c7ec6ad5c4ac22a19946674ffdc7569894c00af00efdd7fdd')
  expect(keccak256(result)).toBe('0x7ceb58780fb137bb02223b79c88bc6404f736f8bb4d1f0895d9884122804fb73')
  expect(signer.address).toBe('0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A')
})

test.each([
  [
    'published',
    '0x7e4173bb346d697c11e53f2b3065a9134195821982c84ae3cbd8ab9d9d0ce3b3',
    '0x5b7a82987561600279948cc9795da15ee4c84b203afe70355139c1fed31005ed538c2303bebe46f9d72c9b6d9cd8336c1d7688a10b12579e46cfbe31355b44eb1c',
  ],
  [
    'chain-bound',
    '0x15364d59a4aacb896901d9818d7e78aca3b8125aafdee6ec20449d3cb34d2f18',
    '0x99286bfb21a1e0aa64a46a1114d462bea2a7d6cac9136007aec88b43df2079c0294943387c998c542faf5d68d15de4e63dddd14cb60eafc8ed8b681ee5bfbfcf1c',
  ],
] as const)('rule: the %s digest and its signature match the vector', (scheme, digest, signature) => {
  expect(toHex(responseDigest({ scheme, ...context }, response))).toBe(digest)
  expect(toHex(signer.sign(responseDigest({ scheme, ...context }, response)))).toBe(signature)
})

test('rule: a response alone has the same digest with merkle as with chain-bound', () => {
  expect(responseDigest({ scheme: 'merkle', ...context }, response)).toEqual(
    responseDigest({ scheme: 'chain-bound', ...context }, response),
  )
})

test('rule: the digest of a root and its signature match the vector', () => {
  const root = Buffer.from('016737a81187f7ae8384aeda92acbffd683bcf74b75ee78f1073f70c190aad83', 'hex')
  const digest = rootDigest({ scheme: 'merkle', ...context }, root)
  expect(toHex(digest)).toBe('0x709a4286c830fd754c4bfa90481937bf91e2ff1a6a0f13df5956e44aac3325a9')
  expect(toHex(signer.sign(digest))).toBe(
    '0x3aee2e4833648a016dc9a177796a45631ee182af7c5e51f536e671d0fa19122a76a9dfad14f76285362de895d25be85d3fcbff5b8793d25f8bb83a2432d6d7121b',
  )
})

test('property: both digests are the packed encoding that a contract hashes', () => {
  const chainId = fc.integer({ min: 1, max: 2 ** 31 })
  const expires = fc.integer({ min: 0, max: 2 ** 40 })
  fc.assert(
    fc.property(chainId, expires, fc.uint8Array(), fc.uint8Array(), (chain, until, asked, given) => {
      const resolver = '0xdD870fA1b7C4700F2BD7f44238821C26f7392148'
      const target = { chainId: chain, resolver } as const
      const signed = { expires: until, request: asked, result: given }
      const hashes = concatHex([keccak256(asked), keccak256(given)])
      const until64 = numberToHex(until, { size: 8 })
      const published = encodePacked(
        ['bytes2', 'address', 'bytes', 'bytes'],
        ['0x1900', resolver, until64, hashes],
      )
      const chainBound = encodePacked(
        ['bytes2', 'address', 'uint256', 'bytes', 'bytes'],
        ['0x1900', resolver, BigInt(chain), until64, hashes],
      )
      expect(toHex(responseDigest({ scheme: 'published', ...target }, signed))).toBe(keccak256(published))
      expect(toHex(responseDigest({ scheme: 'chain-bound', ...target }, signed))).toBe(keccak256(chainBound))
    }),
  )
})
