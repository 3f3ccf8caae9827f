import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createApi } from './api.ts'
import { formatError, ToolError, toToolError } from './errors.ts'
import { describeRules } from './rules.ts'
import type { ApiResponse } from './send.ts'
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
