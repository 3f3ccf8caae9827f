import { expect, it } from 'vitest'
import { sealEventMark } from '../../../src/core/events/event-cursor.ts'
import { createWorkspace } from '../../../src/core/workspaces.ts'
import type { WireEventPage } from '../../../src/http/schema/event.ts'
import { createApiKey } from '../../support/credentials/api-keys.ts'
import { createWallet, signedHeaders } from '../../support/credentials/signed-headers.ts'
import { ownHost } from '../../support/credentials/single-use.ts'
import { ethereumAddress, seedSubname, subnameBody } from '../../support/entities/subnames.ts'
import { readEvents } from '../../support/events/event-stream.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

describeOnEachService('the event log over HTTP', (service) => {
  const listEvents = async (query: string, key = service().key) =>
    dataOf<WireEventPage>(
      await service().call('GET', `/byname/v1/events?${query}`, { headers: { 'x-api-key': key } }),
    )

  /** A name with each kind of change, by its holder. */
  const changedName = async (label: string) => {
    const domain = await service().onboard()
    const holder = createWallet()
    const [first, second] = [createWallet(), createWallet()]
    const text = [{ key: 'description', value: 'hello' }]
    await seedSubname(service(), domain, label, { addresses: [ethereumAddress(holder.address)], text })
    const sign = () => signedHeaders(holder, { chainId: 1 })
    const send = async (path: string, body: object) =>
      dataOf(
        await service().call('POST', `/ens/v1/subname/${path}`, {
          headers: { 'x-api-key': service().key, ...(await sign()) },
          body: { ...subnameBody(domain, label), ...body },
        }),
      )
    await send('update', {
      text: [
        { key: 'description', value: 'changed' },
        { key: 'url', value: 'https://a.example' },
      ],
    })
    await send('update', { addresses: [ethereumAddress(first.address)] })
    await send('revoke', {})
    return { domain, holder, name: `${label}.${domain.name}`, first, second }
  }

  it('rule: issuing, changing, transferring and revoking a name are events with the values before and after', async () => {
    const { domain, holder, name, first } = await changedName('alice')
    const { data: events, next, isCaughtUp } = await listEvents(`domain=${domain.name}`)
    expect(events.map(({ type }) => type)).toEqual([
      'domain.onboarded',
      'subname.issued',
      'subname.changed',
      'subname.transferred',
      'subname.revoked',
    ])
    expect([typeof next, isCaughtUp]).toEqual(['string', true])
    const [, issued, changed, transferred, revoked] = events
    expect(issued).toMatchObject({
      name,
      chainId: 1,
      workspaceId: service().workspaceId,
      domainId: domain.id,
    })
    expect(issued?.actor).toEqual({ type: 'key', address: null, keyId: service().apiKey.id })
    expect(issued?.changes).toEqual([
      { field: 'holder', key: null, before: null, after: holder.address },
      { field: 'isClaimed', key: null, before: null, after: true },
      { field: 'addresses', key: 60, before: null, after: holder.address },
      { field: 'texts', key: 'description', before: null, after: 'hello' },
    ])
    expect(changed?.actor).toEqual({ type: 'wallet', address: holder.address, keyId: null })
    expect(changed?.changes).toEqual([
      { field: 'texts', key: 'description', before: 'hello', after: 'changed' },
      { field: 'texts', key: 'url', before: null, after: 'https://a.example' },
    ])
    expect(transferred?.changes).toEqual([
      { field: 'addresses', key: 60, before: holder.address, after: first.address },
    ])
    expect(revoked?.changes).toContainEqual({
      field: 'holder',
      key: null,
      before: holder.address,
      after: null,
    })
  })

  it('rule: with the newest first, pages lead back to the oldest event', async () => {
    const { name } = await changedName('dora')
    const query = `name=${name}&limit=2`
    const { data: oldest } = await listEvents(`name=${name}`)
    const first = await listEvents(`${query}&order=newest`)
    const second = await listEvents(`${query}&order=newest&after=${first.next}`)
    expect([...first.data, ...second.data]).toEqual(oldest.toReversed())
    expect([first, second].map(({ next, isCaughtUp }) => [next === null, isCaughtUp])).toEqual([
      [false, false],
      [true, true],
    ])
  })

  it('rule: the cursor of an event begins behind it, in lists in either order and in the history, and ends a list with it', async () => {
    const { name } = await changedName('olga')
    const { data: events } = await listEvents(`name=${name}`)
    const cursor = events[1]?.cursor
    expect((await listEvents(`name=${name}&after=${cursor}`)).data).toEqual(events.slice(2))
    expect((await listEvents(`name=${name}&after=${cursor}&order=newest`)).data).toEqual(events.slice(0, 1))
    const history = `/byname/v1/names/${name}/history?chainId=1&after=${cursor}`
    const page = await service().call('GET', history, { headers: { 'x-api-key': service().key } })
    expect(dataOf<WireEventPage>(page).data).toEqual(events.slice(2))
    expect((await listEvents(`until=${cursor}&order=newest&limit=1`)).data).toEqual(events.slice(1, 2))
  })

  it('rule: pages follow one another by the cursor, and filters by type and name select', async () => {
    const { name, domain } = await changedName('bob')
    const query = `domain=${domain.name}&limit=2`
    const first = await listEvents(query)
    const second = await listEvents(`${query}&after=${first.next}`)
    const third = await listEvents(`${query}&after=${second.next}`)
    const rest = await listEvents(`${query}&after=${third.next}`)
    expect([first, second, third, rest].map(({ data }) => data.length)).toEqual([2, 2, 1, 0])
    expect(rest.next).toBe(third.next)
    expect([second, third, rest].map(({ isCaughtUp }) => isCaughtUp)).toEqual([false, true, true])
    const issued = await listEvents(`name=${name}&type=subname.issued,subname.revoked`)
    expect(issued.data.map(({ type }) => type)).toEqual(['subname.issued', 'subname.revoked'])
  })

  it('rule: an actor and a time select, alone, together and beside a type, in either order, and of a stream', async () => {
    const { name, holder } = await changedName('ines')
    const { data: events } = await listEvents(`name=${name}`)
    const ofHolder = events.filter(({ actor }) => actor.address === holder.address)
    const ofKey = events.filter(({ actor }) => actor.keyId === service().apiKey.id)
    expect([ofHolder.length, ofKey.length]).toEqual([3, 1])
    const read = async (query: string) => (await listEvents(`name=${name}&${query}`)).data
    for (const [actor, expected] of [
      [holder.address, ofHolder],
      [holder.address.toLowerCase(), ofHolder],
      ['wallet', ofHolder],
      [service().apiKey.id, ofKey],
      ['key', ofKey],
      ['member', []],
      ['administrator', []],
      ['system', []],
      [createWallet().address, []],
    ] as const) {
      expect(await read(`actor=${actor}`), actor).toEqual(expected)
      expect(await read(`actor=${actor}&order=newest`), actor).toEqual(expected.toReversed())
    }
    const times = events.map(({ time }) => Date.parse(time))
    for (const from of times)
      for (const to of [...times, Math.max(...times) + 1]) {
        const iso = (time: number) => encodeURIComponent(new Date(time).toISOString())
        const within = events.filter((_, index) => {
          const time = times[index] ?? Number.NaN
          return time >= from && time < to
        })
        expect(await read(`from=${iso(from)}&to=${iso(to)}`)).toEqual(within)
        expect(await read(`from=${iso(from)}&to=${iso(to)}&order=newest&actor=wallet`)).toEqual(
          within.filter((event) => ofHolder.includes(event)).toReversed(),
        )
      }
    expect(await read(`actor=${holder.address}&type=subname.revoked`)).toEqual(ofHolder.slice(-1))
    const { url, key } = service()
    const stream = await readEvents(`${url}/byname/v1/events/stream?name=${name}&actor=${holder.address}`, {
      'x-api-key': key,
      'last-event-id': `${events[0]?.cursor}`,
    })
    expect(await stream.take(3)).toEqual(ofHolder)
    await stream.close()
  })

  it('rule: a key reads the events of its workspace, of its domains if it is limited, an admin key all', async () => {
    const { name } = await changedName('carol')
    const { context } = service()
    const { id: workspaceId } = await createWorkspace(context, { name: 'Other' })
    const other = await createApiKey(context, { workspaceId, name: 'other', scopes: ['names:write'] })
    const limited = await createApiKey(context, {
      workspaceId: service().workspaceId,
      name: 'limited',
      scopes: ['names:write'],
      domainIds: [service().demo[1].id],
    })
    const admin = await createApiKey(context, { workspaceId, name: 'admin', scopes: ['admin'] })
    expect((await listEvents(`name=${name}`, other.key)).data).toEqual([])
    const page = await listEvents('limit=1000', other.key)
    expect(page.data.map(({ type }) => type)).toEqual(['workspace.created', 'key.created', 'key.created'])
    const ofDomains = await listEvents('limit=1000', limited.key)
    expect(new Set(ofDomains.data.map(({ domainId }) => domainId))).toEqual(new Set([service().demo[1].id]))
    expect((await listEvents(`name=${name}`, admin.key)).data).toHaveLength(4)
    expect(JSON.stringify(page)).not.toContain(other.key)
    const hidden = `/byname/v1/events?domain=${service().demo[1].name}`
    expectError(
      await service().call('GET', hidden, { headers: { 'x-api-key': other.key } }),
      403,
      'ForbiddenException',
    )
  })

  it('400 for a cursor in the future, also of a stream, an unknown type or chain; 401 without a key', async () => {
    const get = (query: string, key?: string) =>
      service().call('GET', `/byname/v1/events?${query}`, key ? { headers: { 'x-api-key': key } } : {})
    const { key } = service()
    const future = sealEventMark(service().context, { sequence: 999_999_999, digest: '' })
    expectError(await get(`after=${future}`, key), 400, 'CursorInFutureException')
    const stream = await service().call('GET', '/byname/v1/events/stream', {
      headers: { 'x-api-key': key, 'last-event-id': future },
    })
    expectError(stream, 400, 'CursorInFutureException')
    for (const parameter of ['after', 'until'])
      expectError(await get(`${parameter}=42`, key), 400, 'BadRequestException')
    expectError(await get('type=subname.eaten', key), 400, 'BadRequestException')
    for (const query of ['actor=everyone', `actor=0x${'A'.repeat(39)}b`, 'from=yesterday', 'to=2030-01-01'])
      expectError(await get(query, key), 400, 'BadRequestException')
    expectError(await get('name=a.eth&chainId=5', key), 400, 'UnsupportedChainException')
    expectError(await get(''), 401, 'InvalidApiKeyException')
  })

  it('rule: the holder reads the history of the name since it was issued, and no one else without a key', async () => {
    const { domain, name } = await changedName('dora')
    const holder = createWallet()
    await seedSubname(service(), domain, 'dora', { addresses: [ethereumAddress(holder.address)] })
    const read = async (signer: typeof holder) =>
      service().call('GET', `/byname/v1/names/${name}/history?chainId=1`, {
        headers: { ...ownHost, ...(await signedHeaders(signer, { chainId: 1 })) },
      })
    expect(dataOf<WireEventPage>(await read(holder)).data.map(({ type }) => type)).toEqual(['subname.issued'])
    expectError(await read(createWallet()), 403, 'NotHolderException')
    const withKey = await service().call('GET', `/byname/v1/names/${name}/history?chainId=1`, {
      headers: { 'x-api-key': service().key },
    })
    expect(dataOf<WireEventPage>(withKey).data).toHaveLength(5)
  })

  it('rule: with Accept: application/jsonl each line is an event', async () => {
    const { name } = await changedName('erin')
    const { url, key } = service()
    const response = await fetch(`${url}/byname/v1/events?name=${name}`, {
      headers: { 'x-api-key': key, accept: 'application/jsonl' },
    })
    const lines = (await response.text()).trimEnd().split('\n')
    const { data: events, next } = await listEvents(`name=${name}`)
    expect(lines.map((line) => JSON.parse(line))).toEqual(events)
    expect(response.headers.get('x-next-cursor')).toBe(String(next))
    expect(response.headers.get('content-type')).toContain('application/jsonl')
  })

  it('rule: a stream begins after Last-Event-ID, and brings what is issued while it is open', async () => {
    const { domain, name } = await changedName('frank')
    const { url, key } = service()
    const { data: events } = await listEvents(`name=${name}`)
    const stream = await readEvents(`${url}/byname/v1/events/stream?domain=${domain.name}`, {
      'x-api-key': key,
      'last-event-id': `${events[1]?.cursor}`,
    })
    expect(await stream.take(2)).toEqual(events.slice(2))
    await seedSubname(service(), domain, 'grace')
    expect(await stream.take(1)).toMatchObject([{ type: 'subname.issued', name: `grace.${domain.name}` }])
    await stream.close()
  })
})
