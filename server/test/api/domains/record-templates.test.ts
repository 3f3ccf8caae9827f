import { expect, it } from 'vitest'
import { createApiKey, createWorkspaceWithKey } from '../../support/credentials/api-keys.ts'
import { readPagesOf } from '../../support/entities/list-pages.ts'
import { addTemplate, sendTemplate, type WireTemplate } from '../../support/entities/record-templates.ts'
import { readEventLog } from '../../support/events/event-log.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

const team = {
  name: 'Team',
  texts: [
    { key: 'url', value: 'https://acme.example/u/{label}' },
    { key: 'description', value: '{name} works here.' },
  ],
  addresses: [{ coinType: 2147492101, address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }],
  contentHash: 'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
}

const unknown = '/01997a4e-6f3c-7c1e-9d6b-0d6d8a3f2b10'

describeOnEachService('The templates of a domain', (service) => {
  const list = async (domain: { readonly name: string; readonly chainId: number }) =>
    dataOf<{ data: WireTemplate[]; next: string | null }>(await sendTemplate(service(), 'GET', domain))

  it('are added, listed by name, changed and deleted, with an event each that has no values', async () => {
    const domain = await service().onboard()
    const added = await addTemplate(service(), domain, team)
    expect(added).toMatchObject(team)
    const guests = { name: 'Guests', texts: [{ key: 'url', value: 'https://acme.example' }] }
    const second = await addTemplate(service(), domain, guests)
    expect(second).toMatchObject({ ...guests, addresses: [], contentHash: null })
    expect((await list(domain)).data).toEqual([second, added])
    const one = await sendTemplate(service(), 'GET', domain, { part: `/${added.id}` })
    expect(dataOf(one)).toEqual(added)

    const part = `/${added.id}`
    service().clock.offsetMs += 1000
    const renamed = await sendTemplate(service(), 'PATCH', domain, { part, body: { name: 'Staff' } })
    expect(dataOf(renamed)).toMatchObject({ ...team, name: 'Staff', createdAt: added.createdAt })
    expect(dataOf<WireTemplate>(renamed).updatedAt).not.toBe(added.updatedAt)
    const texts = [{ key: 'email', value: '{label}@acme.example' }]
    const body = { texts, addresses: [], contentHash: '' }
    const changed = await sendTemplate(service(), 'PATCH', domain, { part, body })
    expect(dataOf(changed)).toMatchObject({ name: 'Staff', texts, addresses: [], contentHash: null })
    const unchanged = await sendTemplate(service(), 'PATCH', domain, { part, body: { texts } })
    expect(dataOf(unchanged)).toEqual(dataOf(changed))
    expect(dataOf(await sendTemplate(service(), 'DELETE', domain, { part }))).toEqual(dataOf(changed))
    expect((await list(domain)).data).toEqual([second])
    expectError(await sendTemplate(service(), 'GET', domain, { part }), 404, 'TemplateNotFoundException')

    const events = (await readEventLog(service().context.store)).filter(
      ({ name, type }) => name === domain.name && type.startsWith('domain.template_'),
    )
    expect(events.map(({ type }) => type)).toEqual([
      'domain.template_added',
      'domain.template_added',
      'domain.template_changed',
      'domain.template_changed',
      'domain.template_removed',
    ])
    const { id } = added
    expect(events[0]?.changes).toEqual([
      { field: 'templateId', key: null, before: null, after: id },
      { field: 'template', key: null, before: null, after: 'Team' },
      {
        ...{ field: 'records', key: null, before: null },
        after: ['addresses.2147492101', 'texts.url', 'texts.description', 'contenthash'],
      },
    ])
    expect(events[2]?.changes).toEqual([
      { field: 'templateId', key: null, before: id, after: id },
      { field: 'template', key: null, before: 'Team', after: 'Staff' },
    ])
  })

  it('are in the order of code units, in pages whose cursors are of one domain', async () => {
    const [domain, other] = [await service().onboard(), await service().onboard()]
    for (const name of ['b', 'Ä', 'a', 'B', 'a b']) await addTemplate(service(), domain, { ...team, name })
    const templates = await readPagesOf<WireTemplate>(service(), 'templates', [domain, other])
    expect(templates.map(({ name }) => name)).toEqual(['B', 'a', 'a b', 'b', 'Ä'])
  })

  it('a template may have as many bytes as the bound', async () => {
    const texts = ['a', 'b'].map((key) => ({ key, value: 'x'.repeat(8_191) }))
    const domain = await service().onboard()
    await addTemplate(service(), domain, { ...team, addresses: [], contentHash: '', texts })
    const [first, ...others] = texts
    const longer = [{ key: 'a', value: `${first?.value}x` }, ...others]
    const body = { ...team, name: 'Longer', addresses: [], contentHash: '', texts: longer }
    expectError(await sendTemplate(service(), 'POST', domain, { body }), 400, 'InvalidRecordException')
  })

  it('403 for a key of another workspace, in every way', async () => {
    const domain = await service().onboard()
    const { id } = await addTemplate(service(), domain, team)
    const { key } = await createWorkspaceWithKey(service())
    const foreign = { call: service().call, key }
    const refused = [
      await sendTemplate(foreign, 'GET', domain),
      await sendTemplate(foreign, 'GET', domain, { part: `/${id}` }),
      await sendTemplate(foreign, 'POST', domain, { body: { ...team, name: 'Other' } }),
      await sendTemplate(foreign, 'PATCH', domain, { part: `/${id}`, body: { name: 'Other' } }),
      await sendTemplate(foreign, 'DELETE', domain, { part: `/${id}` }),
    ]
    for (const response of refused) expectError(response, 403, 'ForbiddenException')
    expect((await list(domain)).data).toMatchObject([team])
  })

  it('409 for a name that the domain has, also of a change; another domain may have it', async () => {
    const domain = await service().onboard()
    await addTemplate(service(), domain, team)
    await addTemplate(service(), await service().onboard(), team)
    const again = await sendTemplate(service(), 'POST', domain, { body: team })
    expectError(again, 409, 'TemplateAlreadyExistsException')
    const { id } = await addTemplate(service(), domain, { ...team, name: 'Staff' })
    const change = { part: `/${id}`, body: { name: 'Team', texts: [] } }
    expectError(await sendTemplate(service(), 'PATCH', domain, change), 409, 'TemplateAlreadyExistsException')
    expect((await list(domain)).data.map(({ name }) => name)).toEqual(['Staff', 'Team'])
    expect((await list(domain)).data[0]?.texts).toEqual(team.texts)
  })

  it('rule: a domain has at most 20, however many are added at once', async () => {
    const domain = await service().onboard()
    const responses = await Promise.all(
      Array.from({ length: 22 }, (_, index) =>
        sendTemplate(service(), 'POST', domain, { body: { ...team, name: `${index}` } }),
      ),
    )
    const refused = responses.filter(({ status }) => status !== 201)
    expect(refused).toHaveLength(2)
    for (const response of refused) expectError(response, 409, 'LimitReachedException')
    expect((await list(domain)).data).toHaveLength(20)
  })

  it.each([
    ['an address of coin type 60', { addresses: [{ coinType: 60, address: `0x${'11'.repeat(20)}` }] }],
    ['an address that is not of its coin', { addresses: [{ coinType: 0, address: 'bc1none' }] }],
    ['no record', { texts: [], addresses: [], contentHash: '' }],
    ['more bytes than the bound', { texts: ['a', 'b'].map((key) => ({ key, value: 'x'.repeat(8_192) })) }],
    ['two values of a text', { texts: ['a', 'b'].map((value) => ({ key: 'url', value })) }],
  ])('400 for %s, of a new one and of a change', async (_, records) => {
    const domain = await service().onboard()
    const { id } = await addTemplate(service(), domain, team)
    const body = { ...team, name: 'Other', ...records }
    expectError(await sendTemplate(service(), 'POST', domain, { body }), 400, 'InvalidRecordException')
    const changed = await sendTemplate(service(), 'PATCH', domain, { part: `/${id}`, body })
    expectError(changed, 400, 'InvalidRecordException')
    expect((await list(domain)).data).toMatchObject([team])
  })

  it.each([[''], [' '], ['x'.repeat(61)], ['two\nlines']])('400 for the name %j', async (name) => {
    const domain = await service().onboard()
    const response = await sendTemplate(service(), 'POST', domain, { body: { ...team, name } })
    expectError(response, 400, 'BadRequestException')
  })

  it('404 for a template of another domain', async () => {
    const [domain, other] = [await service().onboard(), await service().onboard()]
    const { id } = await addTemplate(service(), other, team)
    for (const part of [`/${id}`, unknown])
      for (const method of ['GET', 'PATCH', 'DELETE']) {
        const body = method === 'PATCH' ? { name: 'Mine' } : undefined
        const response = await sendTemplate(service(), method, domain, { part, ...(body && { body }) })
        expectError(response, 404, 'TemplateNotFoundException')
      }
    expect((await list(other)).data).toMatchObject([team])
  })

  it('403 for a key without names:write, which reads them', async () => {
    const domain = await service().onboard()
    const { id } = await addTemplate(service(), domain, team)
    const { call, workspaceId, context } = service()
    const scopes = ['domains:write'] as const
    const { key } = await createApiKey(context, { workspaceId, name: 'settings', scopes })
    const reader = { call, key }
    expect(dataOf(await sendTemplate(reader, 'GET', domain))).toMatchObject({ data: [team] })
    const refused = [
      await sendTemplate(reader, 'POST', domain, { body: { ...team, name: 'Other' } }),
      await sendTemplate(reader, 'PATCH', domain, { part: `/${id}`, body: { name: 'Other' } }),
      await sendTemplate(reader, 'DELETE', domain, { part: `/${id}` }),
    ]
    for (const response of refused) expectError(response, 403, 'ForbiddenException')
  })
})
