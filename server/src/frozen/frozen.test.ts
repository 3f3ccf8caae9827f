import fc from 'fast-check'
import { concat, keccak256, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { emptyRecords, type Records } from '../ens/stored-records.ts'
import { bucketOf, chooseDepth, encodeEntry, readEntries, wholeEntriesLength } from './bucket.ts'
import { fileName, formatFile, hashOfFileName, parseFile } from './file.ts'
import { formatManifest, parseManifest } from './manifest.ts'
import { decodeRecordSet, encodeRecordSet, resolvedRecords } from './record-set.ts'
import { bitsOfTile, countFiles, createTree, hashBucket, hashTile } from './tree.ts'
import { childTowards, rootPosition, verifyBucket, verifyLoneFile, verifyTile } from './verify-file.ts'

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
        const decoded = decodeRecordSet(encoded).records
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

  test('rule: what a holder has signed stands in the place of the records, and a proof beside either', () => {
    const records = { ...emptyRecords, texts: [{ key: 'a', value: 'one' }] }
    const [signedSets, proof] = [Buffer.from('signed'), Buffer.from('proof')]
    const sealed = decodeRecordSet(encodeRecordSet(records, { signedSets, proof }))
    expect(sealed).toEqual({ records: emptyRecords, seal: { signedSets, proof } })
    expect(decodeRecordSet(encodeRecordSet(records, { proof }))).toEqual({ records, seal: { proof } })
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
    ['with a key for the signed sets', record([0x7f, 0], 'x')],
    ['with records beside signed sets', Buffer.concat([record([2, 97], 'x'), record([0x7f], 'x')])],
    ['with a text that is not UTF-8', Buffer.concat([record([2, 97], ''), Buffer.of(0xff)])],
  ])('rule: a record set %s is refused', (_what, malformed) => {
    expect(decodeRecordSet(encoded).records.texts).toHaveLength(2)
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

  test('rule: the depth stays while buckets are at most twice, and at least a quarter, as large', () => {
    const depths = (counts: readonly number[]) => {
      let present: number | undefined
      return counts.map((names) => {
        present = chooseDepth({ names, bytes: 0 }, present)
        return present
      })
    }
    expect(depths([1000, 1024, 1025, 2048, 2049, 1024, 513, 512, 256])).toEqual([6, 6, 6, 6, 8, 6, 6, 6, 4])
  })

  test('property: the bucket of a node is its first bits', () => {
    const node = fc.uint8Array({ minLength: 32, maxLength: 32 })
    fc.assert(
      fc.property(node, fc.integer({ min: 0, max: 24 }), (value, depth) => {
        expect(BigInt(bucketOf(value, depth))).toBe(BigInt(toHex(value)) >> BigInt(256 - depth))
        expect(hashOfFileName(fileName(value))).toEqual(Buffer.from(value))
      }),
    )
    for (const path of ['manifest.json', `${'0'.repeat(63)}.json`, `${'A'.repeat(64)}.json`, '0'.repeat(64)])
      expect(hashOfFileName(path)).toBeUndefined()
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
    expect(() => parseFile(text)).toThrow('It is not {"data":"0x…"}')
  })
})

describe('trees', () => {
  test('rule: hashes are those of other libraries, with the prefix of their kind', () => {
    const bucket = Buffer.from('bucket')
    expect(toHex(hashBucket(bucket))).toBe(keccak256(concat(['0x00', toHex(bucket)])))
    expect(toHex(hashTile(bucket))).toBe(keccak256(concat(['0x01', toHex(bucket)])))
  })

  test.each([
    [0, [], 1],
    [1, [1], 3],
    [8, [8], 257],
    [9, [1, 8], 1 + 2 + 512],
    [16, [8, 8], 1 + 256 + 65536],
    [23, [7, 8, 8], 1 + 128 + 32768 + 2 ** 23],
  ])('rule: a tree of depth %i has tiles of %j bits from the root, and %i files', (depth, widths, files) => {
    const found: number[] = []
    for (let bits = depth; bits > 0; bits -= found.at(-1) ?? bits) found.push(bitsOfTile(bits))
    expect(found).toEqual(widths)
    expect(countFiles(depth)).toBe(files)
  })

  const node = fc.uint8Array({ minLength: 32, maxLength: 32 })

  test('property: each name is found on the way from the root, and no other', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(node, { selector: toHex, maxLength: 40 }),
        fc.integer({ min: 0, max: 10 }),
        (nodes, depth) => {
          const { root, files } = treeOf(nodes, depth)
          expect(files.size).toBeLessThanOrEqual(countFiles(depth))
          for (const name of nodes) expect(lookUp(files, root, name, depth)).toBe(true)
          const absent = Buffer.alloc(32, 0x5a)
          const isAbsent = nodes.every((name) => !absent.equals(name))
          expect(lookUp(files, root, absent, depth)).toBe(!isAbsent)
        },
      ),
      { numRuns: 60 },
    )
  })

  const [first, second] = [Buffer.alloc(32, 0x21), Buffer.alloc(32, 0x22)].map((name) =>
    encodeEntry(name, Buffer.alloc(0)),
  )
  const [one = Buffer.alloc(0), two = Buffer.alloc(0)] = [first, second]
  /** A bucket at the index 1 in a tree of depth 3. */
  const verify = (bucket: Buffer, path = 1) =>
    verifyBucket(formatFile(bucket), { hash: hashBucket(bucket), depth: 3, bits: 0, path })

  test('rule: a bucket is refused if its names are not sorted, occur twice, or belong elsewhere', () => {
    expect(verify(Buffer.concat([one, two]))).toHaveLength(2)
    expect(verify(Buffer.alloc(0), 2)).toEqual([])
    expect(() => verify(Buffer.concat([two, one]))).toThrow('not in their order')
    expect(() => verify(Buffer.concat([one, one]))).toThrow('not in their order')
    expect(() => verify(one, 2)).toThrow('a name of another bucket')
    expect(() => verify(one.subarray(0, 20))).toThrow('truncated')
  })

  test('rule: a tile of another level is refused, and a bucket in the place of a tile', () => {
    const children = Buffer.alloc(64, 7)
    const tile = { hash: hashTile(children), depth: 9, bits: 9, path: 0 }
    expect(verifyTile(formatFile(children), tile).map(({ bits, path }) => [bits, path])).toEqual([
      [8, 0],
      [8, 1],
    ])
    expect(() => verifyTile(formatFile(children), { ...tile, bits: 8 })).toThrow('2 children instead of 256')
    expect(() => verifyTile(formatFile(one), { ...tile, hash: hashBucket(one) })).toThrow('It has the hash')
    expect(verifyLoneFile(formatFile(children), tile.hash)).toEqual({ tile: 2 })
    expect(verifyLoneFile(formatFile(one), hashBucket(one))).toMatchObject({ names: [{}] })
    expect(() => verifyLoneFile(formatFile(one), tile.hash)).toThrow('It has the hash')
  })

  test('property: a file with any character changed is refused', () => {
    const bucket = Buffer.concat([one, two])
    const text = formatFile(bucket)
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (at, character) => {
        fc.pre(text[at] !== character)
        const changed = text.slice(0, at) + character + text.slice(at + 1)
        const position = { hash: hashBucket(bucket), depth: 3, bits: 0, path: 1 }
        expect(() => verifyBucket(changed, position)).toThrow()
      }),
      { numRuns: 1000, seed: 20261126 },
    )
  })
})

