import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxTagsOfDomain, maxTagsOfName } from '../../../src/model/name-notes.ts'
import { createKey, createWorkspaceWithKey } from '../../support/credentials/api-keys.ts'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { issue, postBatch } from '../../support/entities/batches.ts'
import type { OnChain } from '../../support/entities/on-chain.ts'
import { blockOrDelete, ethereumAddress, seedSubname } from '../../support/entities/subnames.ts'
import { readEventLog } from '../../support/events/event-log.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

interface WireNotes {
  readonly name: string
  readonly tags: readonly string[]
  readonly note: string
}

interface WireRow {
  readonly ens: string
  readonly matched?: string
  readonly tags: readonly string[]
  readonly hasNote: boolean
}

describeOnEachService('Tags and notes of names', (service) => {
  const withKey = (key = service().key, headers = {}) => ({ headers: { 'x-api-key': key, ...headers } })

  const pathOf = (domain: OnChain, label: string) =>
    `/byname/v1/names/${encodeURIComponent(`${label}.${domain.name}`)}/notes?chainId=${domain.chainId}`

  const read = (domain: OnChain, label: string, key?: string) =>
    service().call('GET', pathOf(domain, label), withKey(key))

  const change = (domain: OnChain, label: string, body: object, headers = {}, key?: string) =>
    service().call('PATCH', pathOf(domain, label), { ...withKey(key, headers), body })

  const changeMany = (domain: OnChain, body: object, key?: string) =>
    service().call('POST', `/byname/v1/domains/${domain.name}/notes/batch?chainId=${domain.chainId}`, {
      ...withKey(key),
      body,
    })

  const tagsOf = async (domain: OnChain) =>
    dataOf<{ tags: readonly { readonly tag: string; readonly names: number }[] }>(
      await service().call(
        'GET',
        `/byname/v1/domains/${domain.name}/tags?chainId=${domain.chainId}`,
        withKey(),
      ),
    ).tags.map(({ tag, names }) => `${tag} ${names}`)

  const rows = async (domain: OnChain, query: string) =>
    dataOf<{ data: readonly WireRow[] }>(
      await service().call(
        'GET',
        `/byname/v1/domains/${domain.name}/managed-names?chainId=${domain.chainId}&limit=100&${query}`,
        withKey(),
      ),
    ).data

  const labels = async (domain: OnChain, query: string) =>
    (await rows(domain, query)).map(({ ens }) => ens.slice(0, ens.indexOf('.')))

  const stored = async (domain: OnChain, label: string) => {
    const { tags, note } = dataOf<WireNotes>(await read(domain, label))
    return { tags, note }
  }

  it('200 with what was changed, merged, in the spelling of the domain', async () => {
    const domain = await service().onboard()
    for (const label of ['alice', 'bob']) await seedSubname(service(), domain, label)
    expect(await stored(domain, 'alice')).toEqual({ tags: [], note: '' })
    const first = await change(domain, 'alice', { tags: [' VIP ', 'Cafe\u0301', 'vip'], note: ' Paid. ' })
    expect(dataOf(first)).toEqual({ name: `alice.${domain.name}`, tags: ['Café', 'VIP'], note: 'Paid.' })
    expect(dataOf(await change(domain, 'bob', { addTags: ['vip', 'new'] }))).toMatchObject({
      tags: ['new', 'VIP'],
    })
    expect(dataOf(await change(domain, 'alice', { removeTags: ['CAFÉ', 'absent'] }))).toMatchObject({
      ...{ tags: ['VIP'], note: 'Paid.' },
    })
    expect(dataOf(await change(domain, 'alice', {}))).toMatchObject({ tags: ['VIP'], note: 'Paid.' })
    expect(await tagsOf(domain)).toEqual(['new 1', 'VIP 2'])
    expect(dataOf(await change(domain, 'alice', { tags: [], note: '' }))).toMatchObject({
      tags: [],
      note: '',
    })
    expect(await tagsOf(domain)).toEqual(['new 1', 'VIP 1'])
  })

  it('an event for each change, with the tags and without the words of the note', async () => {
    const domain = await service().onboard()
    await seedSubname(service(), domain, 'alice')
    await change(domain, 'alice', { tags: ['vip'], note: 'a secret' })
    await change(domain, 'alice', { tags: ['vip'], note: 'a secret' })
    await change(domain, 'alice', { tags: ['new'], note: 'another secret' })
    const log = await readEventLog(service().context.store)
    const events = log.filter(
      ({ name, type }) => name === `alice.${domain.name}` && type === 'subname.changed',
    )
    expect(events.map(({ changes }) => changes)).toEqual([
      [
        { field: 'tags', key: 'vip', before: false, after: true },
        { field: 'note', key: null, before: false, after: true },
      ],
      [
        { field: 'tags', key: 'vip', before: true, after: false },
        { field: 'tags', key: 'new', before: false, after: true },
        { field: 'note', key: null, before: true, after: true },
      ],
    ])
    expect(JSON.stringify(log)).not.toContain('secret')
  })

  it('rule: no public read has them, and no public search finds a name by them', async () => {
    const domain = await service().onboard()
    await seedSubname(service(), domain, 'alice')
    await change(domain, 'alice', { tags: ['quartz-tag'], note: 'a quartz-note' })
    const name = `alice.${domain.name}`
    const query = `chainId=${domain.chainId}`
    const paths = [
      `/byname/v1/names/${name}?${query}`,
      `/byname/v1/domains/${domain.name}/names?${query}`,
      `/byname/v1/domains/${domain.name}/names?${query}&search=quartz`,
      `/byname/v1/domains/${domain.name}/page?${query}`,
      `/ens/v1/subname/subname?subname=${name}&${query}`,
      `/ens/v2/subnames/all?ensDomains=${domain.name}&${query}`,
      `/ens/v2/subnames/all?ensDomains=${domain.name}&${query}&search=quartz`,
      `/ens/v1/subname/search?name=quartz&${query}`,
    ]
    for (const path of paths) {
      const { status, body } = await service().call('GET', path)
      expect([status, JSON.stringify(body).includes('quartz')], path).toEqual([200, false])
    }
  })

  it('401 without a credential, 403 for keys of another workspace and for those that only read', async () => {
    const domain = await service().onboard()
    await seedSubname(service(), domain, 'alice')
    await change(domain, 'alice', { tags: ['vip'] })
    const { key } = await createWorkspaceWithKey(service())
    const { key: reader } = await createKey(service(), { scopes: ['domains:write'] })
    expectError(await service().call('GET', pathOf(domain, 'alice')), 401, 'InvalidApiKeyException')
    const managed = `/byname/v1/domains/${domain.name}/managed-names?chainId=${domain.chainId}`
    const tags = `/byname/v1/domains/${domain.name}/tags?chainId=${domain.chainId}`
    const foreign = [
      await read(domain, 'alice', key),
      await change(domain, 'alice', { tags: [] }, {}, key),
      await changeMany(domain, { labels: ['alice'], removeTags: ['vip'] }, key),
      await service().call('GET', managed, withKey(key)),
      await service().call('GET', tags, withKey(key)),
      await change(domain, 'alice', { tags: [] }, {}, reader),
      await changeMany(domain, { labels: ['alice'], removeTags: ['vip'] }, reader),
    ]
    for (const response of foreign) expectError(response, 403, 'ForbiddenException')
    expect(dataOf(await read(domain, 'alice', reader))).toMatchObject({ tags: ['vip'] })
    expectError(await read(domain, 'absent'), 404, 'SubnameNotFoundException')
    await blockOrDelete(service(), domain, 'blocked')
    expectError(await read(domain, 'alice'), 403, 'DomainBlockedException')
    expectError(await change(domain, 'alice', { tags: [] }), 403, 'DomainBlockedException')
    expect(await rows(domain, 'search=vip')).toEqual([])
  })

  it('412 for another state than the expected one; a change of records makes no other', async () => {
    const domain = await service().onboard()
    await seedSubname(service(), domain, 'alice')
    const etag = (await read(domain, 'alice')).headers.get('etag') ?? ''
    await postBatch(service(), domain, [
      { action: 'put', label: 'alice', texts: [{ key: 'url', value: 'https://acme.example' }] },
    ])
    const changed = await change(domain, 'alice', { addTags: ['a'] }, { 'if-match': etag })
    expect(dataOf(changed)).toMatchObject({ tags: ['a'] })
    const late = await change(domain, 'alice', { addTags: ['b'] }, { 'if-match': etag })
    expectError(late, 412, 'PreconditionFailedException')
    expect(changed.headers.get('etag')).toBe((await read(domain, 'alice')).headers.get('etag'))
    expect((await stored(domain, 'alice')).tags).toEqual(['a'])
  })

  it.each([
    ['a blank tag', { addTags: ['  '] }],
    ['a tag of 41 characters', { addTags: ['🎉'.repeat(41)] }],
    ['a tag of two lines', { addTags: ['a\nb'] }],
    ['a note of 2,001 characters', { note: 'x'.repeat(2001) }],
    ['21 tags in one request', { addTags: Array.from({ length: 21 }, (_, index) => `${index}`) }],
  ])('400 for %s, and nothing is changed', async (_, body) => {
    const domain = await service().onboard()
    await seedSubname(service(), domain, 'alice')
    expectError(await change(domain, 'alice', body), 400, 'BadRequestException')
    expectError(await changeMany(domain, { labels: ['alice'], ...body }), 400, 'BadRequestException')
    expect(await stored(domain, 'alice')).toEqual({ tags: [], note: '' })
  })

  it('a tag of 40 characters beyond the basic plane and a note of 2,000 characters are kept', async () => {
    const domain = await service().onboard()
    await seedSubname(service(), domain, 'alice')
    const notes = { tags: ['🎉'.repeat(40)], note: `${'é\n'.repeat(999)}é` }
    expect(dataOf(await change(domain, 'alice', notes))).toMatchObject(notes)
  })

  it(`rule: a name has at most ${maxTagsOfName} tags, a domain ${maxTagsOfDomain} different ones; those of no name make room`, async () => {
    const domain = await service().onboard()
    const names = Array.from({ length: 11 }, (_, index) => `name-${index}`)
    await postBatch(
      service(),
      domain,
      names.map((label) => issue(label, createWallet().address)),
    )
    const tagsFor = (index: number) =>
      Array.from({ length: maxTagsOfName }, (_, tag) => `tag-${index}-${tag}`)
    await Promise.all(
      names.slice(0, 10).map(async (label, index) => {
        expect((await change(domain, label, { tags: tagsFor(index) })).status).toBe(200)
      }),
    )
    expectError(await change(domain, 'name-0', { addTags: ['tag-1-0'] }), 409, 'LimitReachedException')
    const full = await changeMany(domain, { labels: ['name-0', 'name-10'], addTags: ['tag-1-0'] })
    expect(dataOf(full)).toMatchObject({
      ...{ changed: 1, unchanged: 0, failed: [{ label: 'name-0', name: 'LimitReachedException' }] },
    })
    expectError(await change(domain, 'name-10', { addTags: ['another'] }), 409, 'LimitReachedException')
    expectError(
      await changeMany(domain, { labels: ['name-10'], addTags: ['another'] }),
      409,
      'LimitReachedException',
    )
    await change(domain, 'name-9', { removeTags: ['tag-9-3'] })
    expect(dataOf(await change(domain, 'name-10', { addTags: ['another'] }))).toMatchObject({
      tags: ['another', 'tag-1-0'],
    })
    expect(await tagsOf(domain)).toHaveLength(maxTagsOfDomain)
  })

  it('a batch changes up to 1,000 names in one transaction, and names those that it leaves', async () => {
    const domain = await service().onboard()
    const many = Array.from({ length: 996 }, (_, index) => `many-${index}`)
    await postBatch(
      service(),
      domain,
      [...many, 'alice'].map((label) => issue(label, createWallet().address)),
    )
    await change(domain, 'alice', { tags: ['Batch'] })
    const sent = [...many, 'ALICE', 'gone']
    const result = dataOf(await changeMany(domain, { labels: sent, addTags: ['batch'], removeTags: ['x'] }))
    expect(result).toMatchObject({
      changed: many.length,
      unchanged: 1,
      failed: [{ label: 'gone', name: 'SubnameNotFoundException' }],
    })
    expect(await tagsOf(domain)).toEqual([`Batch ${many.length + 1}`])
    const invalid = await changeMany(domain, { labels: ['alice', 'not a label'], note: 'x' })
    expectError(invalid, 400, 'InvalidNameException')
    const noted = await changeMany(domain, {
      labels: ['many-1', 'many-2'],
      note: 'both',
      removeTags: ['batch'],
    })
    expect(dataOf(noted)).toMatchObject({ changed: 2, failed: [] })
    expect(await stored(domain, 'many-2')).toEqual({ tags: [], note: 'both' })
    expect((await rows(domain, 'search=many-1'))[0]).toMatchObject({ tags: [], hasNote: true })
  })

  it('rule: they follow the name to another holder, and are gone after a revocation', async () => {
    const domain = await service().onboard()
    const notes = { tags: ['vip'], note: 'kept' }
    const put = (label: string) => ({
      ...{ action: 'put', label, addresses: [ethereumAddress(createWallet().address)] },
      holder: createWallet().address,
    })
    for (const label of ['replaced', 'revoked', 'again', 'plain']) await seedSubname(service(), domain, label)
    for (const label of ['replaced', 'revoked', 'again']) await change(domain, label, notes)
    const { key } = await createKey(service(), { scopes: ['names:write', 'names:revoke'] })
    const { body } = await postBatch({ ...service(), key }, domain, [
      put('replaced'),
      put('plain'),
      { action: 'revoke', label: 'revoked' },
      { action: 'revoke', label: 'again' },
      put('again'),
    ])
    expect(body).toMatchObject({ result: { data: { failed: 0 } } })
    expect(await stored(domain, 'replaced')).toEqual(notes)
    for (const label of ['again', 'plain'])
      expect(await stored(domain, label), label).toEqual({ tags: [], note: '' })
    expectError(await read(domain, 'revoked'), 404, 'SubnameNotFoundException')
    await seedSubname(service(), domain, 'revoked')
    expect(await stored(domain, 'revoked')).toEqual({ tags: [], note: '' })
    expect(await tagsOf(domain)).toEqual(['vip 1'])
    expect(await labels(domain, 'tag=VIP')).toEqual(['replaced'])
  })

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
