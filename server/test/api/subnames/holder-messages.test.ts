import { expect, it } from 'vitest'
import { eraseName } from '../../../src/core/subnames/remove.ts'
import { normalizeName } from '../../../src/ens/names.ts'
import { createAdminKey, createKey, createWorkspaceWithKey } from '../../support/credentials/api-keys.ts'
import { createWallet, type Signer } from '../../support/credentials/signed-headers.ts'
import { purposeOf, transfer } from '../../support/credentials/single-use.ts'
import { issue, postBatch } from '../../support/entities/batches.ts'
import { deleteDomain, requestOnboarding } from '../../support/entities/domains.ts'
import { messagesOf, type WireSent } from '../../support/entities/holder-messages.ts'
import type { OnChain } from '../../support/entities/on-chain.ts'
import {
  blockOrDelete,
  ethereumAddress,
  seedReservation,
  seedSubname,
} from '../../support/entities/subnames.ts'
import { readEventLog } from '../../support/events/event-log.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

describeOnEachService('Messages for holders', (service) => {
  const { send, sent, readOfName, ofName, readOwn, own, ownTexts, dismiss } = messagesOf(service)

  const give = (domain: OnChain, label: string, { address }: Signer) =>
    seedSubname(service(), domain, label, { addresses: [ethereumAddress(address)] })

  it('200 with the names and the holders that get it, who read it once, and dismiss it for all their names', async () => {
    const [domain, ada, bob] = [await service().onboard(), createWallet(), createWallet()]
    for (const label of ['ada', 'ada-2']) await give(domain, label, ada)
    await give(domain, 'bob', bob)
    await seedReservation(service(), domain, 'waiting', createWallet().address)
    const text = '  We meet\u00a0 on <b>Friday</b>: https://acme.example Cafe\u0301 '
    const labels = ['ada', 'ADA-2', 'bob', 'waiting', 'gone', 'ada']
    const result = dataOf<WireSent>(await send(domain, { labels, text }))
    expect(result).toEqual({
      messageId: expect.any(String),
      names: 3,
      recipients: [
        { address: ada.address, names: 2 },
        { address: bob.address, names: 1 },
      ],
      failed: [
        expect.objectContaining({ label: 'waiting', name: 'NotClaimedException' }),
        expect.objectContaining({ label: 'gone', name: 'SubnameNotFoundException' }),
      ],
    })
    const id = result.messageId ?? ''
    const words = 'We meet on <b>Friday</b>: https://acme.example Caf\u00e9'
    expect(await own(ada)).toEqual({
      data: [
        {
          ...{ id, domain: domain.name, chainId: 1, title: null, text: words, nameCount: 2 },
          names: [`ada.${domain.name}`, `ada-2.${domain.name}`],
          createdAt: expect.stringMatching(/Z$/),
          expiresAt: expect.stringMatching(/Z$/),
        },
      ],
      next: null,
    })
    expect(await ofName(domain, 'ada-2')).toMatchObject([
      { id, text: words, holder: ada.address, dismissedAt: null },
    ])
    const first = dataOf<{ dismissedAt: string }>(await dismiss(ada, id))
    expect(first).toEqual({ id, dismissedAt: expect.stringMatching(/Z$/) })
    service().clock.offsetMs += 5000
    expect(dataOf(await dismiss(ada, id))).toEqual(first)
    expect(await ownTexts(ada)).toEqual([])
    expect(await ownTexts(bob)).toEqual([words])
    for (const label of ['ada', 'ada-2'])
      expect(await ofName(domain, label)).toMatchObject([{ id, dismissedAt: first.dismissedAt }])
    expect(await ofName(domain, 'bob')).toMatchObject([{ id, dismissedAt: null }])
  })

  it('rule: a dry run says who would get it and what would fail, and leaves nothing', async () => {
    const [domain, ada] = [await service().onboard(), createWallet()]
    await give(domain, 'ada', ada)
    const events = (await readEventLog(service().context.store)).length
    const body = { labels: ['ada', 'gone'], text: 'Hello', dryRun: true }
    expect(dataOf(await send(domain, body))).toMatchObject({
      messageId: null,
      names: 1,
      recipients: [{ address: ada.address, names: 1 }],
      failed: [{ label: 'gone' }],
    })
    expect(await ofName(domain, 'ada')).toEqual([])
    expect(await readEventLog(service().context.store)).toHaveLength(events)
  })

  it('an event of the domain with the numbers, without the text, and no event for a dismissal', async () => {
    const [domain, ada] = [await service().onboard(), createWallet()]
    for (const label of ['ada', 'ada-2']) await give(domain, label, ada)
    const id = await sent(domain, ['ada', 'ada-2'], 'a secret word')
    dataOf(await dismiss(ada, id))
    dataOf(await send(domain, { labels: ['gone'], text: 'a secret word' }))
    const log = await readEventLog(service().context.store)
    const ofDomain = log.filter(({ name, type }) => name === domain.name && type === 'domain.message_left')
    expect(ofDomain).toMatchObject([
      {
        actor: { type: 'key' },
        changes: [
          { field: 'names', key: id, before: null, after: 2 },
          { field: 'holders', key: id, before: null, after: 1 },
        ],
      },
    ])
    expect(JSON.stringify(log)).not.toContain('secret')
  })

  it('rule: no public read and no archive has a message', async () => {
    const domain = await service().onboard()
    await give(domain, 'ada', createWallet())
    await sent(domain, ['ada'], 'quartz-message')
    const [name, query] = [`ada.${domain.name}`, `chainId=${domain.chainId}`]
    const { key } = await createKey(service(), { scopes: ['names:write', 'names:export'] })
    const headers = { 'x-api-key': key }
    const requests = [
      [`/byname/v1/names/${name}?${query}`],
      [`/byname/v1/domains/${domain.name}/names?${query}`],
      [`/byname/v1/domains/${domain.name}/names?${query}&search=quartz`],
      [`/byname/v1/domains/${domain.name}/page?${query}`],
      [`/ens/v2/subnames/all?ensDomains=${domain.name}&${query}&search=quartz`],
      [`/byname/v1/domains/${domain.name}/export?${query}`, headers],
      [`/byname/v1/domains/${domain.name}/managed-names?${query}&search=quartz`, headers],
      [`/byname/v1/events?name=${domain.name}`, headers],
    ] as const
    for (const [path, headers = {}] of requests) {
      const { status, body } = await service().call('GET', path, { headers })
      expect([status, JSON.stringify(body ?? '').includes('quartz')], path).toEqual([200, false])
    }
  })

  it('401 and 403 for callers without the right, in whose names nothing is left; 404 for unknown names and domains', async () => {
    const [domain, ada] = [await service().onboard(), createWallet()]
    await give(domain, 'ada', ada)
    const { key: foreign } = await createWorkspaceWithKey(service())
    const { key: reader } = await createKey(service(), { scopes: ['domains:write'] })
    const body = { labels: ['ada'], text: 'Hello' }
    expectError(await send(domain, body, { key: '' }), 401, 'InvalidApiKeyException')
    expectError(await readOfName(domain, 'ada', ''), 401, 'InvalidApiKeyException')
    for (const key of [foreign, reader])
      expectError(await send(domain, body, { key }), 403, 'ForbiddenException')
    expectError(await send(domain, { ...body, dryRun: true }, { key: foreign }), 403, 'ForbiddenException')
    expectError(await readOfName(domain, 'ada', foreign), 403, 'ForbiddenException')
    expect(dataOf(await readOfName(domain, 'ada', reader))).toEqual({ messages: [] })
    expectError(await readOfName(domain, 'absent'), 404, 'SubnameNotFoundException')
    expectError(await send({ ...domain, name: 'unknown.eth' }, body), 404, 'EnsNotFound')
    expect(await ownTexts(ada)).toEqual([])
  })

  it.each([
    ['no text', {}],
    ['an empty text', { text: '' }],
    ['only white space', { text: ' \u00a0 ' }],
    ['a line feed', { text: 'a\nb' }],
    ['a control character', { text: 'a\u009bb' }],
    ['501 characters', { text: 'x'.repeat(501) }],
    ['no label', { text: 'x', labels: [] }],
    ['1,001 labels', { text: 'x', labels: Array.from({ length: 1001 }, (_, index) => `n-${index}`) }],
  ])('400 for %s, and nothing is left', async (_, body) => {
    const domain = await service().onboard()
    await give(domain, 'ada', createWallet())
    expectError(await send(domain, { labels: ['ada'], ...body }), 400, 'BadRequestException')
    expect(await ofName(domain, 'ada')).toEqual([])
  })

  it('a text of 500 characters is kept; one that is no label is refused with the name of the error', async () => {
    const [domain, ada] = [await service().onboard(), createWallet()]
    await give(domain, 'ada', ada)
    await sent(domain, ['ada'], '\u{1f44d}'.repeat(250))
    expect(await ownTexts(ada)).toEqual(['\u{1f44d}'.repeat(250)])
    expectError(await send(domain, { labels: ['not a label'], text: 'x' }), 400, 'InvalidNameException')
  })

  it('rule: another holder does not get it, whether by a transfer or by the owner; the former one does no more', async () => {
    const [domain, ada, eve] = [await service().onboard(), createWallet(), createWallet()]
    for (const label of ['moved', 'put']) await give(domain, label, ada)
    const id = await sent(domain, ['moved', 'put'], 'For Ada')
    dataOf(await transfer(service(), ada, `moved.${domain.name}`, eve.address))
    expect(await own(ada)).toMatchObject({ data: [{ id, names: [`put.${domain.name}`], nameCount: 1 }] })
    const { key } = await createKey(service(), { scopes: ['names:write', 'names:revoke'] })
    const put = {
      action: 'put',
      label: 'put',
      addresses: [ethereumAddress(eve.address)],
      holder: eve.address,
    }
    dataOf(await postBatch({ ...service(), key }, domain, [put]))
    for (const wallet of [ada, eve]) {
      expect(await ownTexts(wallet)).toEqual([])
      expectError(await dismiss(wallet, id), 404, 'MessageNotFoundException')
    }
    expect(await ofName(domain, 'moved')).toMatchObject([{ text: 'For Ada', holder: ada.address }])
    await sent(domain, ['moved', 'put'], 'For Eve')
    expect(await ofName(domain, 'moved')).toMatchObject([{ text: 'For Eve', holder: eve.address }])
    expect(await ownTexts(eve)).toEqual(['For Eve'])
  })

  it('rule: a change by the owner that keeps the holder keeps the message', async () => {
    const [domain, ada] = [await service().onboard(), createWallet()]
    await give(domain, 'ada', ada)
    await sent(domain, ['ada'], 'Stays')
    const { key } = await createKey(service(), { scopes: ['names:write', 'names:revoke'] })
    const texts = [{ key: 'url', value: 'https://acme.example' }]
    dataOf(await postBatch({ ...service(), key }, domain, [{ action: 'put', label: 'ada', texts }]))
    expect(await ownTexts(ada)).toEqual(['Stays'])
  })

  it('rule: it is deleted with the name, by a revocation or an erasure, and a new name does not have it', async () => {
    const [domain, ada] = [await service().onboard(), createWallet()]
    for (const label of ['revoked', 'erased']) await give(domain, label, ada)
    await sent(domain, ['revoked', 'erased'], 'Gone')
    const { key } = await createKey(service(), { scopes: ['names:write', 'names:revoke'] })
    const revoke = [{ action: 'revoke', label: 'revoked' }]
    dataOf(await postBatch({ ...service(), key }, domain, revoke))
    await eraseName(service().context, { chainId: 1, name: normalizeName(`erased.${domain.name}`) })
    for (const label of ['revoked', 'erased']) {
      await give(domain, label, ada)
      expect(await ofName(domain, label)).toEqual([])
    }
    expect(await ownTexts(ada)).toEqual([])
    const { db } = service().context.store
    const left = await db.selectFrom('holderMessages').select('id').where('text', '=', 'Gone').execute()
    expect(left).toEqual([])
  })

  it('rule: they are deleted when another workspace takes the domain over', async () => {
    const [domain, ada] = [await service().onboard(), createWallet()]
    await give(domain, 'ada', ada)
    await sent(domain, ['ada'], 'Of the former owner')
    dataOf(await deleteDomain(service(), domain), 201)
    expect(await ownTexts(ada)).toEqual([])
    const { key, workspaceId } = await createWorkspaceWithKey(service())
    const admin = await createAdminKey(service())
    dataOf(await requestOnboarding(service(), domain, admin, workspaceId))
    expect(dataOf(await readOfName(domain, 'ada', key))).toEqual({ messages: [] })
    expect(await ownTexts(ada)).toEqual([])
  })

  it('403 while the domain is blocked, whose messages no holder reads or dismisses', async () => {
    const [domain, ada] = [await service().onboard(), createWallet()]
    await give(domain, 'ada', ada)
    const id = await sent(domain, ['ada'], 'Hidden')
    await blockOrDelete(service(), domain, 'blocked')
    expectError(await send(domain, { labels: ['ada'], text: 'x' }), 403, 'DomainBlockedException')
    expectError(await readOfName(domain, 'ada'), 403, 'DomainBlockedException')
    expect(await ownTexts(ada)).toEqual([])
    expectError(await dismiss(ada, id), 404, 'MessageNotFoundException')
  })

  it('rule: a name has at most five that its holder has not dismissed, and the newest of those dismissed', async () => {
    const [domain, ada] = [await service().onboard(), createWallet()]
    for (const label of ['ada', 'other']) await give(domain, label, ada)
    const first = await sent(domain, ['ada'], 'text 0')
    for (let index = 1; index < 5; index++) await sent(domain, ['ada'], `text ${index}`)
    const full = { failed: [{ label: 'ada', name: 'LimitReachedException' }] }
    expect(dataOf(await send(domain, { labels: ['ada'], text: 'x', dryRun: true }))).toMatchObject(full)
    expect(dataOf(await send(domain, { labels: ['ada', 'other'], text: 'x' }))).toMatchObject({
      ...full,
      names: 1,
    })
    expect(dataOf(await send(domain, { labels: ['ada'], text: 'x' }))).toMatchObject({
      ...full,
      ...{ messageId: null, names: 0 },
    })
    dataOf(await dismiss(ada, first))
    for (let index = 5; index < 12; index++)
      dataOf(await dismiss(ada, await sent(domain, ['ada'], `text ${index}`)))
    const kept = await ofName(domain, 'ada')
    expect(kept.map(({ text }) => text)).toEqual(
      [11, 10, 9, 8, 7, 6, 4, 3, 2, 1].map((index) => `text ${index}`),
    )
    const { data, next } = await own(ada, { query: '&limit=2' })
    const rest = await own(ada, { query: `&after=${next}` })
    expect([...data, ...rest.data].map(({ text }) => text)).toEqual([
      'x',
      'text 4',
      'text 3',
      'text 2',
      'text 1',
    ])
  })

  it('rule: it expires after 90 days, makes room, and is deleted', async () => {
    const [domain, ada] = [await service().onboard(), createWallet()]
    await give(domain, 'ada', ada)
    const ids = []
    for (let index = 0; index < 5; index++) ids.push(await sent(domain, ['ada'], `old ${index}`))
    service().clock.offsetMs += 90 * 86_400_000
    expect((await own(ada)).data).toEqual([])
    expectError(await dismiss(ada, ids[0] ?? ''), 404, 'MessageNotFoundException')
    expect(await ofName(domain, 'ada')).toEqual([])
    await sent(domain, ['ada'], 'new')
    expect((await own(ada)).data).toMatchObject([{ text: 'new' }])
    const { db } = service().context.store
    const stored = await db.selectFrom('holderMessages').select('id').where('id', 'in', ids).execute()
    expect(stored).toEqual([])
  })

  it('rule: an Idempotency-Key leaves one message; another text with it is refused', async () => {
    const [domain, ada] = [await service().onboard(), createWallet()]
    await give(domain, 'ada', ada)
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const again = (text: string) => send(domain, { labels: ['ada'], text }, { headers })
    const first = dataOf(await again('Once'))
    expect(dataOf(await again('Once'))).toEqual(first)
    expectError(await again('Twice'), 422, 'IdempotencyKeyReusedException')
    expect(await ownTexts(ada)).toEqual(['Once'])
  })

  it('401 for another purpose, another site, no signature and keys; another wallet neither reads nor dismisses it', async () => {
    const [domain, ada] = [await service().onboard(), createWallet()]
    await give(domain, 'ada', ada)
    const id = await sent(domain, ['ada'], 'For Ada alone')
    for (const key of [service().key, await createAdminKey(service())]) {
      const headers = { 'x-api-key': key }
      const requests = [
        service().call('GET', '/byname/v1/messages?chainId=1', { headers }),
        service().call('POST', `/byname/v1/messages/${id}/dismiss?chainId=1`, { headers }),
      ]
      for (const response of await Promise.all(requests))
        expectError(response, 401, 'MissingSignatureException')
    }
    for (const fields of [
      { resources: purposeOf('sign-in', {}) },
      { resources: purposeOf('release', { name: `ada.${domain.name}` }) },
      { domain: 'evil.example' },
      { chainId: 11155111 },
    ])
      for (const response of [await readOwn(ada, { fields }), await dismiss(ada, id, { fields })])
        expectError(response, 401, 'InvalidSignatureException')
    const impostor = { headers: { 'x-address': ada.address } }
    const eve = createWallet()
    expectError(await readOwn(eve, impostor), 401, 'InvalidSignatureException')
    expectError(await dismiss(eve, id, impostor), 401, 'InvalidSignatureException')
    expect(await ownTexts(eve)).toEqual([])
    expectError(await dismiss(eve, id), 404, 'MessageNotFoundException')
    expectError(await dismiss(ada, crypto.randomUUID()), 404, 'MessageNotFoundException')
    expect(await ownTexts(ada)).toEqual(['For Ada alone'])
  })

  it('rule: a domain leaves messages for 10,000 names a day, the others are 429 and none is left', async () => {
    const domain = await service().onboard()
    const wallet = createWallet()
    const labels = Array.from({ length: 1000 }, (_, index) => `many-${index}`)
    dataOf(
      await postBatch(
        service(),
        domain,
        labels.map((label) => issue(label, wallet.address)),
      ),
    )
    const { db } = service().context.store
    const leave = async () => {
      const response = await send(domain, { labels, text: 'Hello' })
      // So that the names have room for a further one.
      await db.deleteFrom('messageRecipients').execute()
      return response
    }
    for (let sends = 0; sends < 10; sends++) expect((await leave()).status).toBe(200)
    const refused = await send(domain, { labels, text: 'Hello' })
    expectError(refused, 429, 'TooManyRequestsException')
    expect(await ofName(domain, 'many-0')).toEqual([])
    service().clock.offsetMs += Number(refused.headers.get('retry-after')) * 1000
    expect((await leave()).status).toBe(200)
    // Another domain has its own.
    const other = await service().onboard()
    await give(other, 'ada', wallet)
    await sent(other, ['ada'], 'Hello')
  })
})
