import { once } from 'node:events'
import { globalAgent, request } from 'node:https'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { connect } from 'node:tls'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Context } from '../../../src/context.ts'
import { renewCertificates } from '../../../src/core/certificates/renew-certificates.ts'
import { hasPebble, type PebbleOptions, startPebble } from '../../support/acme/pebble.ts'
import { useDatabases } from '../../support/databases/stores.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { findFreePorts } from '../../support/http/deployed-proxy.ts'
import { startDnsServer } from '../../support/http/dns-server.ts'
import { authority as rootOfAuthority } from '../../support/http/tls-certificates.ts'
import { startServeProcess, startWorkers } from '../../support/service/serve-process.ts'
import { type Settings, testEnvironment, withContext } from '../../support/service/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

const host = 'names.service.test'
const secondMs = 1_000

/** Of a service whose challenges a real authority looks for; skipped without pebble. */
async function prepare(databaseUrl?: string, options: Partial<PebbleOptions> = {}) {
  const folder = await temporaryFolder()
  const [httpPort = 0, httpsPort = 0] = await findFreePorts(2)
  const dns = await startDnsServer()
  dns.hosts.add(host)
  const nasty = { rejectedNonces: 50, reusedProofs: 0 }
  const pebble = await startPebble({ folder, httpPort, httpsPort, dns: dns.address, ...nasty, ...options })
  onTestFinished(async () => {
    await pebble.stop()
    await dns.close()
  })
  globalAgent.options.ca = rootOfAuthority
  const environment = testEnvironment(folder, databaseUrl, {
    PUBLIC_URL: `https://${host}`,
    TLS: 'acme',
    TLS_HOST: '127.0.0.1',
    TLS_PORT: `${httpsPort}`,
    TLS_REDIRECT_PORT: `${httpPort}`,
    ACME_DIRECTORY_URL: pebble.directoryUrl,
    NODE_EXTRA_CA_CERTS: pebble.authorityFile,
  })
  return { environment, pebble, at: { port: httpsPort, ca: await pebble.readRoot() } }
}

describe.skipIf(!hasPebble)('TLS of its own in several processes', () => {
  const postgres = useDatabases('postgres')

  it('rule: two services on one PostgreSQL ask once, serve the same, and answer for each other', async () => {
    const { environment, pebble, at } = await prepare(await postgres.createMigrated())
    const [http = 0, https = 0] = await findFreePorts(2)
    await startServeProcess(environment)
    await startServeProcess({ ...environment, TLS_PORT: `${https}`, TLS_REDIRECT_PORT: `${http}` })
    const serial = await untilCertified(at)
    expect(await untilCertified({ ...at, port: https })).toBe(serial)
    expect(countOrders(pebble)).toBe(1)
    await renewElsewhere(environment, at, pebble)
  })

  it('rule: workers ask once, serve the same, and each answers challenges', async () => {
    const { environment, pebble, at } = await prepare()
    const { end } = await startWorkers(environment, 2)
    const serial = await untilCertified(at)
    const serials = await Promise.all(Array.from({ length: 10 }, () => untilCertified(at)))
    expect(new Set(serials)).toEqual(new Set([serial]))
    expect(countOrders(pebble)).toBe(1)
    await renewElsewhere(environment, at, pebble)
    expect(await end('SIGTERM')).toBe(0)
  })

  it('rule: certificates of thirty seconds are renewed again and again, and no request fails', async () => {
    const { environment, at } = await prepare(undefined, { validitySeconds: 30 })
    await startWorkers(environment, 2)
    await waitUntil('both workers have it', async () => {
      const sent = await Promise.allSettled(Array.from({ length: 10 }, () => send(at)))
      return sent.every(({ status }) => status === 'fulfilled')
    })
    const serials = new Set<string>()
    const failures: unknown[] = []
    await withContext(environment, async (context) => {
      const stop = new AbortController()
      const renewing = renewOften(context, stop.signal)
      while (serials.size < 3) {
        await send(at).then(
          (serial) => serials.add(serial),
          (error: unknown) => failures.push(error),
        )
        await delay(50)
      }
      stop.abort()
      await renewing
    })
    expect(failures).toEqual([])
  })

  it('rule: an authority that does not respond holds up neither the start nor the stop', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const address = silent.address()
    const connected = once(silent, 'connection')
    onTestFinished(() => void silent.close())
    const { environment } = await prepare()
    const port = typeof address === 'object' ? address?.port : 0
    const { url, end } = await startServeProcess({
      ...environment,
      ACME_DIRECTORY_URL: `https://127.0.0.1:${port}/dir`,
    })
    const [socket] = await connected
    expect(await fetch(`${url}/health`)).toMatchObject({ status: 200 })
    const since = performance.now()
    expect(await end('SIGTERM')).toBe(0)
    expect(performance.now() - since).toBeLessThan(10 * secondMs)
    socket.destroy()
  })
})

/** This process asks, by each proof, and has no port at which an authority could find an answer. */
async function renewElsewhere(
  environment: Settings,
  at: Endpoint,
  pebble: { readonly readLog: () => string },
): Promise<void> {
  await withContext(environment, async (context) => {
    for (const failures of [0, 1]) {
      const serial = await untilCertified(at)
      const orders = countOrders(pebble)
      await context.store.db.updateTable('certificates').set({ dueAt: 0, failures }).execute()
      await renew(context, new AbortController().signal)
      await waitUntil('the new one is served', async () => (await untilCertified(at)) !== serial)
      expect(countOrders(pebble)).toBe(orders + 1)
    }
  })
}

function renew(context: Context, signal: AbortSignal): Promise<void> {
  return renewCertificates(context, { onIssued: () => {}, onFailure: () => {} }, signal)
}

/** More often than a service does, whose certificates last for days. */
async function renewOften(context: Context, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await renew(context, signal)
    await delay(500)
  }
}

function countOrders({ readLog }: { readonly readLog: () => string }): number {
  return readLog().match(/Added order/g)?.length ?? 0
}

interface Endpoint {
  readonly port: number
  readonly ca: string
}

/** A request on a connection of its own; returns the serial number of the certificate. */
async function send({ port, ca }: Endpoint): Promise<string> {
  const sent = request({ host: '127.0.0.1', port, ca, servername: host, path: '/health', agent: false })
  sent.setHeader('host', host)
  const [response] = await once(sent.end(), 'response')
  const { serialNumber } = response.socket.getPeerCertificate()
  response.resume()
  await once(response, 'end')
  expect(response.statusCode).toBe(200)
  return serialNumber
}

async function untilCertified({ port, ca }: Endpoint): Promise<string> {
  let serial = ''
  await waitUntil('there is a certificate', async () => {
    const socket = connect({ host: '127.0.0.1', port, servername: host, ca })
    await once(socket, 'secureConnect').then(
      () => (serial = socket.getPeerCertificate().serialNumber),
      () => {},
    )
    socket.destroy()
    return serial !== ''
  })
  return serial
}
