import { createHash, randomBytes } from 'node:crypto'
import {
  Client,
  type OAuthDiscoveryState,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openGrant, sealGrant } from '../../../src/core/oauth/authorization-code.ts'
import { isRedirectUri } from '../../../src/core/oauth/client.ts'
import { createAdminKey } from '../../support/credentials/api-keys.ts'
import { type PageHeaders, signInAs } from '../../support/credentials/sessions.ts'
import { startHttpServer, type TestServer } from '../../support/http/http-server.ts'
import { startTestService, type TestService } from '../../support/service/service.ts'

let service: TestService
let clients: TestServer
let owner: PageHeaders

/** What the documents of clients say, by path. */
const documents = new Map<string, unknown>()

beforeAll(async () => {
  clients = await startHttpServer(({ url = '' }, response) => {
    const document = documents.get(url)
    const status = url === '/redirect.json' ? 302 : document === undefined ? 404 : 200
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(status === 302 && { location: '/app.json' }),
    })
    response.end(typeof document === 'string' ? document : JSON.stringify(document))
  })
  service = await startTestService(undefined, {
    MCP: 'on',
    OUTBOUND_ALLOWED_ORIGINS: new URL(clients.url).origin,
    RATE_LIMIT_EXPENSIVE_PER_IP: '0',
  })
  const { cookie, origin } = await signInAs(service, 'owner')
  owner = { cookie, origin }
  documents.set('/app.json', describeClient('/app.json'))
})
afterAll(async () => {
  await service.stop()
  await clients.close()
})

const callback = 'http://127.0.0.1:43210/callback'

function idOf(path: string): string {
  return new URL(path, clients.url).href
}

function describeClient(path: string, changes: object = {}): object {
  return {
    client_id: idOf(path),
    client_name: 'Agents of Acme',
    redirect_uris: ['http://127.0.0.1/callback'],
    ...changes,
  }
}

const verifier = 'v'.repeat(64)
const challengeOf = (text: string) => createHash('sha256').update(text).digest('base64url')

const consent = (changes: object = {}) => ({
  client_id: idOf('/app.json'),
  redirect_uri: callback,
  code_challenge: challengeOf(verifier),
  workspaceId: service.workspaceId,
  scopes: ['names:write'],
  state: 'a state & more',
  ...changes,
})

async function authorize(changes: object = {}, headers: object = owner) {
  const response = await fetch(`${service.url}/oauth/authorize`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(consent(changes)),
  })
  return {
    status: response.status,
    body: (await response.json()) as { location?: string; result?: { code: string } },
  }
}

async function codeOf(changes: object = {}): Promise<string> {
  const { status, body } = await authorize(changes)
  expect({ status, body }).toMatchObject({ status: 200 })
  return new URL(body.location ?? '').searchParams.get('code') ?? ''
}

async function exchange(
  code: string,
  changes: Readonly<Record<string, string>> = {},
  { url }: { readonly url: string } = service,
) {
  const form = {
    grant_type: 'authorization_code',
    code,
    client_id: idOf('/app.json'),
    redirect_uri: callback,
    code_verifier: verifier,
  }
  const response = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ ...form, ...changes }),
  })
  expect(response.headers.get('cache-control')).toBe('no-store')
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const statusWith = async (token: unknown) =>
  (await fetch(`${service.url}/ens/v1/ens/api-key`, { headers: { authorization: `Bearer ${token}` } })).status