function treeOf(nodes: readonly Uint8Array[], depth: number) {
  const tree = createTree(depth)
  const files = new Map<string, string>()
  for (let index = 0; index < 2 ** depth; index++) {
    const members = nodes.filter((node) => bucketOf(node, depth) === index).toSorted(Buffer.compare)
    const bucket = Buffer.concat(members.map((node) => encodeEntry(node, Buffer.alloc(0))))
    for (const { hash, content } of tree.add(bucket)) files.set(fileName(hash), formatFile(content))
  }
  return { root: tree.root(), files }
}

function lookUp(
  files: ReadonlyMap<string, string>,
  root: Uint8Array,
  node: Uint8Array,
  depth: number,
): boolean {
  let position = rootPosition(root, depth)
  const read = () => files.get(fileName(position.hash)) ?? ''
  while (position.bits > 0) position = childTowards(node, verifyTile(read(), position))
  return verifyBucket(read(), position).some((found) => found.node === toHex(node))
}

test('rule: a manifest has one form, and a version', () => {
  const zone = { domain: 'demo.eth', chainId: 1, names: 3, records: 5, depth: 2 } as const
  const text = formatManifest({ ...zone, root: `0x${'ab'.repeat(32)}` })
  expect(parseManifest(text)).toMatchObject(zone)
  for (const [from, to, reason] of [
    ['"version": 2', '"version": 1', 'version 1 of the format'],
    ['byname-frozen-zone', 'other', 'not that of a frozen zone'],
    ['"depth": 2', '"depth": 25', 'has been changed'],
    ['"chainId": 1', '"chainId": 5', 'has been changed'],
    ['"names": 3', '"names": -3', 'has been changed'],
    ['{', '[', 'is not JSON'],
  ] as const)
    expect(() => parseManifest(text.replace(from, to))).toThrow(reason)
})
