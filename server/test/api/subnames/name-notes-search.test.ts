import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { notesOf, type WireRow } from '../../support/entities/name-notes.ts'
import { blockOrDelete, ethereumAddress, seedSubname } from '../../support/entities/subnames.ts'
import { dataOf } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

describeOnEachService('Searches and lists by tags', (service) => {
  const { withKey, change, changeMany, rows, labels } = notesOf(service)

  describe('the search', () => {
    const search = async (text: string) =>
      dataOf<{ data: readonly { readonly ens: string; readonly matched: string }[] }>(
        await service().call(
          'GET',
          `/byname/v1/workspaces/${service().workspaceId}/names?limit=100&search=${encodeURIComponent(text)}`,
          withKey(),
        ),
      ).data.map(({ ens, matched }) => `${ens} ${matched}`)

    it('finds names by tags and texts of all domains, and says why', async () => {
      const [one, two] = [await service().onboard(), await service().onboard({ chainId: 11155111 })]
      await seedSubname(service(), one, 'basalt')
      await seedSubname(service(), one, 'tagged')
      await seedSubname(service(), two, 'texted', {
        addresses: [ethereumAddress(createWallet().address)],
        texts: [
          { key: 'com.twitter', value: '@BasaltWorks' },
          { key: 'url', value: 'https://basalt.example/"quoted"\\path' },
        ],
      })
      await seedSubname(service(), two, 'other-text', {
        addresses: [ethereumAddress(createWallet().address)],
        texts: [{ key: 'com.example.secret', value: 'basalt' }],
      })
      await change(one, 'tagged', { tags: ['Basalt partner', 'v1.2'] })
      const [tagged, texted] = [`tagged.${one.name} tag`, `texted.${two.name} text`]
      expect(await search('basalt')).toEqual([`basalt.${one.name} label`, tagged, texted])
      expect(await search('salt PARTNER')).toEqual([tagged])
      expect(await search('v1.2')).toEqual([tagged])
      expect(await search('BASALT.EXAMPLE/')).toEqual([texted])
      expect(await search('"quoted"\\')).toEqual([texted])
      expect(await search('@basaltworks')).toEqual([texted])
      expect(await search('com.twitter')).toEqual([])
    })

    const word = fc.constantFrom('onyx', 'Onyx', 'ruby', 'on', 'r.u', 'ÖL', 'öl-x', 'a"b', 'a\\b', '%', '_')
    const phrase = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '))
    const key = fc.constantFrom('description', 'url', 'location', 'com.twitter', 'avatar', 'com.example')
    const seeded = fc.record({
      tags: fc.uniqueArray(phrase, { maxLength: 3, selector: (tag) => tag.toLowerCase() }),
      texts: fc.uniqueArray(fc.record({ key, value: phrase }), { maxLength: 3, selector: ({ key }) => key }),
    })
    const shown = ['name', 'description', 'url', 'email', 'location', 'com.twitter']
    const ascii = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

    it('rule: a search finds what a naive filter of labels, tags and texts finds, in lists and in the workspace', async () => {
      await fc.assert(
        fc.asyncProperty(
          ...([
            fc.array(seeded, { minLength: 3, maxLength: 8 }),
            fc.array(word, { minLength: 6, maxLength: 6 }),
          ] as const),
          async (names, words) => {
            const domain = await service().onboard()
            for (const [index, { texts, tags }] of names.entries()) {
              const label = index % 4 === 3 ? `onyx-${index}` : `n-${index}`
              await seedSubname(service(), domain, label, {
                ...{ texts, addresses: [ethereumAddress(createWallet().address)] },
              })
              if (tags.length > 0) expect((await change(domain, label, { tags })).status).toBe(200)
            }
            for (const text of new Set([...words, 'onyx ruby', 'description'])) {
              const isLong = [...text].length >= 3
              const expected = names.flatMap(({ tags, texts }, index) => {
                const label = index % 4 === 3 ? `onyx-${index}` : `n-${index}`
                const lower = text.toLowerCase()
                const isLike = isLong ? label.includes(lower) : label.startsWith(lower)
                const isTagged = tags.some((tag) =>
                  isLong ? tag.toLowerCase().includes(lower) : tag.toLowerCase().startsWith(lower),
                )
                const hasText = texts.some(
                  ({ key, value }) => isLong && shown.includes(key) && ascii(value).includes(ascii(text)),
                )
                const reason = isLike ? 'label' : isTagged ? 'tag' : hasText ? 'text' : undefined
                return reason ? [`${label}.${domain.name} ${reason}`] : []
              })
              const encoded = encodeURIComponent(text)
              const listed = (await rows(domain, `search=${encoded}`)).map(
                ({ ens, matched }) => `${ens} ${matched}`,
              )
              expect(listed.toSorted(), text).toEqual(expected.toSorted())
              const found = (await search(text)).filter((match) => match.includes(domain.name))
              expect(found.toSorted(), text).toEqual(expected.toSorted())
            }
            await blockOrDelete(service(), domain, 'deleted')
          },
        ),
        { numRuns: 6 },
      )
    })
  })

  it('a list by tag goes with states, orders, searches and cursors', async () => {
    const domain = await service().onboard()
    const all = Array.from({ length: 7 }, (_, index) => `${'gfedcba'[index]}-name`)
    for (const label of all) await seedSubname(service(), domain, label)
    await changeMany(domain, { labels: all.filter((_, index) => index % 2 === 0), addTags: ['even'] })
    const even = ['g-name', 'e-name', 'c-name', 'a-name']
    expect(await labels(domain, 'tag=even')).toEqual(even)
    expect(await labels(domain, 'tag=even&order=newest')).toEqual(even.toReversed())
    expect(await labels(domain, 'tag=even&order=label')).toEqual(even.toReversed())
    expect(await labels(domain, 'tag=even&state=reserved')).toEqual([])
    expect(await labels(domain, 'tag=even&state=claimed&search=name')).toEqual(even.toReversed())
    expect(await labels(domain, 'tag=even&search=e-')).toEqual(['e-name'])
    expect(await labels(domain, 'tag=even&has=text:url')).toEqual([])
    expect(await labels(domain, 'tag=odd')).toEqual([])
    const path = `/byname/v1/domains/${domain.name}/managed-names?chainId=${domain.chainId}&tag=even&limit=3&count=true`
    interface WirePage {
      readonly data: readonly WireRow[]
      readonly next: string | null
      readonly total: object | null
    }
    const first = dataOf<WirePage>(await service().call('GET', path, withKey()))
    expect(first.total).toEqual({ count: 4, isExact: true })
    const second = dataOf<WirePage>(await service().call('GET', `${path}&after=${first.next}`, withKey()))
    expect([...first.data, ...second.data].map(({ ens }) => ens)).toEqual(
      even.map((label) => `${label}.${domain.name}`),
    )
    expect(second.next).toBeNull()
  })
})
