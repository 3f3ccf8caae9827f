import { expect, it } from 'vitest'
import { readArchivedName } from '../../../src/listings/byname.ts'
import { toEntry } from '../../../src/listings/import-form.ts'
import { createApiKey } from '../../support/credentials/api-keys.ts'
import { notesOf } from '../../support/entities/name-notes.ts'
import type { OnChain } from '../../support/entities/on-chain.ts'
import { blockOrDelete, ethereumAddress, seedSubname } from '../../support/entities/subnames.ts'
import { readEventLog } from '../../support/events/event-log.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

interface Line {
  readonly type: string
  readonly label: string
  readonly tags?: readonly string[]
  readonly note?: string
}

interface Imported {
  readonly results: readonly { readonly outcome: string; readonly notes: readonly string[] }[]
}

describeOnEachService('Tags and notes in an export and an import', (service) => {
  const headers = () => ({ 'x-api-key': service().key })
  const { change, stored: read } = notesOf(service)

  const exported = async (domain: OnChain) => {
    const { context, workspaceId } = service()
    const { key } = await createApiKey(context, { workspaceId, name: 'export', scopes: ['names:export'] })
    const path = `/byname/v1/domains/${domain.name}/export?chainId=${domain.chainId}`
    const text = await (await fetch(service().url + path, { headers: { 'x-api-key': key } })).text()
    const lines = text.trimEnd().split('\n')
    return lines.map((line): Line => JSON.parse(line)).filter(({ type }) => type === 'name')
  }

  const importInto = async (domain: OnChain, names: readonly object[], more: object = {}) => {
    const { context, workspaceId } = service()
    const { key } = await createApiKey(context, { workspaceId, name: 'import', scopes: ['names:revoke'] })
    const path = `/byname/v1/domains/${domain.name}/import?chainId=${domain.chainId}`
    const body = { names, ...more }
    return dataOf<Imported>(await service().call('POST', path, { headers: { 'x-api-key': key }, body }))
      .results
  }

  /** As the console and the command send them. */
  const formsOf = (lines: readonly Line[]) =>
    lines.flatMap((line, index) => toEntry(readArchivedName(line, index + 1)).name ?? [])

  const seed = async (labels: readonly string[]) => {
    const domain = await service().onboard()
    const addresses = [ethereumAddress(`0x${'11'.repeat(20)}`)]
    for (const label of labels) await seedSubname(service(), domain, label, { addresses })
    return domain
  }

  it('rule: they arrive with their names, once, and without those of names that have none', async () => {
    const source = await seed(['alice', 'bob', 'cleo'])
    await change(source, 'alice', { tags: ['VIP', 'Équipe'], note: 'Met in Lisbon.\nTwice.' })
    await change(source, 'bob', { tags: ['vip'] })
    const lines = await exported(source)
    expect(lines.map(({ label, tags, note }) => [label, tags, note])).toEqual([
      ['alice', ['VIP', 'Équipe'], 'Met in Lisbon.\nTwice.'],
      ['bob', ['VIP'], undefined],
      ['cleo', undefined, undefined],
    ])
    const target = await seed([])
    const forms = formsOf(lines)
    const dry = await importInto(target, forms, { dryRun: true })
    expect(dry.map(({ outcome }) => outcome)).toEqual(['added', 'added', 'added'])
    expect(await importInto(target, forms)).toEqual(dry)
    for (const label of ['alice', 'bob', 'cleo'])
      expect(await read(target, label)).toEqual(await read(source, label))
    const eventsOfNames = async () =>
      (await readEventLog(service().context.store)).filter(({ type }) => type.startsWith('subname.'))
    const { length } = await eventsOfNames()
    expect((await importInto(target, forms)).map(({ outcome }) => outcome)).toEqual(
      Array(3).fill('unchanged'),
    )
    expect(await eventsOfNames()).toHaveLength(length)
  })

  it('rule: tags are added to those of a name; a note is kept or replaced by the rule, an absent one changes none', async () => {
    const source = await seed(['alice', 'bob'])
    await change(source, 'alice', { tags: ['one'], note: 'theirs' })
    const lines = formsOf(await exported(source))
    const target = await seed([])
    await importInto(target, lines)
    await change(target, 'alice', { tags: ['two'], note: 'ours' })
    await change(target, 'bob', { note: 'ours' })
    await importInto(target, lines)
    expect(await read(target, 'alice')).toEqual({ tags: ['one', 'two'], note: 'ours' })
    await importInto(target, lines, { rule: 'replace' })
    expect(await read(target, 'alice')).toEqual({ tags: ['one', 'two'], note: 'theirs' })
    expect(await read(target, 'bob')).toEqual({ tags: [], note: 'ours' })
    const others = lines.map((line) => ({
      ...line,
      texts: [{ key: 'url', value: 'https://a.example' }],
      tags: ['x'],
    }))
    expect((await importInto(target, others)).map(({ outcome }) => outcome)).toEqual(['kept', 'kept'])
    expect((await read(target, 'alice')).tags).toEqual(['one', 'two'])
  })

  it('bound: what a name or its domain has no room for is left out, with a sentence, and the names are there', async () => {
    const target = await seed(['full', 'free'])
    const lines = formsOf(await exported(target))
    const tags = (of: string, count: number) => Array.from({ length: count }, (_, index) => `${of}-${index}`)
    await change(target, 'full', { tags: tags('full', 20) })
    const more = lines.map((line) => ({ ...line, tags: ['more'] }))
    const planned = await importInto(target, more, { dryRun: true })
    expect(await importInto(target, more)).toEqual(planned)
    const [free, full] = planned
    expect([free?.notes, full?.notes]).toEqual([
      [],
      [
        expect.stringMatching(
          /^Its tags and its note are left out\. full\..* would have more than 20 tags\.$/,
        ),
      ],
    ])
    const many = Array.from({ length: 11 }, (_, index) => ({
      ...lines[0],
      label: `many-${index}`,
      tags: tags(`many-${index}`, 20),
    }))
    const results = await importInto(target, many, { dryRun: true })
    expect(await importInto(target, many)).toEqual(results)
    expect(results.map(({ outcome }) => outcome)).toEqual(Array(11).fill('added'))
    for (const { notes } of results)
      expect(notes).toEqual([expect.stringContaining('would have more than 200 different tags')])
    expect(await read(target, 'many-0')).toEqual({ tags: [], note: '' })
  })

  it('400 for tags that are not valid', async () => {
    const target = await seed([])
    const path = `/byname/v1/domains/${target.name}/import?chainId=${target.chainId}`
    for (const tags of [['a\u0007'], Array(21).fill('a'), [''], ['x'.repeat(161)]]) {
      const names = [{ label: 'a', state: 'claimed', addresses: [], tags }]
      expect((await service().call('POST', path, { headers: headers(), body: { names } })).status).toBe(400)
    }
    const names = [{ label: 'a', state: 'claimed', addresses: [], tags: ['x'.repeat(41)] }]
    const [result] = dataOf<Imported>(
      await service().call('POST', path, { headers: headers(), body: { names } }),
    ).results
    expect(result).toMatchObject({ outcome: 'added' })
    expect(result?.notes).toContainEqual(
      expect.stringMatching(/^Its tags and its note are left out\. A tag has 1 to 40/),
    )
  })

  it('errors: no such domain, and a blocked one', async () => {
    const domain = await seed(['alice'])
    const { call } = service()
    const query = `chainId=${domain.chainId}`
    const send = (method: 'GET' | 'PATCH', path: string) =>
      call(method, `/byname/v1/${path}?${query}`, {
        headers: headers(),
        ...(method === 'PATCH' && { body: { tags: ['a'] } }),
      })
    expectError(await send('PATCH', 'names/alice.absent.eth/notes'), 404, 'SubnameNotFoundException')
    const batch = { headers: headers(), body: { labels: ['alice'], addTags: ['a'] } }
    expectError(
      await call('POST', `/byname/v1/domains/absent.eth/notes/batch?${query}`, batch),
      404,
      'EnsNotFound',
    )
    expectError(await send('GET', 'domains/absent.eth/tags'), 404, 'EnsNotFound')
    expectError(await send('GET', 'domains/absent.eth/managed-names'), 404, 'EnsNotFound')
    await blockOrDelete(service(), domain, 'blocked')
    expectError(await send('GET', `domains/${domain.name}/tags`), 403, 'DomainBlockedException')
  })
})
