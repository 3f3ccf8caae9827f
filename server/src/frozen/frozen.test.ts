import fc from 'fast-check'
import { encodePacked, keccak256, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { emptyRecords, type Records } from '../ens/stored-records.ts'
import {
  bucketAtPath,
  bucketOf,
  bucketPath,
  chooseDepth,
  encodeEntry,
  formatBucketFile,
  parseBucketFile,
  readEntries,
  wholeEntriesLength,
} from './bucket.ts'
import { formatManifest, parseManifest } from './manifest.ts'
import { decodeRecordSet, encodeRecordSet, resolvedRecords } from './record-set.ts'
import { hashBucket, hashPair, rootOf } from './tree.ts'
import { verifyBucketFile } from './verify-bucket.ts'

const bytes = (maxLength: number) => fc.uint8Array({ minLength: 1, maxLength }).map((value) => toHex(value))

const anyRecords: fc.Arbitrary<Records> = fc.record({
  addresses: fc.uniqueArray(
    fc.record({ coinType: fc.integer({ min: 0, max: 2 ** 32 - 1 }), address: bytes(40) }),
    { selector: ({ coinType }) => coinType },
  ),
  texts: fc.uniqueArray(
    fc.record({
      key: fc.string({ minLength: 1, unit: 'binary' }),
      value: fc.string({ minLength: 1, unit: 'binary' }),
    }),
    { selector: ({ key }) => key },
  ),
  contenthash: fc.option(bytes(60)),
})

describe('record sets', () => {
  test('property: records survive, in one form whatever their order', () => {
    fc.assert(
      fc.property(anyRecords, (records) => {
        const resolved = resolvedRecords(records)
        const encoded = encodeRecordSet(resolved)
        const decoded = decodeRecordSet(encoded)
        expect(new Set(decoded.texts)).toEqual(new Set(resolved.texts))
        expect(new Set(decoded.addresses)).toEqual(new Set(resolved.addresses))
        expect(decoded.contenthash).toBe(resolved.contenthash)
        const reversed = {
          ...resolved,
          texts: resolved.texts.toReversed(),
          addresses: resolved.addresses.toReversed(),
        }
        expect(encodeRecordSet(reversed)).toEqual(encoded)
      }),
    )
  })

  test('rule: a zero address of an EVM chain is not resolved', () => {
    const zero = `0x${'00'.repeat(20)}` as const
    const addresses = [
      { coinType: 60, address: zero },
      { coinType: 0, address: zero },
    ]
    expect(resolvedRecords({ ...emptyRecords, addresses }).addresses).toEqual([
      { coinType: 0, address: zero },
    ])
  })

  const encoded = encodeRecordSet({
    addresses: [{ coinType: 60, address: '0x11' }],
    texts: [
      { key: 'a', value: 'one' },
      { key: 'b', value: 'two' },
    ],
    contenthash: '0xe301',
  })
  const record = (key: readonly number[], value: string) =>
    Buffer.concat([Buffer.from([0, key.length, 0, 0, 0, value.length]), Buffer.from(key), Buffer.from(value)])

  test.each<[string, Buffer]>([
    ['truncated in a value', encoded.subarray(0, -1)],
    ['truncated in a header', Buffer.concat([encoded, Buffer.of(0)])],
    ['in another order', Buffer.concat([record([2, 98], 'x'), record([2, 97], 'x')])],
    ['with a key twice', Buffer.concat([record([2, 97], 'x'), record([2, 97], 'x')])],
    ['with an unknown kind', record([4], 'x')],
    ['with a coin type of three bytes', record([1, 0, 0, 60], 'x')],
    ['with a key for the content hash', record([3, 0], 'x')],
    ['with a text that is not UTF-8', Buffer.concat([record([2, 97], ''), Buffer.of(0xff)])],
  ])('rule: a record set %s is refused', (_what, malformed) => {
    expect(decodeRecordSet(encoded).texts).toHaveLength(2)
    expect(() => decodeRecordSet(malformed)).toThrow('A record set')
  })
})

describe('buckets', () => {
  test.each([
    [0, 0, 0],
    [16, 0, 0],
    [17, 0, 1],
    [1000, 160_000, 6],
    [1_000_000, 160_000_000, 16],
    [1_000_000, 4_000_000_000, 19],
    [2 ** 28, 0, 24],
  ])('rule: %i names of %i bytes have a tree of depth %i', (names, size, depth) => {
    expect(chooseDepth({ names, bytes: size })).toBe(depth)
  })

  test('rule: a zone beyond the deepest tree is refused', () => {
    expect(() => chooseDepth({ names: 2 ** 28 + 1, bytes: 0 })).toThrow('larger than the format allows')
  })

  test('property: the bucket of a node is its first bits, and its path leads back to it', () => {
    const node = fc.uint8Array({ minLength: 32, maxLength: 32 })
    fc.assert(
      fc.property(node, fc.integer({ min: 0, max: 24 }), (value, depth) => {
        const bucket = bucketOf(value, depth)
        expect(BigInt(bucket)).toBe(BigInt(toHex(value)) >> BigInt(256 - depth))
        expect(bucketAtPath(`/zone/${bucketPath(bucket)}`)).toBe(bucket)
        expect(bucketAtPath(`C:\\zone\\${bucketPath(bucket).replaceAll('/', '\\')}`)).toBe(bucket)
      }),
    )
    expect(bucketPath(0x1f)).toBe('00/00/1f.json')
    for (const path of ['manifest.json', '00/1f.json', '00/00/1F.json', 'x00/00/1f.json'])
      expect(bucketAtPath(path)).toBeUndefined()
  })

  test('property: entries survive, also where a chunk ends within one', () => {
    const entry = fc.tuple(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.uint8Array({ maxLength: 80 }))
    fc.assert(
      fc.property(fc.array(entry), fc.nat(2000), (entries, cut) => {
        const all = Buffer.concat(entries.map(([node, recordSet]) => encodeEntry(node, recordSet)))
        expect([...readEntries(all)].map(({ node, recordSet }) => [toHex(node), toHex(recordSet)])).toEqual(
          entries.map(([node, recordSet]) => [toHex(node), toHex(recordSet)]),
        )
        const end = wholeEntriesLength(all.subarray(0, cut))
        expect(end).toBeLessThanOrEqual(cut)
        expect(
          [...readEntries(all.subarray(0, end))].length + [...readEntries(all.subarray(end))].length,
        ).toBe(entries.length)
      }),
    )
    expect(() => [...readEntries(Buffer.alloc(35))]).toThrow('truncated')
  })

  test.each([
    '{"data":"0xAB"}\n',
    '{"data":"0xab"}',
    '{"data": "0xab"}\n',
    '{"data":"0xabc"}\n',
    '{"data":"ab"}\n',
    '{"data":"0x","data":"0xab"}\n',
    '',
  ])('rule: a file has one form; %j is refused', (text) => {
    expect(() => parseBucketFile(text, 0)).toThrow('It is not {"data":"0x…"}')
  })
})

describe('trees', () => {
  test('rule: hashes are those of other libraries, with the prefix of their kind', () => {
    const bucket = Buffer.from('bucket')
    const packed = encodePacked(['uint8', 'uint32', 'bytes'], [0, 7, toHex(bucket)])
    expect(toHex(hashBucket(7, bucket))).toBe(keccak256(packed))
    const [left, right] = [hashBucket(0, bucket), hashBucket(1, bucket)]
    const pair = encodePacked(['uint8', 'bytes32', 'bytes32'], [1, toHex(left), toHex(right)])
    expect(toHex(hashPair(left, right))).toBe(keccak256(pair))
  })

  const nodes = [Buffer.alloc(32, 0x21), Buffer.alloc(32, 0x22)]
  const entries = nodes.map((node) => encodeEntry(node, Buffer.alloc(0)))
  const siblings = Buffer.concat([
    hashBucket(1, Buffer.alloc(0)),
    hashBucket(9, Buffer.alloc(0)),
    hashBucket(8, Buffer.alloc(0)),
  ])

  /** A file whose proof is right for a bucket of index 1 in a tree of depth 3. */
  const verify = (bucket: Buffer, index = 1) => {
    const root = toHex(rootOf(index, bucket, siblings))
    return verifyBucketFile(formatBucketFile(siblings, bucket), { index, depth: 3, root })
  }

  test('rule: a proven file is refused if its names are not sorted, occur twice, or belong elsewhere', () => {
    const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = entries
    expect(verify(Buffer.concat([first, second])).map(({ node }) => node)).toEqual(
      nodes.map((node) => toHex(node)),
    )
    expect(verify(Buffer.alloc(0), 2)).toEqual([])
    expect(() => verify(Buffer.concat([second, first]))).toThrow('not in their order')
    expect(() => verify(Buffer.concat([first, first]))).toThrow('not in their order')
    expect(() => verify(first, 2)).toThrow('a name of another bucket')
    expect(() => verify(first.subarray(0, 20))).toThrow('truncated')
  })

  test('property: a file with any character changed is refused', () => {
    const bucket = Buffer.concat(entries)
    const position = { index: 1, depth: 3, root: toHex(rootOf(1, bucket, siblings)) }
    const text = formatBucketFile(siblings, bucket)
    expect(verifyBucketFile(text, position)).toHaveLength(2)
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (at, character) => {
        fc.pre(text[at] !== character)
        const changed = text.slice(0, at) + character + text.slice(at + 1)
        expect(() => verifyBucketFile(changed, position)).toThrow()
      }),
      { numRuns: 1000, seed: 20261126 },
    )
  })
})

test('rule: a manifest has one form, and a version', () => {
  const zone = { domain: 'demo.eth', chainId: 1, names: 3, records: 5, depth: 2, buckets: 4 } as const
  const text = formatManifest({ ...zone, root: `0x${'ab'.repeat(32)}`, sha256: 'cd'.repeat(32) })
  expect(parseManifest(text)).toMatchObject(zone)
  for (const [from, to, reason] of [
    ['"version": 1', '"version": 2', 'version 2 of the format'],
    ['byname-frozen-zone', 'other', 'not that of a frozen zone'],
    ['"buckets": 4', '"buckets": 8', 'has been changed'],
    ['"depth": 2', '"depth": 25', 'has been changed'],
    ['"chainId": 1', '"chainId": 5', 'has been changed'],
    ['"names": 3', '"names": -3', 'has been changed'],
    ['{', '[', 'is not JSON'],
  ] as const)
    expect(() => parseManifest(text.replace(from, to))).toThrow(reason)
})
