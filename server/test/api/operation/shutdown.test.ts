import { once } from 'node:events'
import { Agent, type ClientRequest, request } from 'node:http'
import { connect } from 'node:net'
import { json, text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { normalizeName } from '../../../src/ens/names.ts'
import { findSubname } from '../../../src/store/entities/subnames.ts'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { describeOnEachDatabase } from '../../support/databases/stores.ts'
import { ethereumAddress, subnameBody } from '../../support/entities/subnames.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { dataOf } from '../../support/http/api-client.ts'
import { startServeProcess } from '../../support/service/serve-process.ts'
import { createTenant, testEnvironment, withContext } from '../../support/service/service.ts'

/** Sends the head of a request and resolves when the service responds with 100 Continue. */
async function startRequest(url: string, key: string, agent: Agent | false = false): Promise<ClientRequest> {
  const upload = request(`${url}/ens/v1/subname/add`, {
    method: 'POST',
    agent,
    headers: { 'x-api-key': key, 'content-type': 'application/json', expect: '100-continue' },
  })
  upload.flushHeaders()
  await once(upload, 'continue')
  return upload
}

/** Sends the body and reads the response. */
async function finishRequest(upload: ClientRequest, body: object) {
  const responded = once(upload, 'response')
  upload.end(JSON.stringify(body))
  const [response] = await responded
  return { status: response.statusCode, headers: new Headers(), body: await json(response) }
}

/** Resolves when connections to `url` are refused. */
async function waitUntilRefused(url: string): Promise<void> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const isRefused = await once(socket, 'connect').then(
    () => false,
    () => true,
  )
  socket.destroy()
  if (!isRefused) await waitUntilRefused(url)
}

describeOnEachDatabase('A process during shutdown', (databases) => {
  it.each(['1', '2'])(
    'rule: after SIGTERM every request in flight is completed and stored, and the exit code is 0: workers %s',
    async (workers) => {
      const environment = testEnvironment(await temporaryFolder(), await databases.createMigrated())
      const { key, demo } = await withContext(environment, createTenant)
      const service = await startServeProcess(environment, ['--workers', workers])
      const upload = await Promise.all(Array.from({ length: 20 }, () => startRequest(service.url, key)))
      const ended = service.end('SIGTERM')
      await waitUntilRefused(service.url)

      const addresses = [ethereumAddress(createWallet().address)]
      const labels = upload.map((_, index) => `name-${index}`)
      const responses = await Promise.all(
        upload.map((one, index) =>
          finishRequest(one, {
            ...subnameBody(demo[1], `name-${index}`),
            addresses,
            overrideSignatureCheck: true,
          }),
        ),
      )
      for (const response of responses) dataOf(response)
      expect(await ended).toBe(0)

      const kept = await withContext(environment, ({ store }) =>
        Promise.all(labels.map((label) => findSubname(store.db, 1, normalizeName(`${label}.demo.eth`)))),
      )
      expect(kept.map((subname) => subname?.label)).toEqual(labels)
    },
  )
})

describe('A process that is shut down in the middle of a request', () => {
  it('rule: a keep-alive connection does not keep the process alive', async () => {
    const environment = testEnvironment(await temporaryFolder(), undefined)
    const { key, demo } = await withContext(environment, createTenant)
    const { url, end } = await startServeProcess(environment)
    const agent = new Agent({ keepAlive: true })
    onTestFinished(() => agent.destroy())
    const upload = await startRequest(url, key, agent)
    const ended = end('SIGTERM')
    await waitUntilRefused(url)
    const addresses = [ethereumAddress(createWallet().address)]
    const body = { ...subnameBody(demo[1], 'patient'), addresses, overrideSignatureCheck: true }
    dataOf(await finishRequest(upload, body))
    expect(await ended).toBe(0)
  })

  it('rule: a connection that never sent a request does not keep the process alive', async () => {
    const { url, end } = await startServeProcess(testEnvironment(await temporaryFolder(), undefined))
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    const closed = once(socket, 'close')
    expect(await end('SIGTERM')).toBe(0)
    await closed
  })

  it('rule: a request whose head was half sent is completed', async () => {
    const environment = testEnvironment(await temporaryFolder(), undefined)
    const { url, end } = await startServeProcess(environment)
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    // The response to the first request means that the beginning of the second one, sent with it, has been read as
    // well.
    socket.write('GET /health HTTP/1.1\r\nhost: localhost\r\n\r\nGET /health HTTP/1.1\r\nhost: ')
    await once(socket, 'data')
    const ended = end('SIGTERM')
    await waitUntilRefused(url)
    socket.write('localhost\r\n\r\n')
    expect(await text(socket)).toMatch(/^HTTP\/1.1 200 OK\r\n.+"statusCode":200/s)
    expect(await ended).toBe(0)
  })
})
