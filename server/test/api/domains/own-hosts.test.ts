import { afterAll, beforeAll, expect, it } from 'vitest'
import { addHost, checkHosts } from '../../../src/core/domains/hosts.ts'
import { createWorkspace } from '../../../src/core/workspaces.ts'
import type { Domain } from '../../../src/model/domain.ts'
import { createSsrfSafeFetch } from '../../../src/rpc/ssrf-safe-fetch.ts'
import { createWallet, signedHeaders } from '../../support/credentials/signed-headers.ts'
import { purposeOf } from '../../support/credentials/single-use.ts'
import { describeOnEachDatabase } from '../../support/databases/stores.ts'
import { claimHeaders, openClaims, sendClaim } from '../../support/entities/claims.ts'
import { readPagesOf } from '../../support/entities/list-pages.ts'
import { hostCalls, type WireHost } from '../../support/entities/own-hosts.ts'
import { ethereumAddress, seedSubname } from '../../support/entities/subnames.ts'
import { type ApiResponse, dataOf, expectError } from '../../support/http/api-client.ts'
import { startDnsServer, type TestDnsServer } from '../../support/http/dns-server.ts'
import { startHttpServer } from '../../support/http/http-server.ts'
import { startTestService, type TestService } from '../../support/service/service.ts'

const publicUrl = 'http://names.example:3333'
const dayMs = 86_400_000

let dns: TestDnsServer

beforeAll(async () => {
  dns = await startDnsServer()
})
afterAll(() => dns.close())