describe('Apps that connect by a click', () => {
  it('rule: the official client of the protocol finds the way from a 401 to a key, and calls a tool', async () => {
    let opened: URL | undefined
    let tokens: { access_token: string; token_type: string } | undefined
    let kept = ''
    let discovered: OAuthDiscoveryState | undefined
    const provider = {
      redirectUrl: callback,
      clientMetadata: { client_name: 'Agents of Acme', redirect_uris: [callback] },
      state: () => 'state-of-the-client',
      clientInformation: () => ({ client_id: idOf('/app.json') }),
      tokens: () => tokens,
      saveTokens: (given: typeof tokens) => {
        tokens = given
      },
      redirectToAuthorization: (url: URL) => {
        opened = url
      },
      saveCodeVerifier: (text: string) => {
        kept = text
      },
      codeVerifier: () => kept,
      saveDiscoveryState: (state: OAuthDiscoveryState) => {
        discovered = state
      },
      discoveryState: () => discovered,
    }
    const connect = async () => {
      const transport = new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), {
        authProvider: provider,
      })
      const client = new Client(
        { name: 'test', version: '1' },
        { versionNegotiation: { mode: { pin: '2026-07-28' } } },
      )
      await client.connect(transport)
      onTestFinished(() => client.close())
      return { transport, client }
    }
    const first = await connect()
    await expect(first.client.callTool({ name: 'list_domains', arguments: {} })).rejects.toThrow(
      UnauthorizedError,
    )
    expect(opened?.href.split('?')[0]).toBe(`${service.url}/console/authorize`)
    const asked = Object.fromEntries(opened?.searchParams ?? [])
    expect(asked).toMatchObject({
      response_type: 'code',
      client_id: idOf('/app.json'),
      code_challenge: challengeOf(kept),
      code_challenge_method: 'S256',
      state: 'state-of-the-client',
    })
    const { body } = await authorize({ code_challenge: asked['code_challenge'], state: asked['state'] })
    const { searchParams } = new URL(body.location ?? '')
    expect(searchParams.get('state')).toBe('state-of-the-client')
    expect(searchParams.get('iss')).toBe(service.url)
    await first.transport.finishAuth(searchParams)
    const { structuredContent } = await (await connect()).client.callTool({
      name: 'list_domains',
      arguments: {},
    })
    expect(structuredContent).toMatchObject({ domains: [{ domain: 'demo.eth' }, { domain: 'demo.eth' }] })
  })

  it('a code gives a key with the rights that were chosen and an end, once; its second use revokes the key', async () => {
    const [domain] = [service.demo[1]]
    const code = await codeOf({ scopes: ['names:write', 'names:revoke'], domains: [domain.id] })
    const { status, body } = await exchange(code)
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        token_type: 'Bearer',
        scope: 'names:write names:revoke',
        expires_in: expect.closeTo(30 * 86_400, -2),
      },
    })
    const { access_token: token } = body
    expect(await statusWith(token)).toBe(200)
    const keys = await service.call(
      'GET',
      `/byname/v1/workspaces/${service.workspaceId}/api-keys?limit=100`,
      { headers: owner },
    )
    const listed = JSON.stringify(keys.body)
    expect(listed).toContain(`Agents of Acme (${new URL(clients.url).host})`)
    expect(listed).not.toContain(`${token}`)
    expect(await exchange(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    expect(await statusWith(token)).toBe(401)
  })

  it('of twenty exchanges at once at two instances, one gets the key', async () => {
    const code = await codeOf()
    const send = (other: { readonly url: string }) =>
      Promise.all(
        Array.from({ length: 20 }, (_, index) => exchange(code, {}, index % 2 === 0 ? service : other)),
      )
    const outcomes: Awaited<ReturnType<typeof send>> = []
    await service.withSecondService(async (other) => void outcomes.push(...(await send(other))))
    expect(outcomes).toHaveLength(20)
    expect(outcomes.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    expect(outcomes.every(({ status }) => status === 200 || status === 400)).toBe(true)
  })

  it.each([
    ['another verifier', { code_verifier: 'w'.repeat(64) }],
    ['another redirect', { redirect_uri: 'http://127.0.0.1:43211/callback' }],
    ['another client', { client_id: 'https://evil.example/app.json' }],
    ['an altered code', { code: `${randomBytes(200).toString('base64url')}` }],
  ])('invalid_grant for %s, and the code is still good for its client', async (_, changes) => {
    const code = await codeOf()
    expect(await exchange(code, changes)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    expect((await exchange(code)).status).toBe(200)
  })

  it.each([
    ['another grant', { grant_type: 'password' }, 'unsupported_grant_type'],
    ['a short verifier', { code_verifier: 'short' }, 'invalid_request'],
    ['a huge code', { code: 'x'.repeat(9000) }, 'invalid_request'],
  ])('400 for %s', async (_, changes, error) => {
    expect(await exchange(await codeOf(), changes)).toMatchObject({ status: 400, body: { error } })
  })

  it('a key that is revoked by its app is refused at once', async () => {
    const { body } = await exchange(await codeOf())
    const revoke = (token: string) =>
      fetch(`${service.url}/oauth/revoke`, { method: 'POST', body: new URLSearchParams({ token }) })
    expect((await revoke(`${body['access_token']}`)).status).toBe(200)
    expect(await statusWith(body['access_token'])).toBe(401)
    expect((await revoke('byname_unknown')).status).toBe(200)
    const adminKey = await createAdminKey(service)
    expect((await revoke(adminKey)).status).toBe(200)
    expect(await statusWith(adminKey)).toBe(200)
  })

  it('rule: only an owner of the workspace gives a key, from a page of the service', async () => {
    const noCookie = { origin: service.url }
    const { wallet: _, ...editor } = await signInAs(service, 'editor')
    const foreign = { ...owner, origin: 'https://evil.example' }
    const outcomes = await Promise.all(
      [noCookie, editor, foreign].map(async (headers) => (await authorize({}, headers)).status),
    )
    expect(outcomes).toEqual([401, 403, 403])
    expect((await authorize({ scopes: ['admin'] })).status).toBe(400)
    expect((await authorize({ workspaceId: '01997a4e-6f3c-7c1e-9d6b-0d6d8a3f2b10' })).status).toBe(403)
    expect((await authorize({ code_challenge: 'plain' })).status).toBe(400)
  })

  it.each([
    ['a document that is absent', '/none.json', undefined, 502],
    ['a redirect', '/redirect.json', undefined, 502],
    ['a document about another client', '/other.json', { client_id: 'https://app.example/x.json' }, 400],
    [
      'a document without the redirect',
      '/elsewhere.json',
      { redirect_uris: ['https://app.example/callback'] },
      400,
    ],
    ['a confidential client', '/secret.json', { token_endpoint_auth_method: 'client_secret_basic' }, 400],
    ['what is not JSON', '/text.json', 'hello', 400],
    ['a document that is too large', '/large.json', { client_uri: 'x'.repeat(20_000) }, 502],
  ])('rule: no key for %s', async (_, path, changes, status) => {
    if (typeof changes === 'string') documents.set(path, changes)
    else if (changes) documents.set(path, describeClient(path, changes))
    expect((await authorize({ client_id: idOf(path) })).status).toBe(status)
  })

  it.each([
    'http://127.0.0.1:9/app.json',
    'https://10.0.0.1/app.json',
    'https://localhost/app.json',
    'https://app.example',
    'https://user:secret@app.example/app.json',
    'https://app.example/a/../app.json',
    'ftp://app.example/app.json',
    'not an address',
  ])('rule: no document is read for the client %s', async (client_id) => {
    expect((await authorize({ client_id })).status).toBeGreaterThanOrEqual(400)
  })

  it('its metadata are those of the standards, and name what there is', async () => {
    const read = async (path: string) => (await fetch(`${service.url}${path}`)).json()
    expect(await read('/.well-known/oauth-protected-resource/mcp')).toMatchObject({
      resource: `${service.url}/mcp`,
      authorization_servers: [service.url],
    })
    expect(await read('/.well-known/oauth-protected-resource')).toMatchObject({ resource: service.url })
    const metadata = (await read('/.well-known/oauth-authorization-server')) as Record<string, string>
    expect(metadata['issuer']).toBe(service.url)
    for (const name of ['token_endpoint', 'revocation_endpoint'])
      expect((await fetch(`${metadata[name]}`, { method: 'POST', body: new URLSearchParams() })).status).toBe(
        400,
      )
  })
})

