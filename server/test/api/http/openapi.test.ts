import { request } from 'undici'
import { expect, it } from 'vitest'
import { expectError } from '../../support/http/api-client.ts'
import { readMountedRoutes } from '../../support/openapi/mounted-routes.ts'
import { operationsOf, type ServedDocument } from '../../support/openapi/response-schemas.ts'
import { describeService } from '../../support/service/describe-service.ts'

describeService('/openapi.json', (service) => {
  const document = async () => (await (await fetch(`${service().url}/openapi.json`)).json()) as ServedDocument

  const mounted = async () =>
    (await readMountedRoutes(service().context))
      .filter(({ path }) => !path.startsWith('/docs') && path !== '*')
      .filter(({ path }) => path !== '/openapi.json' && path !== '/byname/v1/schemas/export.json')
      .filter(({ path }) => !isOfPages(path))

  it('the document is OpenAPI 3.1 and gives every operation its own id, a summary, a tag and a success response', async () => {
    const served = await document()
    expect(served.openapi).toBe('3.1.0')
    const operations = operationsOf(served).map(({ operation }) => operation)
    expect(operations.length).toBeGreaterThan(10)
    for (const { operationId, summary, tags, responses } of operations) {
      expect(operationId).toMatch(/^[a-z][A-Za-z0-9]+$/)
      expect(summary).toMatch(/^[A-Z]/)
      expect(tags).toHaveLength(1)
      expect(Object.keys(responses ?? {}).filter((status) => /^20[01]$/.test(status))).toHaveLength(1)
    }
    const ids = operations.map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('the document describes every response', async () => {
    for (const { path, operation } of operationsOf(await document()))
      for (const [status, response] of Object.entries(operation.responses ?? {})) {
        const description = 'description' in response ? response.description : ''
        expect(description, `${path} ${status}`).toMatch(/\w/)
        expect(description, `${path} ${status}`).not.toBe('Default Response')
      }
  })

  it('rule: responses that count towards a limit say so, 402 among them', async () => {
    const { paths } = await document()
    for (const status of ['200', '402', '429']) {
      const response = paths['/ens/v2/resolve']?.get?.responses?.[status]
      const headers = response && 'headers' in response ? Object.keys(response.headers ?? {}) : []
      expect(headers, status).toEqual(expect.arrayContaining(['RateLimit', 'RateLimit-Policy']))
    }
  })

  it('the document names the errors of each status, including those of 409 of revoke and of 502 of resolve', async () => {
    const { paths } = await document()
    const failures = (path: string, method: 'get' | 'post', status: number) =>
      paths[path]?.[method]?.responses?.[status]
    for (const path of ['revoke', 'admin-revoke'])
      expect(failures(`/ens/v1/subname/${path}`, 'post', 409)).toMatchObject({
        description: 'AlreadyClaimedException, RequestInProgressException, ResponseNotKeptException',
      })
    expect(failures('/ens/v2/resolve', 'get', 502)).toMatchObject({
      description: 'UpstreamException, PaymentUnconfirmed',
    })
    expect(failures('/ens/v1/subname/count', 'get', 429)).toMatchObject({
      description: 'TooManyRequestsException',
    })
  })

  it('the document lists the chains of every chainId', async () => {
    const chainIds = operationsOf(await document()).flatMap(({ operation }) => [
      ...(operation.parameters ?? []).filter((one) => 'name' in one && one.name === 'chainId'),
      ...(JSON.stringify(operation.requestBody ?? {}).match(/"chainId":\{[^}]*\}/g) ?? []),
    ])
    expect(chainIds.length).toBeGreaterThan(20)
    for (const one of chainIds) expect(JSON.stringify(one)).toMatch(/enum\\?":\[1,11155111\]/)
  })

  it.each(['br', 'gzip', 'identity'])(
    '304 for a client that has the current version in %s',
    async (coding) => {
      const read = (headers = {}) =>
        fetch(`${service().url}/openapi.json`, { headers: { 'accept-encoding': coding, ...headers } })
      const first = await read()
      const etag = first.headers.get('etag') ?? ''
      expect(etag).toMatch(/^"[\w-]{43}"$/)
      for (const known of [etag, `W/${etag}`, `"another", ${etag}`, '*']) {
        const again = await read({ 'if-none-match': known })
        expect([known, again.status, await again.text()]).toEqual([known, 304, ''])
      }
      expect((await read({ 'if-none-match': '"another"' })).status).toBe(200)
    },
  )

  it.each(['/openapi.json', '/docs/js/scalar.js'])(
    '%s has less than a third of its bytes for clients that accept a coding, and an entity tag for each',
    async (path) => {
      const sizes: Record<string, number> = {}
      const etags = new Set<string>()
      for (const coding of ['br', 'gzip', 'identity']) {
        const response = await request(service().url + path, { headers: { 'accept-encoding': coding } })
        const { statusCode, headers } = response
        const { vary, etag } = headers
        const bytes = await response.body.bytes()
        expect([statusCode, vary, headers['content-encoding'] ?? 'identity']).toEqual([
          200,
          'accept-encoding',
          coding,
        ])
        sizes[coding] = bytes.length
        etags.add(`${etag}`)
      }
      const { br = Infinity, gzip = Infinity, identity = 0 } = sizes
      expect(Math.max(br, gzip)).toBeLessThan(identity / 3)
      expect(etags.size).toBe(3)
    },
  )

  it('rule: every pattern means the same with and without the flags of a regular expression', async () => {
    const patterns: string[] = []
    JSON.stringify(await document(), (key, value) => {
      if (key === 'pattern' && typeof value === 'string') patterns.push(value)
      return value
    })
    expect(patterns.length).toBeGreaterThan(10)
    for (const pattern of new Set(patterns)) {
      for (const flags of ['', 'u']) expect(() => new RegExp(pattern, flags), pattern).not.toThrow()
      // Without `u`, those are letters; inline flags are of other engines.
      expect(pattern).not.toMatch(/\\p\{|\\u\{|\(\?[a-z]/i)
    }
  })

  it('the document describes the mounted operations and no others', async () => {
    const described = operationsOf(await document()).map(
      ({ method, path }) => `${method.toUpperCase()} ${path}`,
    )
    // Those of OAuth have documents of their own (RFC 8414, RFC 9728).
    const ofOauth = /^\w+ \/(oauth|\.well-known\/oauth-[\w-]+)(\/|$)/
    const routes = (await mounted()).map(({ method, path }) => `${method} ${path}`)
    expect(routes.filter((route) => !ofOauth.test(route)).toSorted()).toEqual(described.toSorted())
  })

  it('rule: 405 for every method that no operation has at a path of the document', async () => {
    const operations = operationsOf(await document())
    const methodsOf = (path: string) =>
      operations.filter((one) => matchesPath(one.path, path)).map(({ method }) => method.toUpperCase())
    for (const path of new Set(operations.map((one) => one.path.replace(/[{}]/g, '')))) {
      const own = methodsOf(path)
      const allowed = own.includes('GET') && path !== '/ens/v2/resolve' ? [...own, 'HEAD'] : own
      const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => !allowed.includes(method))
      for (const method of others) {
        const response = await service().call(method, path)
        expectError(response, 405, 'MethodNotAllowedException')
        expect(new Set(response.headers.get('allow')?.split(', '))).toEqual(new Set(allowed))
      }
    }
  })

  it('the document names the credentials of an operation', async () => {
    const { paths, components } = await document()
    const signed = { signerAddress: [], signedMessage: [], signature: [] }
    expect(paths['/ens/v1/subname/revoke']?.post?.security).toEqual([
      { apiKey: [], ...signed },
      { bearerKey: [], ...signed },
      { session: [], ...signed },
    ])
    expect(paths['/ens/v1/subname/update']?.post?.security).toEqual([signed])
    expect(paths['/ens/v1/subname/subname']?.get?.security).toEqual([])
    expect(components?.securitySchemes).toMatchObject({
      apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
      signerAddress: { type: 'apiKey', in: 'header', name: 'x-address' },
      signedMessage: { type: 'apiKey', in: 'header', name: 'x-message' },
      signature: { type: 'apiKey', in: 'header', name: 'x-signature' },
    })
  })
})

describeService('/docs', (service) => {
  it('200 with a page', async () => {
    const response = await fetch(`${service().url}/docs`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toMatch(/^text\/html/)
    expect(await response.text()).toContain('<html')
  })
})

/** A parameter matches any part of a path. */
function matchesPath(template: string, path: string): boolean {
  const [parts, ownParts] = [template.split('/'), path.split('/')]
  return (
    parts.length === ownParts.length &&
    parts.every((part, index) => part.startsWith('{') || part === ownParts[index])
  )
}

/** Documents (`documents.test.ts`), and files that browsers and search engines look for (`site-files.test.ts`). */
function isOfPages(path: string): boolean {
  return /^\/(_\/|claim\/|n\/|directory\/|mail\/stop$|preview\/|me$|(console|guide)(\/|\*|$)|[\w-]+\.(ico|js|svg|png|txt|xml|webmanifest)$)/.test(
    path,
  )
}
