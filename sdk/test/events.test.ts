import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { createMigratedSqlite } from '../../server/test/support/databases/migrated-sqlite.ts'
import { temporaryFolder } from '../../server/test/support/folders.ts'
import { describeService } from '../../server/test/support/service/describe-service.ts'
import { startServeProcess } from '../../server/test/support/service/serve-process.ts'
import { createTenant, testEnvironment, withContext } from '../../server/test/support/service/service.ts'
import { type BatchItem, createClient, type Event } from '../src/index.ts'
import { readServerSentEvents } from '../src/sse.ts'

const owner = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const issueOf = (label: string): BatchItem => ({ action: 'issue', label, owner })

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.')
  return address.port
}

/** The next events, as many as are named. */
async function take(events: AsyncGenerator<Event>, count: number): Promise<readonly (string | null)[]> {
  const names: (string | null)[] = []
  while (names.length < count) {
    const { value, done } = await events.next()
    if (done) throw new Error('The events have ended.')
    names.push(value.name)
  }
  return names
}

it('rule: a service that is killed amid a stream is followed on: each event once, in order', async () => {
  const folder = await temporaryFolder()
  await createMigratedSqlite(`${folder}/byname.db`)
  const environment = testEnvironment(folder, undefined, { PORT: `${await freePort()}` })
  const { key: apiKey } = await withContext(environment, createTenant)
  const service = await startServeProcess(environment)
  const client = createClient({ url: service.url, apiKey })
  const issue = (...labels: readonly string[]) =>
    client.names.batch({ domain: 'demo.eth', items: labels.map(issueOf) })
  const reconnected: unknown[] = []
  const events = client.events.follow({
    after: await client.events.position(),
    ...{ domain: 'demo.eth', type: 'subname.issued' },
    onReconnect: (error) => reconnected.push(error),
  })
  const seen: (string | null)[] = []
  for (const label of ['one', 'two']) {
    const next = take(events, 1)
    await issue(label)
    seen.push(...(await next))
  }
  const afterKill = take(events, 2)
  await issue('three')
  await service.end('SIGKILL')
  const restarted = await startServeProcess(environment)
  expect(restarted.url).toBe(service.url)
  await issue('four', 'five')
  seen.push(...(await afterKill), ...(await take(events, 1)))
  expect(seen).toEqual(['one', 'two', 'three', 'four', 'five'].map((label) => `${label}.demo.eth`))
  expect(reconnected).not.toHaveLength(0)
  await events.return(undefined)
})

describeService('Events', (service) => {
  it('rule: a position continues behind the last event, by pages and by a stream', async () => {
    const { url, key: apiKey } = service()
    const client = createClient({ url, apiKey })
    const { name: domain } = await service().onboard()
    await client.names.batch({ domain, items: ['a', 'b', 'c'].map(issueOf) })
    const all = await client.events.list({ domain, type: ['subname.issued', 'subname.revoked'] }).toArray()
    expect(all.map(({ name }) => name)).toEqual(['a', 'b', 'c'].map((label) => `${label}.${domain}`))
    expect(await client.events.position({ domain })).toBe(all[2]?.cursor)
    expect(await client.events.list({ domain, after: all[2]?.cursor }).toArray()).toEqual([])
    const newest = await client.events.list({ domain, order: 'newest', until: all[1]?.cursor }).toArray()
    expect(newest.map(({ name }) => name)).toEqual([`b.${domain}`, `a.${domain}`, domain])

    const events = client.events.follow({ domain, after: all[0]?.cursor })
    expect(await take(events, 2)).toEqual([`b.${domain}`, `c.${domain}`])
    const next = take(events, 1)
    await client.names.batch({ domain, items: [issueOf('d')] })
    expect(await next).toEqual([`d.${domain}`])
    await events.return(undefined)
  })

  it('rule: following ends with the reason of its signal, and with what a retry does not change', async () => {
    const { url, key: apiKey } = service()
    const reason = new Error('Enough.')
    const controller = new AbortController()
    const events = createClient({ url, apiKey }).events.follow({ signal: controller.signal })
    const next = events.next()
    controller.abort(reason)
    await expect(next).rejects.toBe(reason)
    const refused = createClient({ url, apiKey: 'another-key' }).events.follow()
    await expect(refused.next()).rejects.toMatchObject({ name: 'InvalidApiKeyException', status: 401 })
    const lost = createClient({ url, apiKey }).events.follow({ after: 'no-cursor' })
    await expect(lost.next()).rejects.toMatchObject({ status: 400 })
  })
})

it('rule: events are read in any pieces, with any line breaks', async () => {
  const text =
    ': hello\r\nretry: 1000\r\n\r\nid: 1\nevent: a\ndata: {"x":\ndata:1}\n\nevent: none\n\nid: 2\rdata: ä\r\r'
  const bytes = new TextEncoder().encode(text)
  for (const size of [1, 2, 7, bytes.length]) {
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (let start = 0; start < bytes.length; start += size)
          controller.enqueue(bytes.slice(start, start + size))
        controller.enqueue(new TextEncoder().encode('\n'))
        controller.close()
      },
    })
    const events: unknown[] = []
    for await (const event of readServerSentEvents(stream, () => undefined)) events.push(event)
    expect(events).toEqual([
      { id: '1', type: 'a', data: '{"x":\n1}' },
      { id: '2', type: 'message', data: 'ä' },
    ])
  }
})
