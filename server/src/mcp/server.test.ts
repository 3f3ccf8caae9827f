import { createMcpHandler } from '@modelcontextprotocol/server'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Access } from './access.ts'
import { createApi } from './api.ts'
import { formatError, ToolError, toToolError } from './errors.ts'
import { boundRules, describeRules } from './rules.ts'
import type { ApiResponse } from './send.ts'
import { createServer } from './server.ts'
import { escapeText, toRecords } from './untrusted.ts'

const failure = (status: number, body: unknown, headers: ApiResponse['headers'] = {}) =>
  toToolError({ status, headers, body: typeof body === 'string' ? body : JSON.stringify(body) }).message

describe('errors of the interface, as a model reads them', () => {
  it.each([
    [
      'what is wrong and what to do',
      failure(404, { result: { data: null, error: 'EnsNotFound: demo.eth is not onboarded.' } }),
      'EnsNotFound: demo.eth is not onboarded. list_domains has the domains of the key.',
    ],
    [
      'when to repeat the call',
      failure(429, { result: { error: 'TooManyRequestsException: Too many.' } }, { 'retry-after': '12' }),
      'TooManyRequestsException: Too many. Repeat the call after 12 seconds.',
    ],
    [
      'the error of the only item of a batch',
      failure(422, {
        result: { error: 'BatchRejectedException: 1 of 1 items failed.' },
        errors: [{ error: { name: 'SubdomainAlreadyExistsException', message: 'a.demo.eth is taken.' } }],
      }),
      'SubdomainAlreadyExistsException: a.demo.eth is taken. Choose another label: check_availability suggests some.',
    ],
    [
      'a page of a proxy without its text',
      failure(502, '<html>secret</html>'),
      'The service answered with HTTP 502.',
    ],
    [
      'a payment that is not made',
      failure(402, { title: 'Payment Required' }),
      'This service charges for resolving names that are not its own, and these tools do not pay.',
    ],
  ])('%s', (_title, message, expected) => {
    expect(message).toBe(expected)
  })

  it('are escaped and bounded', () => {
    const text = formatError('BadRequestException', `\u001b[31m${'x'.repeat(2_000)}`)
    expect(text).toMatch(/^BadRequestException: \\u\{1b\}\[31mx+…$/)
    expect(text.length).toBeLessThan(700)
  })
})

describe('a call', () => {
  const send = async () => ({ status: 200, headers: {}, body: '{"result":{"data":{}}}' })

  it('makes three requests at most', async () => {
    const api = createApi(send, new AbortController().signal)
    const request = () => api.get('/x', { data: z.object({}) })
    for (let count = 0; count < 3; count += 1) await request()
    await expect(request()).rejects.toThrow(/more requests than a call may/)
  })

  it('refuses a response in another form, without showing it', async () => {
    const api = createApi(send, new AbortController().signal)
    await expect(api.get('/x', { data: z.object({ name: z.string() }) })).rejects.toThrow(ToolError)
  })
})

describe('what fails inside', () => {
  it('is reported, and its message is not shown', async () => {
    const reported: unknown[] = []
    const failing: Access = {
      send: async () => {
        throw new Error('secret')
      },
      hasKey: true,
      principal: 'key',
      transport: 'http',
      confirmationKey: new Uint8Array(32),
      onError: (error) => reported.push(error),
    }
    const handler = createMcpHandler((context) => createServer(context, failing))
    const answerTo = async (method: string, params: object) => {
      const body = { jsonrpc: '2.0', id: 1, method, params }
      const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
      const request = new Request('http://mcp.invalid', {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
      return (await handler.fetch(request)).text()
    }
    const answers = await Promise.all([
      answerTo('tools/call', { name: 'get_name', arguments: { name: 'a.demo.eth' } }),
      answerTo('resources/read', { uri: 'byname://domains' }),
      answerTo('resources/read', { uri: 'byname://domain/1/demo.eth' }),
    ])
    for (const answer of answers) expect(answer).toContain('The server failed. It has logged the details.')
    expect(answers.join()).not.toContain('secret')
    expect(reported).toEqual(Array(3).fill(new Error('secret')))
  })
})

describe('texts of others', () => {
  it('keep what is seen, and show what is not', () => {
    const seen = 'Zoë 👩‍👩‍👧 नमस्ते\nline\ttab'
    expect(escapeText(seen, 100)).toEqual({ text: seen, isCut: false })
    expect(escapeText('\u202eabc\u{e0061}\u{e0101}\u2066', 100).text).toBe(
      '\\u{202e}abc\\u{e0061}\\u{e0101}\\u{2066}',
    )
    expect(escapeText('👩👩', 3)).toEqual({ text: '👩\ufffd…', isCut: true })
  })

  it('are bounded for each name', () => {
    const texts = Array.from({ length: 256 }, (_, index) => ({
      key: `key-${index}`,
      value: 'x'.repeat(5_000),
    }))
    const records = toRecords({ resolverAddress: '0x', texts, coins: [], contentHash: null })
    expect(JSON.stringify(records).length).toBeLessThan(45_000)
    expect(records.texts.length + records.omitted).toBe(256)
  })
})

describe('rules in words', () => {
  const domain = { chainId: 1, domain: 'demo.eth' }

  it('say whether keys are bound, and name the labels of lists', () => {
    const policy = { appliesToKeys: true, minLength: 3, blockedLabels: ['admin'], tokenGate: null }
    const words = describeRules(domain, { view: 'owner', policy })
    expect(words).toContain('bind API keys too')
    expect(words).toContain('- Least characters of a label. minLength: 3.')
    expect(words).toContain('- Labels that are never issued, normalized. blockedLabels: admin.')
    expect(words).toContain('tokenGate: none.')
  })

  it('have a bounded part of long lists', () => {
    const policy = {
      blockedLabels: Array.from({ length: 10_000 }, (_, index) => `label-${index}`),
      minLength: 3,
    }
    expect(describeRules(domain, { view: 'owner', policy })).toContain('label-99 and 9900 more')
    expect(boundRules({ view: 'owner', policy })).toMatchObject({
      policy: { blockedLabels: { length: 100 }, minLength: 3 },
      omitted: { blockedLabels: 9_900 },
    })
  })

  it('of visitors do not pretend to know what binds keys', () => {
    const words = describeRules(domain, {
      view: 'visitor',
      isFull: true,
      policy: { state: 'open', minLength: 3 },
    })
    expect(words).toContain('a limit is reached')
    expect(words).toContain('Claims by wallets: open.')
    expect(words).toContain('for keys with the scope domains:write to read')
  })
})