describeOnEachDatabase('Own hosts of a domain', (databases) => {
  let started: TestService | undefined
  beforeAll(async () => {
    started = await startTestService(await databases.createMigrated(), {
      PUBLIC_URL: publicUrl,
      DNS_SERVERS: dns.address,
      RATE_LIMIT_EXPENSIVE_PER_IP: '0',
    })
  })
  afterAll(() => started?.stop())
  const service = (): TestService => {
    if (!started) throw new Error('The service runs in tests only.')
    return started
  }

  let count = 0
  const newHost = () => `names${databases.dialect}${count++}.acme.example`

  const { send, add, prove, show, list, eventsOf, open, check, newKey } = hostCalls(service, () => dns)

  const expectNotProven = (response: ApiResponse, reason: RegExp) => {
    expectError(response, 409, 'HostNotProvenException')
    expect(JSON.stringify(response.body)).toMatch(reason)
  }

  it('a host is shown once its TXT record names the domain, until it is removed', async () => {
    const [domain, host] = [await service().onboard(), newHost()]
    const described = dataOf<WireHost>(await send('GET', domain, host))
    expect(described).toMatchObject({ host, isShown: false, provenAt: null })
    expect(described.proof).toEqual({
      value: `byname-domain=${domain.id}`,
      dnsName: `_byname.${host}`,
      url: `http://${host}/.well-known/byname-domain`,
    })
    expectError(await check(host), 404, 'HostNotFoundException')
    expectNotProven(await add(domain, host), /there is no such record/)
    dns.records.set(described.proof.dnsName, ['v=spf1 -all'])
    expectNotProven(await add(domain, host), /it has another value/)
    // A record may be split into strings.
    const { value } = described.proof
    dns.records.set(described.proof.dnsName, ['v=spf1 -all', [value.slice(0, 9), value.slice(9)]])
    expect(dataOf<WireHost>(await add(domain, host), 201)).toMatchObject({ isShown: true })
    expect(dataOf(await check(host))).toEqual({ host })
    expect(await list(domain)).toMatchObject([{ host, isShown: true }])
    expect(dataOf<WireHost>(await send('DELETE', domain, host))).toMatchObject({ isShown: false })
    expectError(await check(host), 404, 'HostNotFoundException')
    expectError(await send('DELETE', domain, host), 404, 'HostNotFoundException')
  })

  it('a host is shown once a text at its URL names the domain, with status 200', async () => {
    const [domain, host] = [await service().onboard(), newHost()]
    const { context } = service()
    const served = { status: 404, text: `byname-domain=${domain.id}` }
    const server = await startHttpServer((_request, response) =>
      response.writeHead(served.status).end(served.text),
    )
    const { fetch, close } = createSsrfSafeFetch({ allowedOrigins: new Set([new URL(server.url).origin]) })
    const caller = { apiKey: service().apiKey }
    // The file is at port 80 of a host that the system's DNS does not have: here it is at a port of this machine.
    const atThisMachine = (url: string) => url.replace(`http://${host}/`, server.url)
    const outbound: typeof context.outbound = (input) => fetch({ ...input, url: atThisMachine(input.url) })
    const ref = { caller, chainId: 1, name: domain.name, host } as const
    const expectRefusal = (reason: string) =>
      expect(addHost({ ...context, outbound }, ref)).rejects.toMatchObject({
        name: 'HostNotProvenException',
        message: expect.stringContaining(reason),
      })
    await expectRefusal('(its status is 404)')
    Object.assign(served, { status: 200, text: `byname-domain=${domain.id}, or another` })
    await expectRefusal('(it has another text)')
    Object.assign(served, { text: `${' '.repeat(1_000)}byname-domain=${domain.id}` })
    await expectRefusal('(it returned more than 1000 bytes')
    Object.assign(served, { text: `byname-domain=${domain.id}\n` })
    await addHost({ ...context, outbound }, ref)
    expect(dataOf(await check(host))).toEqual({ host })
    await close()
    await server.close()
  })

  it('409 while the DNS fails, with a sentence', async () => {
    const [domain, host] = [await service().onboard(), newHost()]
    dns.failing.add(`_byname.${host}`)
    expectNotProven(await add(domain, host), /the DNS could not be asked/)
  })

  it.each([
    'localhost',
    'acme',
    '127.0.0.1',
    '8.8.8.8',
    '0x7f.1',
    'names.example',
    'printer.local',
    'names.acme.com:8080',
    'user@names.acme.com',
    'names.acme.com.',
    'na mes.acme.com',
    `${'a.'.repeat(130)}com`,
  ])('400 for the host %s', async (host) => {
    const domain = await service().onboard()
    expectError(await add(domain, host), 400, 'BadRequestException')
  })

  it('rule: a host is written in ASCII', async () => {
    const domain = await service().onboard()
    const path = encodeURIComponent('Namen.Bücher.example')
    expect(dataOf<WireHost>(await send('GET', domain, path)).host).toBe('namen.xn--bcher-kva.example')
  })

  it('403 without domains:write in the workspace of the domain', async () => {
    const [domain, host] = [await service().onboard(), newHost()]
    const other = (await createWorkspace(service().context, { name: 'Other' })).id
    for (const key of [await newKey('names:write'), await newKey('domains:write', other)])
      for (const response of [await add(domain, host, key), await send('DELETE', domain, host, key)])
        expectError(response, 403, 'ForbiddenException')
    const foreign = await newKey('names:write', other)
    for (const response of [await send('GET', domain, '', foreign), await send('GET', domain, host, foreign)])
      expectError(response, 403, 'ForbiddenException')
  })

  it('404 for a domain that is not onboarded', async () => {
    const [domain, host] = [{ ...(await service().onboard()), name: 'absent.eth' }, newHost()]
    for (const response of [
      await send('GET', domain),
      await send('GET', domain, host),
      await add(domain, host),
      await send('DELETE', domain, host),
    ])
      expectError(response, 404, 'EnsNotFound')
  })

  it('409 for an eleventh host', async () => {
    const domain = await service().onboard()
    for (let index = 0; index < 10; index++) await show(domain, newHost())
    const host = newHost()
    await prove(domain, host)
    expectError(await add(domain, host), 409, 'LimitReachedException')
    expect(await list(domain)).toHaveLength(10)
  })

  it('rule: one of ten hosts that is proved again stays one, without an event', async () => {
    const domain = await service().onboard()
    const hosts: string[] = []
    for (let index = 0; index < 10; index++) hosts.push((await show(domain, newHost())).host)
    const [host = ''] = hosts
    const { provenAt } = dataOf<WireHost>(await send('GET', domain, host))
    expect(dataOf<WireHost>(await add(domain, host), 201)).toMatchObject({ isShown: true, provenAt })
    dataOf(await send('DELETE', domain, host))
    const events = await eventsOf([domain])
    expect(events.map(([type]) => type)).toEqual([
      ...hosts.map(() => 'domain.host_added'),
      'domain.host_removed',
    ])
  })

  it('are listed by name, in pages whose cursors are of one domain', async () => {
    const [domain, other] = [await service().onboard(), await service().onboard()]
    const labels = ['b', 'a', 'd', 'c', 'e'].map((label) => `${label}.${newHost()}`)
    for (const host of labels) await show(domain, host)
    const hosts = await readPagesOf<WireHost>(service(), 'hosts', [domain, other])
    expect(hosts.map(({ host }) => host)).toEqual(labels.toSorted())
  })

  it('race: of twelve hosts that are added at once, ten are shown', async () => {
    const [domain, hosts] = [await service().onboard(), Array.from({ length: 12 }, newHost)]
    for (const host of hosts) await prove(domain, host)
    const statuses = (await Promise.all(hosts.map((host) => add(domain, host)))).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([...Array.from({ length: 10 }, () => 201), 409, 409])
    expect(await list(domain)).toHaveLength(10)
  })

  it('race: of two domains that prove one host at once, one shows it', async () => {
    const [first, second, host] = [await service().onboard(), await service().onboard(), newHost()]
    const values = [first, second].map(({ id }) => `byname-domain=${id}`)
    dns.records.set(`_byname.${host}`, values)
    await Promise.all([first, second].map((domain) => add(domain, host)))
    expect([...(await list(first)), ...(await list(second))]).toMatchObject([{ host }])
  })

  it('rule: the last proof decides between domains, and both get an event', async () => {
    const [first, second, host] = [await service().onboard(), await service().onboard(), newHost()]
    await show(first, host)
    await show(second, host)
    expect(await list(first)).toEqual([])
    expect(await list(second)).toMatchObject([{ host }])
    expect(await eventsOf([first, second])).toEqual([
      ['domain.host_added', first.name],
      ['domain.host_removed', first.name],
      ['domain.host_added', second.name],
    ])
  })

  it('rule: a host shows its domain and the names of it, and nothing of others', async () => {
    const [domain, other, host] = [await service().onboard(), await service().onboard(), newHost()]
    const { ens: name } = await seedSubname(service(), domain, 'alice')
    const { ens: foreign } = await seedSubname(service(), other, 'bob')
    await show(domain, host)
    const home = await open(host, '/')
    expect(home.status).toBe(200)
    expect(home.text).toContain(`Take your name at ${domain.name}`)
    expect(home.text).toContain(`<link rel="canonical" href="http://${host}:3333/">`)
    const profile = await open(host, `/n/${name}`)
    expect(profile.status).toBe(200)
    expect(profile.text).toContain(`<link rel="canonical" href="http://${host}:3333/n/${name}">`)
    expect(await open(host, `/claim/${domain.name}`)).toMatchObject({ status: 302, location: '/' })
    expect(await open(host, `/n/${domain.name}`)).toMatchObject({ status: 302, location: '/' })
    for (const path of [`/claim/${other.name}`, `/n/${foreign}`, `/n/${other.name}`]) {
      const page = await open(host, path)
      expect(page.status, path).toBe(404)
      expect(page.text).not.toContain(`Take your name at ${other.name}`)
    }
    for (const path of [`/n/${name}/card.png`, `/claim/${domain.name}/card.png`])
      expect((await open(host, path)).status, path).toBe(200)
    for (const path of [`/n/${foreign}/card.png`, `/claim/${other.name}/card.png`])
      expect((await open(host, path)).status, path).toBe(404)
    for (const path of ['/guide', '/guide/', '/guide/policies.md', '/llms.txt']) {
      const page = await open(host, path)
      expect(page.status, path).toBe(404)
      expect(page.text).not.toContain('olicies')
    }
    expect(await open(host, '/me')).toMatchObject({ status: 302, location: `${publicUrl}/me` })
    expect(await open(host, '/console/keys')).toMatchObject({
      status: 302,
      location: `${publicUrl}/console/keys`,
    })
    // Others see the pages of this service.
    expect((await open('stranger.example', '/')).text).toContain('<title>Byname')
  })

  it('rule: a message for a host is accepted for names of its domain only', async () => {
    const [domain, other, host] = [await service().onboard(), await service().onboard(), newHost()]
    await show(domain, host)
    const site = `${host}:3333`
    const page = { host: site, origin: `http://${site}` }
    for (const each of [domain, other]) await openClaims(service(), each, { needsApproval: false })
    const claim = async (target: Domain, label: string, headers: Readonly<Record<string, string>> = page) => {
      const signed = await claimHeaders(createWallet(), target, label, { domain: site })
      return sendClaim(service(), target, label, { ...signed, ...headers })
    }
    expect((await claim(domain, 'own')).status).toBe(201)
    // Without a browser too, and at any address of the service.
    expect((await claim(domain, 'program', { host: 'names.example:3333' })).status).toBe(201)
    expectError(await claim(other, 'foreign'), 401, 'InvalidSignatureException')
    dataOf(await send('DELETE', domain, host))
    expectError(await claim(domain, 'later'), 401, 'InvalidSignatureException')
  })

  it('rule: a page of a host sends no message that is signed for this service or another host', async () => {
    const [domain, first, second] = [await service().onboard(), newHost(), newHost()]
    await show(domain, first)
    await show(domain, second)
    await openClaims(service(), domain, { needsApproval: false })
    for (const [index, site] of ['names.example:3333', `${second}:3333`].entries()) {
      const label = `label-${index}`
      const signed = await claimHeaders(createWallet(), domain, label, { domain: site })
      const headers = { ...signed, host: `${first}:3333`, origin: `http://${first}:3333` }
      expectError(await sendClaim(service(), domain, label, headers), 403, 'OriginNotAllowedException')
    }
  })

  it('rule: allowed origins of a domain leave its own hosts allowed', async () => {
    const [domain, host] = [await service().onboard(), newHost()]
    await show(domain, host)
    const wallet = createWallet()
    const { ens: name } = await seedSubname(service(), domain, 'alice', {
      addresses: [ethereumAddress(wallet.address)],
    })
    dataOf(
      await service().call('PATCH', `/byname/v1/domains/${domain.name}?chainId=1`, {
        headers: { 'x-api-key': service().key },
        body: { allowedOrigins: ['app.example'] },
      }),
    )
    const history = async (site: string) => {
      const headers = await signedHeaders(wallet, { chainId: 1, domain: site })
      return (await service().call('GET', `/byname/v1/names/${name}/history?chainId=1`, { headers })).status
    }
    expect(await history(`${host}:3333`)).toBe(200)
    expect(await history('other.example')).toBe(401)
  })

  it('rule: a wallet does not sign in to the console at a host', async () => {
    const [domain, host] = [await service().onboard(), newHost()]
    await show(domain, host)
    const site = `${host}:3333`
    const resources = purposeOf('sign-in', {})
    const signed = await signedHeaders(createWallet(), { chainId: 1, domain: site, resources })
    const response = await service().call('POST', '/byname/v1/sessions', {
      headers: { ...signed, host: site, origin: `http://${site}` },
      body: {},
    })
    expectError(response, 401, 'InvalidSignatureException')
    expect(response.headers.get('set-cookie')).toBeNull()
  })

  it('rule: a host whose proof has been missing for a week is removed', async () => {
    const [domain, host] = [await service().onboard(), newHost()]
    await show(domain, host)
    const { context } = service()
    const { signal } = new AbortController()
    // A run checks a part of the hosts, and the other tests have left some.
    const at = async (days: number) => {
      for (let run = 0; run < 4; run++)
        await checkHosts({ ...context, clock: () => Date.now() + days * dayMs }, signal)
    }
    const entry = async () => dataOf<WireHost>(await send('GET', domain, host))
    const others = [...dns.records]
    dns.records.delete(`_byname.${host}`)
    await at(0.5)
    expect(await entry(), 'before a day').toMatchObject({ isShown: true, missingSince: null })
    dns.records.set(`_byname.${host}`, [`byname-domain=${domain.id}`])
    await at(1.5)
    expect(await entry()).toMatchObject({ isShown: true, missingSince: null })
    dns.records.delete(`_byname.${host}`)
    await at(3)
    expect(await entry()).toMatchObject({ isShown: true, missingSince: expect.any(String) })
    dns.records.set(`_byname.${host}`, [`byname-domain=${domain.id}`])
    await at(5)
    expect(await entry()).toMatchObject({ isShown: true, missingSince: null })
    // The owner of a zone can make it fail, so a failure counts too.
    dns.failing.add(`_byname.${host}`)
    await at(7)
    await at(13.5)
    expect(await entry()).toMatchObject({ isShown: true })
    await at(15)
    expect(await entry()).toMatchObject({ isShown: false })
    expect(await eventsOf([domain])).toEqual([
      ['domain.host_added', domain.name],
      ['domain.host_removed', domain.name],
    ])
    dns.records.clear()
    for (const [name, texts] of others) dns.records.set(name, texts)
  })

  it('rule: a check that a shutdown cuts off changes nothing', async () => {
    const [domain, host] = [await service().onboard(), newHost()]
    await show(domain, host)
    dns.records.delete(`_byname.${host}`)
    const later = { ...service().context, clock: () => Date.now() + 1_000 * dayMs }
    await checkHosts(later, AbortSignal.abort())
    const entry = dataOf<WireHost>(await send('GET', domain, host))
    expect(entry).toMatchObject({ isShown: true, missingSince: null })
  })

  it('rule: the hosts of a deleted domain show nothing', async () => {
    const [domain, host] = [await service().onboard(), newHost()]
    await show(domain, host)
    dataOf(
      await service().call('POST', '/ens/v1/ens/delete', {
        headers: { 'x-api-key': service().key },
        body: { ensId: domain.id },
      }),
      201,
    )
    expectError(await check(host), 404, 'HostNotFoundException')
  })
})
