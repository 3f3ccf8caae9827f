import { once } from 'node:events'
import { connect as connectHttp2 } from 'node:http2'
import { request as httpsRequest } from 'node:https'
import { connect as connectTcp } from 'node:net'
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { renewCertificates } from '../../../src/core/certificates/renew-certificates.ts'
import { writeDomainHost } from '../../../src/store/entities/domain-hosts.ts'
import { deleteHolds, insertHold } from '../../../src/store/entities/settings.ts'
import { hasPebble, startPebble } from '../../support/acme/pebble.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { createClient, dataOf } from '../../support/http/api-client.ts'
import { findFreePorts } from '../../support/http/deployed-proxy.ts'
import { startDnsServer } from '../../support/http/dns-server.ts'
import { startServeProcess } from '../../support/service/serve-process.ts'
import { createTenant, type Settings, testEnvironment, withContext } from '../../support/service/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

const host = 'names.service.test'
const ownHost = 'names.club.com'

interface Options {
  readonly rejectedNonces?: number
  /** The authority looks at this port, at which nothing is, in the place of that of the service. */
  readonly isHttpClosed?: boolean
}

/** A real authority that asks the service for proofs; skipped without pebble. */
describe.skipIf(!hasPebble)('TLS of its own', () => {
  const prepare = async ({ rejectedNonces = 5, isHttpClosed = false }: Options = {}) => {
    const folder = await temporaryFolder()
    const [httpPort = 0, httpsPort = 0, closedPort = 0] = await findFreePorts(3)
    const dns = await startDnsServer()
    dns.hosts.add(host)
    const ofAuthority = {
      ...{ folder, httpsPort, rejectedNonces },
      httpPort: isHttpClosed ? closedPort : httpPort,
      dns: dns.address,
    }
    const pebble = await startPebble(ofAuthority)
    onTestFinished(async () => {
      await pebble.stop()
      await dns.close()
    })
    const environment = testEnvironment(folder, undefined, {
      PUBLIC_URL: `https://${host}`,
      TLS: 'acme',
      TLS_HOST: '127.0.0.1',
      TLS_PORT: `${httpsPort}`,
      TLS_REDIRECT_PORT: `${httpPort}`,
      ACME_DIRECTORY_URL: pebble.directoryUrl,
      NODE_EXTRA_CA_CERTS: pebble.authorityFile,
    })
    /** One without the accounts of the first, at its address. */
    const replaceAuthority = async () => {
      await pebble.stop()
      const next = await startPebble({ ...ofAuthority, port: Number(new URL(pebble.directoryUrl).port) })
      onTestFinished(() => next.stop())
      return next
    }
    const ca = await pebble.readRoot()
    return { environment, pebble, replaceAuthority, dns, httpPort, httpsPort, ca }
  }

  it('rule: gets a certificate, answers with HTTP/2 and HTTP/1.1, and leads there from HTTP', async () => {
    const { environment, httpPort, httpsPort, ca } = await prepare({ rejectedNonces: 50 })
    const { readOutput, end } = await startServeProcess(environment)
    const at = { ca, port: httpsPort, servername: host }
    await untilCertified(at)
    expect(await sendHttps(at, '/health')).toMatchObject({ status: 200, version: '1.1' })

    const session = connectHttp2(`https://${host}`, { createConnection: () => connectTo(at, ['h2']) })
    const send = async (path: string, body?: string) => {
      const method = body === undefined ? 'GET' : 'POST'
      const stream = session.request({ ':path': path, ':method': method, 'content-type': 'application/json' })
      stream.end(body)
      const [{ ':status': status }] = await once(stream, 'response')
      let text = ''
      for await (const chunk of stream) text += chunk
      return { status, text }
    }
    expect(await send('/health')).toMatchObject({ status: 200 })
    expect((await send('/openapi.json')).text).toMatch(/^\{.*\}$/s)
    // To the gateway, and to the framework, with and without a body.
    expect(await send('/ccip/absent', '{"data":"0x"}')).toMatchObject({ status: 400 })
    expect(await send('/ens/v1/subname/add', '{}')).toMatchObject({ status: 401 })
    const large = `{"data":"${'0'.repeat(600_000)}"}`
    expect(await send('/ccip/absent', large)).toMatchObject({ status: 413 })
    expect(await Promise.all(Array.from({ length: 100 }, () => send('/health')))).toHaveLength(100)

    const moved = await fetch(`http://127.0.0.1:${httpPort}/claim/acme.eth?label=a`, { redirect: 'manual' })
    expect(moved.status).toBe(308)
    const leadsTo = (name: string) => redirectOf(httpPort, name, '/claim/acme.eth?label=a')
    expect(await leadsTo(host)).toBe(`https://${host}/claim/acme.eth?label=a`)
    expect(await leadsTo('evil.test/@x')).toBeUndefined()
    expect(await fetch(`http://127.0.0.1:${httpPort}/.well-known/acme-challenge/absent`)).toMatchObject({
      status: 404,
    })
    expect(readOutput()).not.toContain('PRIVATE KEY')
    const isClosed = once(session, 'close')
    expect(await end('SIGTERM')).toBe(0)
    await isClosed
  })

  it('rule: the second attempt proves by TLS, for an authority that does not reach HTTP', async () => {
    const { environment, httpsPort, ca } = await prepare({ isHttpClosed: true })
    await startServeProcess(environment)
    await waitUntil('the first attempt has failed', async () => (await readRow(environment))?.failures === 1)
    expect((await readRow(environment))?.problem).toMatch(/connection refused|connect/i)
    await makeDue(environment)
    await untilCertified({ ca, port: httpsPort, servername: host })
  })

  it('rule: a proven own host gets one, an unknown host none, and its owner reads of a failure', async () => {
    const { environment, dns, httpsPort, ca } = await prepare()
    const { key, demo } = await withContext(environment, async (context) => {
      const tenant = await createTenant(context)
      for (const name of [ownHost, 'lost.club.com'])
        await context.store.inTurn('hosts').plainTransaction((tx) =>
          writeDomainHost(tx, {
            host: name,
            domainKey: tenant.demo[1].key,
            provenAt: Date.now(),
            checkedAt: Date.now(),
            missingSince: null,
          }),
        )
      return tenant
    })
    dns.hosts.add(ownHost)
    const { url } = await startServeProcess(environment)
    await untilCertified({ ca, port: httpsPort, servername: ownHost })
    await untilCertified({ ca, port: httpsPort, servername: host })
    expect(await isCertified({ ca, port: httpsPort, servername: 'unknown.club.com' })).toBe(false)
    const call = await createClient(url)
    const certificateOf = async (name: string) =>
      dataOf<{ certificate: { problem: string | null; expiresAt: string | null } }>(
        await call('GET', `/byname/v1/domains/${demo[1].name}/hosts/${name}?chainId=1`, {
          headers: { 'x-api-key': key },
        }),
      ).certificate
    await waitUntil(
      'the lost host was tried',
      async () => (await certificateOf('lost.club.com')).problem !== null,
    )
    expect(await certificateOf('lost.club.com')).toMatchObject({
      expiresAt: null,
      problem: expect.stringMatching(/lost\.club\.com/),
      nextAttemptAt: expect.stringMatching(/Z$/),
    })
    expect(await certificateOf(ownHost)).toMatchObject({
      expiresAt: expect.stringMatching(/Z$/),
      problem: null,
    })
  })

  it('rule: two processes ask once, a restart not at all, and a renewal is served without one', async () => {
    const { environment, httpsPort, ca, pebble } = await prepare()
    const [http = 0, https = 0] = await findFreePorts(2)
    // That one is asked by the authority.
    const first = await startServeProcess(environment)
    const second = await startServeProcess({
      ...environment,
      TLS_PORT: `${https}`,
      TLS_REDIRECT_PORT: `${http}`,
    })
    const at = { ca, port: httpsPort, servername: host }
    const serial = await untilCertified(at)
    expect(await untilCertified({ ...at, port: https })).toBe(serial)
    expect(pebble.readLog().match(/Added order/g)).toHaveLength(1)
    expect(await second.end('SIGTERM')).toBe(0)
    expect(await first.end('SIGTERM')).toBe(0)
    await startServeProcess(environment)
    expect(await untilCertified(at)).toBe(serial)
    expect(pebble.readLog().match(/Added order/g)).toHaveLength(1)
    await makeDue(environment)
    await waitUntil('the new one is served', async () => (await untilCertified(at)) !== serial)
  })

  it('rule: an account that the authority does not know any more is replaced by the next attempt', async () => {
    const { environment, replaceAuthority, httpsPort, ca } = await prepare()
    await startServeProcess(environment)
    const serial = await untilCertified({ ca, port: httpsPort, servername: host })
    const next = await replaceAuthority()
    await makeDue(environment)
    await waitUntil('the account is unknown', async () => (await readRow(environment))?.failures === 1)
    expect((await readRow(environment))?.problem).toMatch(/account/i)
    expect(await untilCertified({ ca, port: httpsPort, servername: host })).toBe(serial)
    await makeDue(environment)
    await untilCertified({ ca: await next.readRoot(), port: httpsPort, servername: host })
  })

  it('rule: a copy that is held asks for no certificate', async () => {
    const { environment } = await prepare()
    const listener = { onIssued: () => {}, onFailure: () => {} }
    await withContext(environment, async (context) => {
      await insertHold(context.store.db, { kind: 'restored', since: Date.now() })
      await renewCertificates(context, listener, new AbortController().signal)
    })
    expect(await readRow(environment)).toBeUndefined()
    await withContext(environment, ({ store }) => deleteHolds(store.db))
    await startServeProcess(environment)
    await waitUntil('it asks', async () => (await readRow(environment)) !== undefined)
  })

  it('rule: a failure of the database is not told as a problem of the authority', async () => {
    const { environment } = await prepare()
    await withContext(environment, ({ store }) =>
      sql`create trigger broken before insert on challenge_answers begin select raise(abort, 'broken'); end`.execute(
        store.db,
      ),
    )
    const { readOutput } = await startServeProcess(environment)
    await waitUntil('it fails', () => readOutput().includes('certificates could not be renewed'))
    expect(await readRow(environment)).toMatchObject({ failures: 0, problem: null })
  })

  it('rule: what is no TLS, ends early or is slow to begin is closed, and others are served', async () => {
    const { environment, httpsPort, ca } = await prepare()
    await startServeProcess(environment)
    const at = { ca, port: httpsPort, servername: host }
    await untilCertified(at)
    for (const bytes of [
      'GET / HTTP/1.1\r\n\r\n',
      '\x16\x03\x01\xff\xff',
      '\x16\x03\x01\x00\x04\x01\x00\x00\x00',
    ]) {
      const socket = connectTcp(httpsPort, '127.0.0.1')
      socket.on('error', () => {})
      socket.write(Buffer.from(bytes, 'latin1'))
      socket.resume()
      await once(socket, 'close')
    }
    const partial = connectTcp(httpsPort, '127.0.0.1')
    partial.write(Buffer.from('\x16\x03\x01', 'latin1'))
    expect(await sendHttps(at, '/health')).toMatchObject({ status: 200 })
    partial.resume()
    await once(partial, 'close')
  })
})

