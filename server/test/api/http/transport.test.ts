import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import type { ErrorName } from '../../../src/errors.ts'
import { expectUnchanged, seedSubname } from '../../support/entities/subnames.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeService } from '../../support/service/describe-service.ts'

describeService('HTTP', (service) => {
  /** Sends raw bytes and reads until the server closes the connection. */
  const sendRaw = async (...lines: readonly string[]) => {
    const { hostname, port } = new URL(service().url)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    socket.write(`${lines.join('\r\n')}\r\n\r\n`)
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n', 2)
    return { status: Number(head.split(' ')[1]), headers: new Headers(), body: JSON.parse(body) }
  }

  const addPath = '/ens/v1/subname/add'
  const withKey = (headers: object = {}) => ({ 'x-api-key': service().key, ...headers })

  it('200 for a request target in absolute form', async () => {
    const issued = await seedSubname(service(), service().demo[1], 'absolute')
    const target = 'http://api.example/ens/v1/subname/subname?chainId=1&subname=absolute.demo.eth'
    const response = await sendRaw(`GET ${target} HTTP/1.1`, 'Host: api.example', 'Connection: close')
    expect(dataOf(response)).toEqual(issued)
  })

  it('200 with links for a request target in absolute form without a path', async () => {
    const response = await sendRaw(
      'GET http://api.example HTTP/1.1',
      'Host: api.example',
      'Connection: close',
    )
    expect(dataOf(response)).toMatchObject({ documentation: `${service().url}/docs` })
  })

  it('200 for GET /, with valid links', async () => {
    const { documentation, openapi } = dataOf<{ documentation: string; openapi: string }>(
      await service().call('GET', '/'),
    )
    for (const link of [documentation, openapi]) expect((await fetch(link)).status, link).toBe(200)
  })

  it.each([
    ['GET', '/ens'],
    ['POST', '/ens/v1/subname/none'],
    ['GET', '/ens/v3/subname'],
    ['DELETE', '/none'],
  ])('404 for %s %s', async (method, path) =>
    expectError(await service().call(method, path), 404, 'NotFoundException'),
  )

  const problemOf = async (path: string, init: RequestInit) => {
    const response = await fetch(`${service().url}${path}`, {
      ...init,
      headers: { accept: 'application/json, application/problem+json', ...init.headers },
    })
    expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    return { status: response.status, headers: response.headers, body: await response.json() }
  }

  it.each([
    ['an unknown path', '/none', {}, 404, 'NotFoundException'],
    ['a method that a path has not', addPath, {}, 405, 'MethodNotAllowedException'],
    ['a request without credentials', '/ens/v1/ens/api-key', {}, 401, 'InvalidApiKeyException'],
    ['an input that is not valid', '/ens/v1/subname/subname?chainId=x', {}, 400, 'BadRequestException'],
    [
      'an absent name',
      '/ens/v2/subname?chainId=1&subname=none.demo.eth',
      {},
      404,
      'SubnameNotFoundException',
    ],
    [
      'a body that is not JSON',
      '/ens/v2/siwe/verify',
      { method: 'POST', body: '{' },
      415,
      'UnsupportedMediaTypeException',
    ],
  ] as const)('rule: %s is a problem where the client accepts one', async (_, path, init, status, code) => {
    const { body, ...response } = await problemOf(path, init)
    expect(response.status).toBe(status)
    expect(body).toEqual({
      type: `/guide/errors#${code}`,
      title: expect.any(String),
      status,
      detail: expect.stringMatching(/^[A-Z"a-z/].+/),
      code,
    })
    expect(await (await fetch(`${service().url}/guide/errors`)).text()).toContain(code)
  })

  it('rule: a problem has what stands beside the result of an envelope', async () => {
    const { body, status } = await problemOf('/byname/v1/names/batch?chainId=1', {
      method: 'POST',
      headers: { authorization: `Bearer ${service().key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        domain: 'demo.eth',
        mode: 'atomic',
        items: [{ action: 'revoke', label: 'problem' }],
      }),
    })
    expect({ status, body }).toMatchObject({
      status: 422,
      body: { code: 'BatchRejectedException', errors: [{ index: 0, label: 'problem' }] },
    })
  })

  it.each([
    ['GET', addPath, 'POST'],
    ['DELETE', addPath, 'POST'],
    ['POST', '/ens/v1/subname/subname', 'GET, HEAD'],
    ['PUT', '/ens/v2/subnames', 'POST, GET, HEAD'],
    ['GET', '/ens/v2/subnames/alice.demo.eth', 'PATCH'],
    ['POST', '/health', 'GET, HEAD'],
    ['POST', '/ens/v2/resolve', 'GET'],
    ['GET', '/ccip/one', 'POST'],
    ['PUT', '/ccip/one/0x00', 'POST'],
    ['POST', '/ccip/one/0x00/0x00', 'GET, HEAD'],
  ])('405 for %s %s, which allows %s', async (method, path, allowed) => {
    const response = await service().call(method, path)
    expectError(response, 405, 'MethodNotAllowedException')
    expect(response.headers.get('allow')).toBe(allowed)
  })

  it.each([
    ['invalid JSON', '{"username": ', {}, 400, 'BadRequestException'],
    ['JSON that is cut short', '{"username":"a"', {}, 400, 'BadRequestException'],
    ['no bytes', '', {}, 400, 'BadRequestException'],
    ['a list', '[]', {}, 400, 'BadRequestException'],
    ['null', 'null', {}, 400, 'BadRequestException'],
    ['a prototype', '{"__proto__":{"username":"a"}}', {}, 400, 'BadRequestException'],
    ['text/plain', '{}', { 'content-type': 'text/plain' }, 415, 'UnsupportedMediaTypeException'],
    [
      'a form',
      'username=a',
      { 'content-type': 'application/x-www-form-urlencoded' },
      415,
      'UnsupportedMediaTypeException',
    ],
    ['one MiB', JSON.stringify({ text: 'x'.repeat(1 << 20) }), {}, 413, 'PayloadTooLargeException'],
  ] as const)('a body of %s changes nothing', async (_title, body, headers, status, wireName: ErrorName) => {
    await expectUnchanged(service(), service().demo[1], async () =>
      expectError(
        await service().call('POST', addPath, { body, headers: withKey(headers) }),
        status,
        wireName,
      ),
    )
  })

  it('400 without a body, with any type', async () => {
    const types = [{}, { 'content-type': 'application/json' }]
    for (const type of types) {
      const response = await service().call('POST', addPath, { headers: withKey(type) })
      expectError(response, 400, 'BadRequestException')
      expect(response.body).toMatchObject({ result: { error: 'BadRequestException: The body is empty.' } })
    }
  })

  it('403 of the operation itself, for an empty body declared as JSON where none is needed', async () => {
    const headers = withKey({ 'content-type': 'application/json' })
    const path = '/byname/v1/workspaces/none/api-keys/none'
    expectError(await service().call('DELETE', path, { headers }), 403, 'ForbiddenException')
  })

  it('413 for a client that sends all of a too large body before it reads', async () => {
    const body = JSON.stringify({ text: 'x'.repeat(5_000_000) })
    for (let count = 0; count < 10; count++)
      expectError(
        await service().call('POST', addPath, { body, headers: withKey() }),
        413,
        'PayloadTooLargeException',
      )
  })

  it('204 for the options of a path, for any client', async () => {
    const response = await fetch(service().url + addPath, { method: 'OPTIONS' })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-methods')).toContain('POST')
  })

  it.each([
    ['limit=0', 'limit: is less than 1'],
    ['limit=101', 'limit: is more than 100'],
    ['limit=1.5', 'limit: is not a whole number'],
    ['limit=many', 'limit: is not a whole number'],
    ['limit=-1', 'limit: is less than 1'],
    ['page=9007199254740993', 'page: is more than 1000000000'],
    ['page=1&page=2', 'page: has several values'],
    ['isclaimed=true', 'isclaimed: is not known; is it isClaimed?'],
    ['orderby=createdAt', 'orderby: is not known; is it orderBy?'],
  ])('400 with the reason for the query %s', async (query, reason) => {
    const response = await service().call(
      'GET',
      `/ens/v2/subnames/all?chainId=1&ensDomains=demo.eth&${query}`,
    )
    expectError(response, 400, 'BadRequestException')
    expect(response.body).toMatchObject({ result: { error: `BadRequestException: ${reason}` } })
  })

  it('400 with its name for a missing number', async () => {
    const response = await service().call('GET', '/ens/v1/subname/subname?subname=a.demo.eth')
    expect(response.body).toMatchObject({ result: { error: 'BadRequestException: chainId: is missing' } })
  })

  it('413 before a long body is received completely', async () => {
    const response = await sendRaw(
      `POST ${addPath} HTTP/1.1`,
      'Host: api.example',
      `x-api-key: ${service().key}`,
      'Content-Type: application/json',
      'Content-Length: 1073741824',
      'Connection: close',
    )
    expectError(response, 413, 'PayloadTooLargeException')
  })

  it.each([
    ['chainId=5', 'UnsupportedChainException'],
    ['chainId=one', 'BadRequestException'],
    ['chainId=1.5', 'BadRequestException'],
    ['chainId=-1', 'BadRequestException'],
    ['chainId=', 'BadRequestException'],
    ['chainId=1&chainId=1', 'BadRequestException'],
    ['chainId=1&subname=b.demo.eth', 'BadRequestException'],
    ['', 'BadRequestException'],
  ] as const)('400 for the query %s', async (query, wireName) => {
    const response = await service().call('GET', `/ens/v1/subname/subname?subname=a.demo.eth&${query}`)
    expectError(response, 400, wireName)
  })

  it('400 for a path that is no valid percent-encoding', async () => {
    const response = await service().call('GET', '/ens/v1/offchain-resolvers/%zz')
    expectError(response, 400, 'BadRequestException')
  })

  it('400 for bytes that are not HTTP', async () =>
    expectError(await sendRaw('HELLO THERE'), 400, 'BadRequestException'))

  it('431 for headers of more than 64 KiB', async () => {
    const response = await sendRaw('GET /health HTTP/1.1', 'Host: a', `x-message: ${'m'.repeat(70_000)}`)
    expectError(response, 431, 'RequestHeaderFieldsTooLargeException')
  })

  it('200 for /health and /ready', async () => {
    expect(dataOf(await service().call('GET', '/health'))).toEqual({ status: 'ok' })
    expect(dataOf(await service().call('GET', '/ready'))).toMatchObject({
      status: 'ok',
      reasons: [],
      checks: ['store', 'signer:1', 'signer:11155111'].map((name) => ({ name, isOk: true })),
    })
  })
})
