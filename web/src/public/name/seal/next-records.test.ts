import { describe, expect, test } from 'vitest'
import { concat, fromHex, toHex, uint, utf8 } from '../../../../../sdk/src/verify/bytes.ts'
import {
  addressKey,
  contentHashKey,
  type RecordEntry,
  textKey,
} from '../../../../../sdk/src/verify/records.ts'
import { decodeSignedSet, encodeRecords, encodeSignedSet } from '../../../seals/signed-set.ts'
import type { Name } from '../../page-data.ts'
import { draftOf } from '../edit/draft.ts'
import { compareRecords, nextRecords, recordsUntil, sameRecords } from './next-records.ts'
import { endOf, toRecordSet } from './prepare-set.ts'

const first = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const second = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const text = (key: string, value: string): RecordEntry => ({ key: textKey(key), value: utf8(value) })
const address = (coinType: number, value: string): RecordEntry => ({
  key: addressKey(coinType),
  value: fromHex(value),
})
/** Of a kind that no page knows. */
const unknown: RecordEntry = { key: Uint8Array.of(9, 1), value: Uint8Array.of(7) }

const signature = new Uint8Array(65)

/** What a delegate has signed until then, with the delegation. */
function delegated(validUntil: bigint, records: readonly RecordEntry[]): Uint8Array {
  const set = encodeSignedSet({ sequence: 1n, validUntil, records, signature })
  return concat(
    new Uint8Array(20),
    uint(1, 8),
    uint(validUntil + 5n, 8),
    uint(65, 2),
    signature,
    fromHex(set),
  )
}

const stored = (records: readonly RecordEntry[], tail: Uint8Array = new Uint8Array()) =>
  decodeSignedSet(
    toHex(concat(fromHex(encodeSignedSet({ sequence: 4n, validUntil: 900n, records, signature })), tail)),
  )

function nameWith(
  texts: Readonly<Record<string, string>>,
  addresses: Readonly<Record<number, string>>,
): Name {
  return {
    ...{ ens: 'alice.demo.eth', isClaimed: true, claimedAt: null, isJAN: true, holder: first, chainId: 1 },
    ...{ domain: 'demo.eth', state: 'claimed' },
    records: {
      resolverAddress: second,
      contentHash: null,
      texts: Object.entries(texts).map(([key, value]) => ({ key, value })),
      addresses: Object.entries(addresses).map(([id, value]) => ({ id: Number(id), name: id, value })),
    },
  } as Name
}

const shown = (records: readonly RecordEntry[]) =>
  records.map(({ key, value }) => `${toHex(key)} ${toHex(value)}`)

describe('What a holder signs next', () => {
  test('is all that is in the form, in the order of the keys, without what is empty', async () => {
    const name = nameWith({ url: 'https://a.example', name: 'Alice' }, { 60: first })
    const draft = {
      texts: { url: '', name: 'Alice', 'com.github': 'alice', é: '☂' },
      addresses: { 60: ` ${second} `, 2147483648: first.toLowerCase(), 0: '' },
      contentHash: 'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
    }
    const { records } = await nextRecords(
      name,
      draft,
      stored([address(60, first), text('url', 'https://a.example')]),
    )
    expect(shown(records).slice(0, -1)).toEqual(
      shown([
        address(60, second),
        address(2147483648, first),
        text('com.github', 'alice'),
        text('name', 'Alice'),
        text('é', '☂'),
      ]),
    )
    expect(records.at(-1)?.key).toEqual(contentHashKey)
    expect(encodeRecords(records).length).toBeGreaterThan(100)
  })

  test('keeps the bytes of what is as it was, and records of unknown kinds', async () => {
    // Bytes that have no usual form.
    const odd = address(501, '0x0102')
    const name = nameWith({}, { 60: first, 501: '0x0102' })
    const set = stored([address(60, first), odd, unknown])
    const { records } = await nextRecords(name, draftOf(name), set)
    expect(shown(records)).toEqual(shown([address(60, first), odd, unknown]))
  })

  test("leaves a delegate's texts to the delegate, unless they are changed, or would end before", async () => {
    const own = [address(60, first), text('url', 'https://own.example')]
    const theirs = [text('avatar', 'https://theirs.example'), text('mapp', 'of theirs'), text('url', 'taken')]
    const set = stored(own, delegated(1000n, theirs))
    const name = nameWith(
      { url: 'https://own.example', avatar: 'https://theirs.example', mapp: 'of theirs' },
      { 60: first },
    )
    const draft = { ...draftOf(name), texts: { ...draftOf(name).texts, mapp: 'changed' } }
    const next = await nextRecords(name, draft, set)
    const [addressOfFirst, url] = own
    if (!addressOfFirst || !url) throw new Error('The set has two records.')
    const changed = text('mapp', 'changed')
    expect(shown(recordsUntil(next, set, 1000n))).toEqual(
      shown([addressOfFirst, changed, url].toSorted(byKey)),
    )
    expect(shown(recordsUntil(next, set, 1001n))).toEqual(
      shown([addressOfFirst, changed, url, text('avatar', 'https://theirs.example')].toSorted(byKey)),
    )
    const again = sameRecords(set)
    expect(shown(recordsUntil(again, set, 1000n))).toEqual(shown(own))
    expect(shown(recordsUntil(again, set, 1001n))).toEqual(
      shown([...own, ...theirs.slice(0, 2)].toSorted(byKey)),
    )
  })

  test('is compared with what was signed', () => {
    const before = [address(60, first), text('name', 'Alice'), text('url', 'https://a.example')]
    const after = [address(60, second), text('com.github', 'alice'), text('url', 'https://a.example')]
    expect(compareRecords(before, after).map(({ state, record }) => [state, toHex(record.key)])).toEqual(
      [
        ['changed', toHex(addressKey(60))],
        ['gone', toHex(textKey('name'))],
        ['new', toHex(textKey('com.github'))],
        ['same', toHex(textKey('url'))],
      ].toSorted(([, one = ''], [, other = '']) => (one < other ? -1 : 1)),
    )
  })

  test('has the time as its number, or the next one where that is greater', () => {
    const prepared = (sequence: bigint) => ({
      name: nameWith({}, {}),
      stored: { ...stored([]), sequence },
      next: { records: [], delegated: [] },
    })
    const { stored: _, ...unsigned } = prepared(0n)
    expect(toRecordSet(unsigned, 1n, 5_000_999).sequence).toBe(5000n)
    expect(toRecordSet(prepared(4n), 1n, 5_000_999).sequence).toBe(5000n)
    expect(toRecordSet(prepared(5000n), 1n, 5_000_999).sequence).toBe(5001n)
    expect(endOf('24', 0)).toBeLessThanOrEqual(2n * 366n * 86_400n)
  })
})

function byKey(one: RecordEntry, other: RecordEntry): number {
  return toHex(one.key) < toHex(other.key) ? -1 : 1
}
