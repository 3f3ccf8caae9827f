import { X509Certificate } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { globalAgent } from 'node:https'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createAuthority } from '../../../src/acme/authority.ts'
import { createClient, importClient } from '../../../src/acme/client.ts'
import { certificateId } from '../../../src/acme/renewal-info.ts'
import { readConfig } from '../../../src/config/config.ts'
import { type Context, createContext } from '../../../src/context.ts'
import { renewCertificates } from '../../../src/core/certificates/renew-certificates.ts'
import { listenForRedirects } from '../../../src/http/tls/redirect-listener.ts'
import { listenTls } from '../../../src/http/tls/tls-listener.ts'
import type { Certificate } from '../../../src/model/certificate.ts'
import {
  deleteAnswer,
  findAccount,
  findCertificate,
  writeAnswer,
} from '../../../src/store/entities/certificates.ts'
import { writeDomainHost } from '../../../src/store/entities/domain-hosts.ts'
import {
  type AuthorityFront,
  type AuthorityResponse,
  startAuthorityFront,
} from '../../support/acme/authority-front.ts'
import { hasPebble, type Pebble, startPebble } from '../../support/acme/pebble.ts'
import { createFolder, temporaryFolder } from '../../support/folders.ts'
import { findFreePorts } from '../../support/http/deployed-proxy.ts'
import { startDnsServer, type TestDnsServer } from '../../support/http/dns-server.ts'
import { authority as rootOfAuthority, validCertificate } from '../../support/http/tls-certificates.ts'
import { createTenant, testEnvironment } from '../../support/service/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

const host = 'names.service.test'
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Of all tests: most nonces are rejected, proofs are looked for late, and none holds for the next order. */
const nasty = { rejectedNonces: 60, validationSeconds: 1, reusedProofs: 0 }

