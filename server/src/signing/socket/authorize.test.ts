import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeResolve, encodeTextCall } from '../../../test/support/gateway/calls.ts'
import { fromHex } from '../../crypto/hex.ts'
import { dnsEncode, normalizeName } from '../../ens/names.ts'
import { encodeBytes } from '../../gateway/abi.ts'
import { signingSchemes } from '../../gateway/digest.ts'
import { encodeResult, encodeUnsupported } from '../../gateway/encode-result.ts'
import { encodeMulticall, encodeResolveCall } from '../../gateway/former-result.ts'
import { decodeRequest } from '../../gateway/request.ts'
import type { SignedFields } from '../signer.ts'
import { findRefusal } from './authorize.ts'
import { formatSignRequest, maxBodyBytes, parseSignRequest } from './protocol.ts'

const known = { chainId: 1, address: `0x${'22'.repeat(20)}`, scheme: 'merkle' } as const
const now = 1_800_000_000_000
const context = { scheme: 'merkle', chainId: 1, resolver: known.address } as const
const name = 'alice.demo.eth'
const textRequest = encodeResolve(name, encodeTextCall(name, 'url'))
const response = { expires: now / 1000 + 300, request: textRequest, result: encodeBytes(Buffer.from('a')) }
const one: SignedFields = { ...context, responses: [response], seed: new Uint8Array() }
const two: SignedFields = { ...context, responses: [response, response], seed: randomBytes(32) }
const having = (fields: Partial<typeof response>): SignedFields => ({
  ...one,
  responses: [{ ...response, ...fields }],
})

describe('What the process signs', () => {
  test.each<[title: string, fields: SignedFields, refusal: RegExp | undefined]>([
    ['a response for a known contract', one, undefined],
    ['several with one signature', two, undefined],
    ['another contract', { ...one, resolver: `0x${'33'.repeat(20)}` }, /is not in SIGNER_RESOLVERS/],
    ['another chain', { ...one, chainId: 11155111 }, /is not in SIGNER_RESOLVERS/],
    ['a digest without its chain', { ...one, scheme: 'published' }, /is not in SIGNER_RESOLVERS/],
    ['a long validity', having({ expires: now / 1000 + 3601 }), /more than 3600 seconds/],
    ['an expiry in the past', having({ expires: now / 1000 - 1 }), /has expired already/],
    ['another call', having({ request: Buffer.alloc(36) }), /not one of this gateway.+not a call of resolve/],
    ['no call', having({ request: Buffer.alloc(0) }), /not one of this gateway.+no selector/],
    ['a selector alone', having({ request: textRequest.subarray(0, 4) }), /truncated/],
    [
      'a call about another name',
      having({ request: encodeResolve('bob.demo.eth', encodeTextCall(name, 'url')) }),
      /not the node of "bob.demo.eth"/,
    ],
    ['an address for a text', having({ result: Buffer.alloc(32, 1) }), /not one that its call returns/],
    ['no result', having({ result: Buffer.alloc(0) }), /not one that its call returns/],
    ...[0, 32, 64, 96].map((size): [string, SignedFields, RegExp] => [
      `${size} bytes for a multicall`,
      having({
        request: encodeResolveCall(
          fromHex(dnsEncode(normalizeName(name))),
          encodeMulticall([fromHex(encodeTextCall(name, 'url'))]),
        ),
        result: Buffer.alloc(size, 1),
      }),
      /not one that its call returns/,
    ]),
    [
      'an error that would send the client elsewhere',
      having({ result: Buffer.from('556f1830', 'hex') }),
      /not one that its call returns/,
    ],
    ['another error', having({ result: encodeUnsupported(1) }), undefined],
    ['no response', { ...one, responses: [] }, /no response/],
    ['a tree without a seed', { ...two, seed: new Uint8Array() }, /The seed has 32 bytes/],
    ['a tree with a sibling for each leaf', { ...two, seed: randomBytes(64) }, /The seed has 32 bytes/],
    ['a seed for one response', { ...one, seed: randomBytes(32) }, /none for one/],
  ])('%s', (_title, fields, refusal) => {
    const found = findRefusal([known], fields, now)
    if (refusal) expect(found).toMatch(refusal)
    else expect(found).toBeUndefined()
  })

  test('rule: each scheme signs one response, and a contract with one signature for each response gets no tree', () => {
    for (const scheme of signingSchemes) {
      const of = { ...known, scheme } as const
      expect(findRefusal([of], { ...one, scheme }, now)).toBeUndefined()
      const refusal = findRefusal([of], { ...two, scheme }, now)
      if (scheme === 'merkle') expect(refusal).toBeUndefined()
      else expect(refusal).toMatch(/one signature for each response/)
    }
  })

  test('property: an expiry is signed from the second that it is now until 3600 seconds from now', () => {
    fc.assert(
      fc.property(fc.integer({ min: -5, max: 3_605 }), fc.nat(999), (seconds, ms) => {
        const clock = now + ms
        const refusal = findRefusal([known], having({ expires: now / 1000 + seconds }), clock)
        expect(refusal === undefined).toBe(seconds >= 0 && seconds * 1000 <= 3_600_000 + ms)
      }),
    )
  })

  test('rule: the calls of a multicall are bounded by their bytes alone, and a contract is known in any case', () => {
    const calls = Array.from({ length: 800 }, () => fromHex(encodeTextCall(name, 'url')))
    const request = encodeResolveCall(fromHex(dnsEncode(normalizeName(name))), encodeMulticall(calls))
    const { query } = decodeRequest(request, { maxMulticallItems: calls.length })
    const many = having({ request, result: encodeResult(query, null) })
    expect(findRefusal([known], many, now)).toBeUndefined()
    const upper = { ...known, address: `0x${'ab'.repeat(20)}` } as const
    const mixed = { ...one, resolver: `0x${'aB'.repeat(20)}` } as const
    expect(findRefusal([upper], mixed, now)).toBeUndefined()
  })

  test('rule: the largest batch of the queue fits the body of a request', () => {
    const halves = { request: Buffer.alloc(512), result: Buffer.alloc(512) }
    const responses = Array.from({ length: 1024 }, () => ({ expires: 2 ** 48 - 1, ...halves }))
    const body = formatSignRequest({ signer: known.address, fields: { ...two, responses } })
    expect(body.length).toBeLessThanOrEqual(maxBodyBytes)
    expect(parseSignRequest(body).fields.responses).toHaveLength(1024)
    const larger = formatSignRequest({
      signer: known.address,
      fields: { ...two, responses: [...responses, response] },
    })
    expect(() => parseSignRequest(larger)).toThrow()
  })
})