interface Endpoint {
  readonly ca: string
  readonly port: number
  readonly servername: string
}

function connectTo(
  { ca, port, servername }: Endpoint,
  protocols: ConnectionOptions['ALPNProtocols'],
): TLSSocket {
  return connectTls({ host: '127.0.0.1', port, servername, ca, ALPNProtocols: protocols })
}

/** The serial number of the certificate; undefined without a valid one. */
async function readSerial(endpoint: Endpoint): Promise<string | undefined> {
  const socket = connectTo(endpoint, ['http/1.1'])
  const isSecure = await new Promise((resolve) => {
    socket.once('secureConnect', () => resolve(true)).once('error', () => resolve(false))
  })
  const serial = isSecure ? socket.getPeerCertificate().serialNumber : undefined
  socket.destroy()
  return serial
}

async function isCertified(endpoint: Endpoint): Promise<boolean> {
  return (await readSerial(endpoint)) !== undefined
}

async function untilCertified(endpoint: Endpoint): Promise<string> {
  let serial: string | undefined
  await waitUntil(`${endpoint.servername} has a certificate`, async () => {
    serial = await readSerial(endpoint)
    return serial !== undefined
  })
  return serial ?? ''
}

async function sendHttps({ ca, port, servername }: Endpoint, path: string) {
  const options = { host: '127.0.0.1', port, path, ca, servername, headers: { host: servername } }
  const [response] = await once(httpsRequest({ ...options, agent: false }).end(), 'response')
  response.resume()
  return { status: response.statusCode, version: response.httpVersion }
}

/** `fetch` sets the header itself. */
async function redirectOf(port: number, name: string, path: string): Promise<string | undefined> {
  const socket = connectTcp(port, '127.0.0.1')
  socket.end(`GET ${path} HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`)
  let text = ''
  for await (const chunk of socket) text += chunk
  return /^location: (.*)\r$/im.exec(text)?.[1]
}

function readRow(environment: Settings) {
  return withContext(environment, ({ store }) =>
    store.db.selectFrom('certificates').selectAll().where('host', '=', host).executeTakeFirst(),
  )
}

/** As if the time of the next attempt had come. */
function makeDue(environment: Settings) {
  return withContext(environment, ({ store }) =>
    store.db.updateTable('certificates').set({ dueAt: 0 }).execute(),
  )
}
