import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchReason, parseSearchText, searchedTextKeys } from '../../../src/ens/search-text.ts'
import { emptyRecords } from '../../../src/ens/stored-records.ts'
import type { Domain } from '../../../src/model/domain.ts'
import { updateSubnameRecords } from '../../../src/store/entities/subnames.ts'
import { countNames, readNamePage } from '../../../src/store/listing/names.ts'
import { searchSeveralDomains } from '../../../src/store/listing/several-domains.ts'
import { readNames } from '../../../src/store/listing/subnames.ts'
import type { Store } from '../../../src/store/store.ts'
import { addSubname, newSubname, onboardDomain } from '../../support/databases/entities.ts'
import { insertSubnames } from '../../support/databases/insert-subnames.ts'
import { describeOnEachStore } from '../../support/databases/stores.ts'
import { expectExactTextIndex } from '../../support/databases/text-index.ts'
import { storedDomain } from './compare.ts'

const long = 'word '.repeat(1800)

/** Of many scripts, and what is special in JSON, SQL, FTS5 and regular expressions. */
const piece = fc.constantFrom(
  ...[
    'lisbon',
    'Lisbon',
    'PORTO',
    'as',
    'a',
    ' ',
    ' of the ',
    '名古屋',
    '東京都',
    'مرحبا',
    'שלום',
    '🦄',
    '👩🏽‍🚀',
    'É',
    'é',
  ],
  ...[
    '"',
    '\\',
    '\\u0000',
    '\0',
    '\n',
    "'",
    '%',
    '_',
    '*',
    '"description","',
    '","name","',
    'description',
    'null',
    'AND',
  ],
  ...['name', '[', ']', '(.*)', '\u{f0001}', '\u2028', 'x'.repeat(80), long],
)
const value = fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join(''))
const key = fc.constantFrom(...searchedTextKeys, 'avatar', 'com.example', 'a"b', 'Name')
const texts = fc.uniqueArray(fc.record({ key, value }), { maxLength: 4, selector: ({ key }) => key })

/** Where in the texts a search is taken from: name, text, first character, characters. */
const place = fc.tuple(fc.nat(20), fc.nat(3), fc.nat(60), fc.integer({ min: 1, max: 30 }))

