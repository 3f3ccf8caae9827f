import { expect, it } from 'vitest'
import { maxTagsOfDomain, maxTagsOfName } from '../../../src/model/note-limits.ts'
import { createKey, createWorkspaceWithKey } from '../../support/credentials/api-keys.ts'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { issue, postBatch } from '../../support/entities/batches.ts'
import { notesOf } from '../../support/entities/name-notes.ts'
import { blockOrDelete, ethereumAddress, seedSubname } from '../../support/entities/subnames.ts'
import { readEventLog } from '../../support/events/event-log.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

describeOnEachService('Tags and notes of names', (service) => {
  const { withKey, pathOf, read, change, changeMany, tagsOf, rows, labels, stored } = notesOf(service)

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
})