describe('Redirects', () => {
  it.each([
    ['https://app.example/callback', true],
    ['http://localhost:1234/callback', true],
    ['http://[::1]/callback', true],
    ['cursor://anysphere.example/callback', true],
    ['com.example.app:/callback', true],
    ['http://app.example/callback', false],
    ['javascript:alert(1)', false],
    ['data:text/html,x', false],
    ['intent://x#Intent;end', false],
    ['https://app.example/callback#fragment', false],
    ['https://user@app.example/callback', false],
    ['callback', false],
  ])('%s: %s', (uri, expected) => {
    expect(isRedirectUri(uri)).toBe(expected)
  })
})

describe('Codes', () => {
  it('rule: a code that is changed in one place, or sealed by another secret, is rejected', () => {
    const secret = randomBytes(32)
    const grant = {
      key: 'k',
      keyId: 'i',
      clientId: 'c',
      redirectUri: 'r',
      codeChallenge: 'h',
      scopes: ['names:write'],
      expiresAt: 1,
    }
    const code = sealGrant(secret, grant)
    expect(openGrant(secret, code)).toEqual(grant)
    expect(openGrant(randomBytes(32), code)).toBeUndefined()
    for (let at = 0; at < code.length; at++) {
      const changed = `${code.slice(0, at)}${code[at] === 'A' ? 'B' : 'A'}${code.slice(at + 1)}`
      expect(openGrant(secret, changed)).toBeUndefined()
    }
    for (const text of ['', 'A', code.slice(1), `${code}A`, `${code}=`])
      expect(openGrant(secret, text)).toBeUndefined()
  })
})