describeOnEachStore('The search by texts', (store) => {
  const search = async (db: Store['db'], domain: Domain, text: string) => {
    const { words } = parseSearchText(text)
    const { items } = await readNamePage(
      db,
      { domain, words, order: 'oldest' },
      { after: undefined, limit: 100 },
    )
    const several = await searchSeveralDomains(
      db,
      // As of a domain that is too large to be read.
      { domains: [{ ...domain, subnameCount: 6000, claimedCount: 6000 }], words },
      100,
    )
    return {
      items,
      several: await readNames(
        db,
        several.keys.map(({ key }) => key),
      ),
    }
  }

  it('rule: finds a text in whichever name it is, exactly where a plain reading finds it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(texts, { minLength: 1, maxLength: 12 }),
        fc.array(place, { minLength: 6, maxLength: 6 }),
        fc.array(value, { minLength: 3, maxLength: 3 }),
        async (ofNames, places, others) => {
          const onboarded = await onboardDomain(store())
          const names = ofNames.map((texts, index) =>
            newSubname(onboarded.domain, `n-${index}`, { records: { ...emptyRecords, texts } }),
          )
          await insertSubnames(store(), names)
          const domain = await storedDomain(store(), onboarded.domain)
          const taken = places.map(([name, text, start, length]) => {
            const ofName = ofNames[name % ofNames.length] ?? []
            return [...(ofName[text % Math.max(1, ofName.length)]?.value ?? 'none')]
              .slice(start, start + length)
              .join('')
          })
          for (const text of [...taken, ...others.map((other) => other.slice(0, 900))]) {
            const searchText = parseSearchText(text)
            const expected = names
              .filter(({ records, ...name }) => {
                const searched = { ...name, label: '', domainName: '', texts: records.texts, tags: [] }
                return matchReason(
                  { ...searchText, label: undefined, domain: undefined, holder: undefined },
                  searched,
                )
              })
              .map(({ name }) => name)
            const found = await search(store().db, domain, text)
            const isFound = new Set(expected)
            // What only seems to match is left out by the caller.
            expect(
              found.items
                .map(({ name }) => name)
                .filter((name) => isFound.has(name))
                .toSorted(),
            ).toEqual(expected.toSorted())
            expect(found.several.filter((name) => isFound.has(name)).toSorted()).toEqual(expected.toSorted())
          }
        },
      ),
      { numRuns: 25 },
    )
    await expectExactTextIndex(store().db, ['lisbon', 'porto', '東京都'])
  })

  describe('a large domain', () => {
    const words = { rare: 'quokka', frequent: 'common', parts: 'onmoc' }

    it('rule: a rare text is on the first page, a frequent one in pages, each name once, newest first', async () => {
      const onboarded = await onboardDomain(store())
      const names = Array.from({ length: 7000 }, (_, index) => {
        const text =
          index === 3 || index === 6000
            ? 'a Quokka'
            : index % 2 === 0
              ? 'common words'
              : 'moc com omm mmo mon'
        return newSubname(onboarded.domain, `m-${index}`, {
          isClaimed: index % 3 > 0,
          records: { ...emptyRecords, texts: [{ key: 'location', value: text }] },
        })
      })
      await insertSubnames(store(), names)
      const domain = await storedDomain(store(), onboarded.domain)
      const listing = { domain, order: 'oldest' } as const
      const first = await readNamePage(
        store().db,
        { ...listing, words: words.rare },
        { after: undefined, limit: 20 },
      )
      expect(first.items.map(({ label }) => label)).toEqual(['m-6000', 'm-3'])
      expect(first.end).toBeUndefined()
      expect(await countNames(store().db, { ...listing, words: words.rare })).toEqual({
        count: 2,
        isExact: true,
      })
      for (const isClaimed of [undefined, false]) {
        const labels: string[] = []
        let after: (typeof first)['end']
        do {
          const page = await readNamePage(
            store().db,
            { ...listing, isClaimed, words: words.frequent },
            { after, limit: 700 },
          )
          labels.push(...page.items.map(({ label }) => label))
          after = page.end
        } while (after)
        const expected = names.filter(
          (name, index) =>
            name.records.texts[0]?.value === 'common words' && (isClaimed === undefined || index % 3 === 0),
        )
        expect(labels).toEqual(expected.map(({ label }) => label).toReversed())
      }
      expect(await countNames(store().db, { ...listing, words: words.frequent })).toEqual({
        count: names.filter(({ records }) => records.texts[0]?.value === 'common words').length,
        isExact: true,
      })
      const absent = await readNamePage(
        store().db,
        { ...listing, words: words.parts },
        { after: undefined, limit: 20 },
      )
      expect(absent).toMatchObject({ items: [], end: undefined })
    })
  })

  it('rule: a text that is replaced is found no more, one of another key never was', async () => {
    const onboarded = await onboardDomain(store())
    const subname = newSubname(onboarded.domain, 'changed', {
      records: { ...emptyRecords, texts: [{ key: 'url', value: 'https://before.example' }] },
    })
    await addSubname(store(), subname)
    const domain = await storedDomain(store(), onboarded.domain)
    const records = {
      ...emptyRecords,
      texts: [
        { key: 'url', value: 'https://after.example' },
        { key: 'com.example', value: 'https://elsewhere.example' },
      ],
    }
    await store().transaction((tx) => updateSubnameRecords(tx, { subname, records, updatedAt: 2 }))
    const found = async (text: string) => (await search(store().db, domain, text)).items.length
    expect([await found('before.ex'), await found('AFTER.ex'), await found('elsewhere')]).toEqual([0, 1, 0])
    await expectExactTextIndex(store().db, ['https://before.example'])
  })
})