describe.skipIf(!hasPebble)('An authority at its nastiest', () => {
  let ports: readonly number[] = []
  let folder: string
  let pebble: Pebble
  let front: AuthorityFront
  let dns: TestDnsServer

  beforeAll(async () => {
    folder = await createFolder('pebble')
    ports = await findFreePorts(2)
    const [httpPort = 0, httpsPort = 0] = ports
    dns = await startDnsServer()
    dns.hosts.add(host)
    pebble = await startPebble({ ...nasty, folder, httpPort, httpsPort, dns: dns.address })
    front = await startAuthorityFront(pebble.directoryUrl)
    globalAgent.options.ca = rootOfAuthority
  })
  afterAll(async () => {
    await front.close()
    await pebble.stop()
    await dns.close()
    await rm(folder, { recursive: true })
  })
  beforeEach(() => {
    Object.assign(front.behaviour, { intercept: undefined, rewrite: undefined, advice: undefined })
    front.requests.length = 0
  })

  /** A service that renews at each call of `renew`, and whose clock can be moved. */
  const open = async () => {
    const [httpPort, httpsPort] = ports
    const environment = testEnvironment(await temporaryFolder(), undefined, {
      PUBLIC_URL: `https://${host}`,
      TLS: 'acme',
      TLS_HOST: '127.0.0.1',
      TLS_PORT: `${httpsPort}`,
      TLS_REDIRECT_PORT: `${httpPort}`,
      ACME_DIRECTORY_URL: front.directoryUrl,
    })
    const clock = { offsetMs: 0 }
    const { config, secrets } = readConfig(environment)
    const context = await createContext(config, secrets, { clock: () => Date.now() + clock.offsetMs })
    const listeners = [
      await listenForRedirects(context, { host: '127.0.0.1', port: httpPort ?? 0 }),
      await listenTls(context, createServer(), { host: '127.0.0.1', port: httpsPort ?? 0 }),
    ]
    onTestFinished(async () => {
      for (const { close } of listeners) await close()
      await context.close()
    })
    const silent = { onIssued: () => {}, onFailure: () => {} }
    const renew = async (signal = new AbortController().signal) => {
      await renewCertificates(context, silent, signal)
      return readRow(context)
    }
    return { context, clock, renew }
  }
  const countRequests = (path: string) => front.requests.filter((request) => request.path === path).length
  const orders = () =>
    front.requests.filter(({ path }) => path === '/order-plz').map(({ payload }) => payload)
  const adviceRequests = () => front.requests.filter(({ path }) => path.startsWith('/renewal-info/'))

  it('rule: a certificate is issued though nonces are rejected and proofs take their time', async () => {
    const { renew } = await open()
    const row = await renew()
    expect(row).toMatchObject({ failures: 0, problem: null, dueAt: renewalOf(row) })
    expect(countRequests('/order-plz')).toBeGreaterThan(0)
  })

  it('rule: it is renewed within the window of the authority, which is asked as often as it says', async () => {
    const { renew, clock, context } = await open()
    const start = Date.now() + 50 * dayMs
    front.behaviour.advice = { start, end: start + 2 * dayMs, retryAfter: '7200' }
    const first = await renew()
    expect(adviceRequests()).toEqual([
      { method: 'GET', path: `/renewal-info/${await certificateId(first?.chain ?? '')}`, payload: undefined },
    ])
    expect(first?.dueAt).toBeGreaterThanOrEqual(start)
    expect(first?.dueAt).toBeLessThanOrEqual(start + 2 * dayMs)
    // Asked again after two hours and not before; the time stays while it is within the window.
    clock.offsetMs = 119 * minuteMs
    expect((await renew())?.dueAt).toBe(first?.dueAt)
    expect(adviceRequests()).toHaveLength(1)
    clock.offsetMs = 121 * minuteMs
    expect((await renew())?.dueAt).toBe(first?.dueAt)
    expect(adviceRequests()).toHaveLength(2)
    // As before a revocation: renewed at once, as a replacement.
    front.behaviour.advice = { start: Date.now() - dayMs, end: Date.now() - hourMs, retryAfter: '21600' }
    clock.offsetMs += 121 * minuteMs
    expect((await renew())?.dueAt).toBeLessThanOrEqual(context.clock())
    front.requests.length = 0
    const second = await renew()
    expect(serialOf(second)).not.toBe(serialOf(first))
    expect(orders()[0]).toMatchObject({ replaces: await certificateId(first?.chain ?? '') })
    // Not again and again, although the authority wants it.
    expect(second?.dueAt).toBe((second?.issuedAt ?? 0) + hourMs)
  })

  it('rule: without renewal information that can be read, two thirds of the time are the time', async () => {
    const { renew, context } = await open()
    const responses = [
      { status: 404, body: '{"type":"urn:ietf:params:acme:error:malformed"}' },
      { body: '<html>' },
      { body: '{"suggestedWindow":{"start":"2026-01-02T00:00:00Z","end":"2026-01-01T00:00:00Z"}}' },
      { body: '{"suggestedWindow":{"start":"soon","end":"later"}}' },
      { status: 503, headers: { 'retry-after': '7200' } },
    ]
    front.behaviour.advice = { start: 0, end: 1, retryAfter: '60' }
    for (const response of responses) {
      front.behaviour.intercept = ({ path }) => (path.startsWith('/renewal-info/') ? response : undefined)
      const row = await renew()
      expect(row).toMatchObject({ dueAt: renewalOf(row), failures: 0, problem: null })
      expect((row?.adviceDueAt ?? 0) - Date.now()).toBeGreaterThan(hourMs)
      await context.store.db.updateTable('certificates').set({ adviceDueAt: null }).execute()
    }
    expect(adviceRequests().length).toBe(responses.length)
  })

  it('rule: an authority that refuses to replace a certificate issues one all the same', async () => {
    const { renew, clock } = await open()
    const start = Date.now() + 50 * dayMs
    front.behaviour.advice = { start, end: start + dayMs, retryAfter: '7200' }
    const first = await renew()
    front.behaviour.intercept = ({ path, payload }) =>
      path === '/order-plz' && JSON.stringify(payload).includes('replaces')
        ? { status: 409, headers: problemJson, body: problem('alreadyReplaced', 'It is replaced.') }
        : undefined
    clock.offsetMs = 60 * dayMs
    expect(serialOf(await renew())).not.toBe(serialOf(first))
  })

  it('rule: an order that is processed is waited for, and one without an end fails in time', async () => {
    const { renew, context } = await open()
    let polls = 0
    front.behaviour.rewrite = ({ path }, response) =>
      path.startsWith('/my-order/') && polls++ < 2 ? processing(response) : response
    expect(await renew()).toMatchObject({ failures: 0 })
    expect(polls).toBeGreaterThan(2)
    front.behaviour.rewrite = ({ path }, response) =>
      path.startsWith('/my-order/') ? processing(response) : response
    const authority = createAuthority(
      { directoryUrl: front.directoryUrl, email: undefined, profile: undefined },
      6_000,
    )
    const { signal } = new AbortController()
    const challenges = challengesOf(context)
    const issuing = authority
      .createAccount(signal)
      .then((account) => authority.issue(account, { host, challenges, replaced: null }, signal))
    await expect(issuing).rejects.toThrow('The authority has not issued the certificate in 6 seconds.')
  })

  it('rule: a refused order waits as long as the authority says, and so do other hosts in that run', async () => {
    const { renew, context } = await open()
    await addOwnHosts(context, ['a.club.com', 'b.club.com'])
    front.behaviour.intercept = ({ path }) =>
      path === '/order-plz'
        ? {
            status: 429,
            headers: { ...problemJson, 'retry-after': '10800' },
            body: problem('rateLimited', 'Too many orders.'),
          }
        : undefined
    const row = await renew()
    expect(row).toMatchObject({ failures: 1, problem: 'Too many orders.' })
    expect((row?.dueAt ?? 0) - Date.now()).toBeGreaterThan(2.9 * hourMs)
    // Not sent again by itself.
    expect(countRequests('/order-plz')).toBe(1)
    expect(await context.store.db.selectFrom('certificates').select('host').execute()).toHaveLength(1)
    await renew()
    expect(await context.store.db.selectFrom('certificates').select('host').execute()).toHaveLength(2)
    expect(countRequests('/order-plz')).toBe(2)
  })

  it('rule: what is no certificate for the host leaves the one before in use, and is a sentence', async () => {
    const { renew, context } = await open()
    const first = await renew()
    const garbage: readonly [path: RegExp, body: string, problem: RegExp][] = [
      [/^\/dir$/, '<html>Maintenance</html>', /directory of the authority could not be read/],
      [/^\/order-plz$/, 'null', /could not be read/],
      [/^\/order-plz$/, '"order"', /could not be read/],
      [/^\/authZ\//, '{"status":"valid"}', /./],
      [/^\/certZ\//, 'no certificate', /no certificate/],
      [/^\/certZ\//, validCertificate, /another key/],
    ]
    for (const [path, body, sentence] of garbage) {
      front.behaviour.rewrite = (request, response) =>
        path.test(request.path) && response.status < 300 ? { ...response, body } : response
      await makeDue(context)
      const row = await renew()
      expect(row?.problem, `${path} ${body}`).toMatch(sentence)
      expect(row?.problem).not.toMatch(/TypeError|undefined|Cannot/)
      expect(row).toMatchObject({ chain: first?.chain, privateKey: first?.privateKey })
    }
    front.behaviour.rewrite = undefined
    await makeDue(context)
    expect(await renew()).toMatchObject({ failures: 0, problem: null })
  })

  it('rule: an authority that does not respond holds up no stop, and the next process asks at once', async () => {
    const { renew } = await open()
    for (const path of ['/dir', '/order-plz']) {
      front.requests.length = 0
      front.behaviour.intercept = (request) => (request.path === path ? 'hang' : undefined)
      const stop = new AbortController()
      const renewing = renew(stop.signal)
      await waitUntil('it hangs', () => countRequests(path) > 0)
      const since = performance.now()
      stop.abort()
      const row = await renewing
      expect(performance.now() - since).toBeLessThan(2_000)
      expect(row).toMatchObject({ failures: 0, problem: null })
      expect(row?.dueAt).toBeLessThanOrEqual(Date.now())
    }
    front.behaviour.intercept = undefined
    expect((await renew())?.chain).toMatch(/BEGIN CERTIFICATE/)
  })

  it('rule: an account that was deactivated is replaced by the next attempt', async () => {
    const { renew, context } = await open()
    const first = await renew()
    const account = await findAccount(context.store.db, front.directoryUrl)
    const client = createClient(await importClient(), {
      directoryUrl: front.directoryUrl,
      accountUrl: account?.url ?? '',
      accountKey: account?.privateKey ?? '',
    })
    await client.updateAccount({ status: 'deactivated' })
    await makeDue(context)
    expect(await renew()).toMatchObject({ failures: 1, chain: first?.chain })
    await makeDue(context)
    expect(serialOf(await renew())).not.toBe(serialOf(first))
    expect((await findAccount(context.store.db, front.directoryUrl))?.url).not.toBe(account?.url)
  })
})

const problemJson = { 'content-type': 'application/problem+json' }

function problem(type: string, detail: string): string {
  return JSON.stringify({ type: `urn:ietf:params:acme:error:${type}`, detail })
}

/** As of an authority that signs certificates later (RFC 8555 §7.4). */
function processing(response: AuthorityResponse): AuthorityResponse {
  const { certificate: _, ...order } = JSON.parse(response.body)
  return { ...response, body: JSON.stringify({ ...order, status: 'processing' }) }
}

function challengesOf({ store }: Context) {
  const kind = 'http-01' as const
  const answer = { host, kind, expiresAt: Date.now() + hourMs }
  return {
    kind,
    answer: (token: string, keyAuthorization: string) =>
      writeAnswer(store.db, { token, keyAuthorization, ...answer }),
    forget: (token: string) => deleteAnswer(store.db, token),
  }
}

function readRow({ store }: Context): Promise<Certificate | undefined> {
  return findCertificate(store.db, host)
}

function makeDue({ store }: Context) {
  return store.db.updateTable('certificates').set({ dueAt: 0 }).execute()
}

function serialOf(row: Certificate | undefined): string {
  return new X509Certificate(row?.chain ?? '').serialNumber
}

/** When two thirds of its time are over. */
function renewalOf(row: Certificate | undefined): number {
  const { issuedAt, expiresAt } = row ?? {}
  return (issuedAt ?? 0) + Math.round((((expiresAt ?? 0) - (issuedAt ?? 0)) * 2) / 3)
}

async function addOwnHosts(context: Context, hosts: readonly string[]): Promise<void> {
  const { demo } = await createTenant(context)
  const known = { domainKey: demo[1].key, provenAt: Date.now(), checkedAt: Date.now(), missingSince: null }
  for (const each of hosts)
    await context.store
      .inTurn('hosts')
      .plainTransaction((tx) => writeDomainHost(tx, { host: each, ...known }))
}
