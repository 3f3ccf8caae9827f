import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { createWallet } from '../support/credentials/signed-headers.ts'
import { ethereumAddress, subnameBody } from '../support/entities/subnames.ts'
import { printLine } from '../support/faults/duration.ts'
import { resolveAddress } from '../support/gateway/client.ts'
import { dataOf } from '../support/http/api-client.ts'
import { startTestService } from '../support/service/service.ts'

/** Incomplete requests, and the number of connections for each. */
const partialRequests = [
  '',
  'GET /health HTTP/1.1\r\nhost: a\r\nx-a: ',
  'POST /ens/v1/subname/add HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
]
const socketsPerKind = 150

/** Milliseconds: bound of the requests of other clients. */
const maxLookupMs = 5_000

const names = 30

/** Clients that send incomplete requests do not slow down others, and their connections are closed in time. */
it('rule: hundreds of connections with half a request slow no other client down, and are closed', async () => {
  const timeouts = { headersTimeoutMs: 3_000, requestTimeoutMs: 4_000 }
  const { url, call, key, demo, resolvers, stop } = await startTestService(undefined, {}, timeouts)
  const { hostname, port } = new URL(url)
  const open = async (beginning: string): Promise<Socket> => {
    const socket = connect(Number(port), hostname)
    onTestFinished(() => {
      socket.destroy()
    })
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.write(beginning)
    return socket
  }
  const startedAt = performance.now()
  const sockets = await Promise.all(
    partialRequests.flatMap((beginning) => Array(socketsPerKind).fill(beginning).map(open)),
  )
  const allClosed = Promise.all(sockets.map((socket) => text(socket).catch(() => '')))

  let slowest = 0
  for (let count = 0; count < names; count++) {
    const { address } = createWallet()
    const askedAt = performance.now()
    const body = { ...subnameBody(demo[1], `name-${count}`), addresses: [ethereumAddress(address)] }
    const headers = { 'x-api-key': key }
    dataOf(
      await call('POST', '/ens/v1/subname/add', { headers, body: { ...body, overrideSignatureCheck: true } }),
    )
    expect(await resolveAddress({ call }, resolvers[1]['chain-bound'], `name-${count}.demo.eth`)).toBe(
      address,
    )
    slowest = Math.max(slowest, performance.now() - askedAt)
  }
  const responses = await allClosed
  const took = performance.now() - startedAt
  printLine(
    `${sockets.length} half-open connections ended after ${Math.round(took)} ms; meanwhile ${names} names were added and ` +
      `looked up, each within ${Math.round(slowest)} ms`,
  )
  expect(slowest).toBeLessThan(maxLookupMs)
  // A request without a key is rejected before its body is complete; none gets two responses.
  for (const response of responses) expect(response).toMatch(/^(HTTP\/1.1 40[18] ((?!HTTP\/1.1).)*|)$/s)
  await stop()
})
