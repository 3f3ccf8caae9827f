import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { emptyRecords } from '../../../src/ens/stored-records.ts'
import { newSubname } from '../../support/databases/entities.ts'
import { insertSubnames } from '../../support/databases/insert-subnames.ts'
import { resolveAddress } from '../../support/gateway/client.ts'
import { describeService } from '../../support/service/describe-service.ts'
import type { ConfigOverrides } from '../../support/service/override-config.ts'
import { startTestService, type TestService } from '../../support/service/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

/** Bytes of the list, at least: nearly the bound of a list. */
const listBytes = 3_900_000

const path = '/ens/v1/subname/ens?ensDomain=demo.eth&chainId=1&limit=100'

function seedLargeList({ context, demo }: TestService) {
  const texts = Array.from({ length: 4 }, (_, index) => ({ key: `${index}`, value: 'v'.repeat(15_000) }))
  const records = { ...emptyRecords, texts }
  const names = Array.from({ length: 66 }, (_, index) => newSubname(demo[1], `n${index}`, { records }))
  return insertSubnames(context.store, names)
}

/**
 * A connection that reads nothing until `resume`, which reads at most `readSize` bytes; after `resumeReading`, it reads
 * everything.
 */
async function openUnreadConnection(service: TestService, readSize = 65_536) {
  const { hostname, port } = new URL(service.url)
  let bytesRead = 0
  let isFlowing = false
  const onread = {
    buffer: Buffer.alloc(readSize),
    callback: (bytes: number) => {
      bytesRead += bytes
      return isFlowing
    },
  }
  const socket: Socket = connect({ host: hostname, port: Number(port), onread })
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  const resumeReading = () => {
    isFlowing = true
    socket.resume()
  }
  return { socket, resumeReading, bytesRead: () => bytesRead }
}

function request(target: string) {
  return `GET ${target} HTTP/1.1\r\nhost: a\r\n\r\n`
}

/** Linux accepts 4 MB for a connection without a reader (`tcp_wmem`), which is one list or a little less: the second one waits. */
const twoLists = request(path).repeat(2)

function isEnded({ context }: TestService) {
  return context.outputBuffers.bytes() === 0
}

function withBuffers(
  title: string,
  responseBuffers: NonNullable<ConfigOverrides['responseBuffers']>,
  suite: (service: () => TestService) => void,
) {
  // On a busy machine, a list would be rejected instead of waiting for its reader.
  const overload = { maxEventLoopDelayMs: 60_000 }
  return describeService(title, suite, { config: { responseBuffers, overload } })
}

withBuffers('A client that does not read what it asked for', { sendTimeoutMs: 2_000 }, (service) => {
  it('rule: the connection of a client that reads nothing is closed in time, while others are served', async () => {
    await seedLargeList(service())
    const resolver = service().resolvers[1]['chain-bound']
    const clients = await Promise.all(Array.from({ length: 4 }, () => openUnreadConnection(service())))
    for (const { socket } of clients) {
      socket.pause()
      socket.write(twoLists)
    }
    // Lists are served in order, so the others have been answered before this one.
    const fullLength = (await (await fetch(service().url + path)).arrayBuffer()).byteLength
    const { outputBuffers } = service().context
    await waitUntil('responses wait', () => outputBuffers.bytes() > 0)
    while (!isEnded(service())) await resolveAddress(service(), resolver, 'n1.demo.eth')
    for (const { socket, resumeReading } of clients) {
      resumeReading()
      await waitUntil('the connection has ended', () => socket.closed)
    }
    const bytesRead = clients.reduce((sum, client) => sum + client.bytesRead(), 0)
    expect(bytesRead).toBeLessThan(2 * clients.length * fullLength)
  })

  it('rule: the connection of a client that reads single bytes is closed in time', async () => {
    const { socket, bytesRead } = await openUnreadConnection(service(), 1)
    socket.write(twoLists)
    const reading = setInterval(() => socket.resume(), 100)
    onTestFinished(() => clearInterval(reading))
    const { outputBuffers } = service().context
    await waitUntil('its response waits', () => outputBuffers.bytes() > listBytes / 2)
    await waitUntil('its connection has ended', () => isEnded(service()))
    expect(bytesRead()).toBeLessThan(1000)
  })

  it('rule: a client that reads slowly without stopping gets the whole response, in more than the time for a part', async () => {
    const { socket, bytesRead } = await openUnreadConnection(service(), 65_536)
    socket.write(request(path))
    const begin = performance.now()
    while (bytesRead() < listBytes) {
      socket.resume()
      await delay(40)
      expect(socket.destroyed).toBe(false)
    }
    expect(performance.now() - begin).toBeGreaterThan(2000)
  })
})

const maxBytes = 32 * 1_048_576

withBuffers('Clients that have much waiting for them', { maxBytes }, (service) => {
  it('rule: slow clients together stay within the buffer limit, and lookups succeed', async () => {
    await seedLargeList(service())
    const { outputBuffers } = service().context
    const resolver = service().resolvers[1]['chain-bound']
    const clients: Awaited<ReturnType<typeof openUnreadConnection>>[] = []
    let most = 0
    for (let round = 0; round < 12; round++) {
      const client = await openUnreadConnection(service())
      client.socket.pause()
      client.socket.write(twoLists)
      clients.push(client)
      const before = outputBuffers.bytes()
      await resolveAddress(service(), resolver, `n${round}.demo.eth`)
      if (round < 3) await waitUntil('its response waits', () => outputBuffers.bytes() > before)
      most = Math.max(most, outputBuffers.bytes())
    }
    await waitUntil('as much waits as may', () => outputBuffers.bytes() <= maxBytes)
    expect(most).toBeGreaterThan(listBytes)
    expect(most).toBeLessThan(maxBytes + 4 * listBytes)
  })

  it('rule: a client that pipelines many requests and reads no response is rejected, and costs no more than one', async () => {
    const { outputBuffers } = service().context
    const { socket, resumeReading } = await openUnreadConnection(service())
    socket.pause()
    socket.write(request(path).repeat(600))
    let most = 0
    await waitUntil('what it asked for is made, or refused', () => {
      most = Math.max(most, outputBuffers.bytes())
      return most > listBytes && outputBuffers.bytes() <= maxBytes
    })
    resumeReading()
    await waitUntil('the connection has ended', () => socket.closed)
    expect(most).toBeLessThan(36 * listBytes)
  })
})

it('rule: a response that waits behind a slow one does not close the connection', async () => {
  const hangingNode = createServer(() => {}).listen(0, '127.0.0.1')
  await once(hangingNode, 'listening')
  onTestFinished(() => void hangingNode.close())
  const { port } = hangingNode.address() as AddressInfo
  const settings = { RPC_URL_1: `http://127.0.0.1:${port}`, RPC_TIMEOUT: '3' }
  const service = await startTestService(undefined, settings, { responseBuffers: { sendTimeoutMs: 1_000 } })
  onTestFinished(service.stop)
  const url = new URL(service.url)
  const socket = connect({ host: url.hostname, port: Number(url.port) })
  const check = `/ens/v1/ens/check/resolver/demo.eth/${service.demo[1].resolverId}`
  socket.write(`${request(check)}GET /health HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`)
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 504 .+HTTP\/1\.1 200 /s)
})
