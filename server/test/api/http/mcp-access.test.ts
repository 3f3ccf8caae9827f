import { describe, expect, it } from 'vitest'
import { createKey } from '../../support/credentials/api-keys.ts'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { sendRequest } from '../../support/http/send-request.ts'
import { connectHttp, no } from '../../support/mcp/client.ts'
import { sendMessage } from '../../support/mcp/rpc.ts'
import { describeService } from '../../support/service/describe-service.ts'
import { startTestService } from '../../support/service/service.ts'

describeService(
  'access to /mcp',
  (service) => {
    const send = (message: Parameters<typeof sendMessage>[1]) => sendMessage(service().url, message)
    const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
    const callOf = (name: string, input: object) => ({ params: { name, arguments: input } })
    const revocation = (name: string) => callOf('revoke_name', { name })

    it('without a key, only tools that need none are there; the others are 401 with a challenge', async () => {
      const { client, call } = await connectHttp(service().url)
      // Lists follow from the key, so there is nothing to subscribe to.
      expect(client.getServerCapabilities()).toEqual({
        tools: { listChanged: false },
        resources: { listChanged: false },
      })
      const { tools } = await client.listTools()
      expect(tools.map(({ name }) => name)).toEqual([
        'resolve_name',
        'reverse_resolve',
        'check_availability',
        'search_names',
        'get_name',
        'diagnose_domain',
      ])
      expect(await call('search_names', { domain: 'demo.eth' })).toEqual({ names: [], next: null })
      const { status, headers, body } = await send(callOf('list_domains', {}))
      const challenge = `Bearer realm="byname", resource_metadata="${service().url}/.well-known/oauth-protected-resource/mcp"`
      expect([status, headers.get('www-authenticate')]).toEqual([401, challenge])
      expect(body).toMatchObject({
        id: 1,
        error: { message: expect.stringMatching(/^InvalidApiKeyException: /) },
      })
      const unknown = await send({ ...callOf('list_domains', {}), headers: bearer('byname_unknown') })
      expect([unknown.status, unknown.headers.get('www-authenticate')]).toEqual([
        401,
        `${challenge}, error="invalid_token"`,
      ])
      const { status: accepted } = await send({
        ...callOf('list_domains', {}),
        headers: { 'x-api-key': service().key },
      })
      expect(accepted).toBe(200)
    })

    it.each([
      ['*/*', 200],
      ['application/*, text/*;q=0.5', 200],
      ['application/json, text/event-stream', 200],
      ['Text/Event-Stream;q=0.9, application/json;charset=utf-8', 200],
      ['application/json', 406],
      ['text/event-stream', 406],
      ['application/*, text/html', 406],
      ['text/event-stream, application/json;q=0', 406],
      ['*/*;q=0.0', 406],
    ])('a list of tools that accepts %s is %i', async (accept, status) => {
      for (const path of ['/mcp', '/mcp/']) {
        const response = await fetch(service().url + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
        })
        expect([path, response.status]).toEqual([path, status])
        expect((await response.text()).includes('resolve_name')).toBe(status === 200)
      }
    })

    it('a page needs a key that allows its origin, and a host must be that of the service', async () => {
      const list = { method: 'tools/list' }
      const origin = 'https://app.example'
      const limited = await createKey(service(), { origins: ['https://other.example'] })
      const statusWith = async (headers: Readonly<Record<string, string>>) =>
        (await send({ ...list, headers })).status
      expect(await statusWith({ origin })).toBe(403)
      expect(await statusWith({ origin: 'null' })).toBe(403)
      expect(await statusWith({ origin: new URL(service().url).origin })).toBe(200)
      expect(await statusWith({ origin, ...bearer(service().key) })).toBe(200)
      expect(await statusWith({ origin, ...bearer(limited.key) })).toBe(403)
      const hostile = await sendRequest('POST', `${service().url}/mcp`, {
        headers: { host: 'rebound.example' },
        body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      })
      expect(hostile.status).toBe(403)
      expect(await hostile.readJson()).toMatchObject({
        error: { message: expect.stringMatching(/public URL of this service/) },
      })
    })

    it('other methods are 405, OPTIONS allows the headers of the protocol', async () => {
      for (const method of ['GET', 'DELETE']) {
        const response = await fetch(`${service().url}/mcp`, { method })
        expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
      }
      const preflight = await fetch(`${service().url}/mcp`, {
        method: 'OPTIONS',
        headers: { origin: 'https://app.example', 'access-control-request-method': 'POST' },
      })
      expect(preflight.status).toBe(204)
      expect(preflight.headers.get('access-control-allow-headers')).toMatch(/^\*, .*authorization/)
    })

    it.each([
      ['a list of messages', { body: [{ jsonrpc: '2.0', id: 1, method: 'tools/list' }] }, 400, -32600],
      ['no JSON', { body: '{' }, 400, -32700],
      ['too large a body', { body: { text: 'x'.repeat(600_000) } }, 413, -32000],
      ['another type', { body: 'text', headers: { 'content-type': 'text/plain' } }, 415, -32000],
      ['a subscription', { method: 'subscriptions/listen', params: { notifications: {} } }, 200, -32603],
    ] as const)('%s is an error of JSON-RPC', async (_title, message, status, code) => {
      const response = await send(message)
      expect({ status: response.status, code: response.body.error?.code }).toEqual({ status, code })
    })

    it('hostile arguments are refused with a sentence that says what to mend', async () => {
      const { key } = await createKey(service(), { scopes: ['names:revoke'] })
      const { client } = await connectHttp(service().url, { key })
      const { tools } = await client.listTools()
      const hostile = [
        '',
        '..',
        'a/../b.eth',
        '%00.eth',
        '\u0000.eth',
        '🏴'.repeat(400),
        'x'.repeat(1_001),
        -1,
        1e308,
        [],
        {},
        null,
      ]
      for (const { name } of tools)
        for (const value of hostile) {
          const given = {
            name: value,
            domain: value,
            label: value,
            owner: value,
            address: value,
            confirm: true,
          }
          const input = JSON.parse(JSON.stringify({ ...given, names: [given], constructor: given }))
          const { content, isError } = await client.callTool({ name, arguments: input })
          const [text] = content
          expect({ name, value, isError, text: text?.type === 'text' && text.text }).not.toMatchObject({
            text: expect.stringMatching(/The server failed|InternalServerError/),
          })
        }
    })

    it.each([
      [1, 0, false],
      [2, 0, true],
      [2, 1, false],
      [1, 2, true],
      [0, 2, false],
    ])(
      'asks for %i names, of %i others that cannot be issued, all or nothing: %s',
      async (good, bad, allOrNothing) => {
        const questions: string[] = []
        const { refused } = await connectHttp(service().url, {
          key: service().key,
          answer: (question) => {
            questions.push(question)
            return no(question)
          },
        })
        const labels = [
          ...Array.from({ length: bad }, (_, index) => `bad ${index}`),
          ...Array.from({ length: good }, (_, index) => `asked-${index}`),
        ]
        const names = labels.map((label) => ({ label, owner: createWallet().address }))
        const table = ['label,address', ...names.map((each) => `${each.label},${each.owner}`)].join('\n')
        const isAsked = good > 0 && !(allOrNothing && bad > 0)
        const count = good === 1 ? '1 name' : `${good} names`
        for (const [tool, input] of [
          ['issue_names', { names }],
          ['issue_table', { table }],
        ] as const) {
          const refusal = await refused(tool, { domain: 'demo.eth', allOrNothing, ...input })
          expect(refusal).toMatch(isAsked ? /the user does not want this/ : `${bad} of ${good + bad} `)
          const [question] = questions.splice(0)
          expect([tool, question !== undefined]).toEqual([tool, isAsked])
          if (question === undefined) continue
          const listed = Array.from({ length: good }, (_, index) => `asked-${index}.demo.eth`).join(', ')
          expect(question).toContain(`Issue ${count} on Ethereum mainnet: ${listed}?`)
          expect([tool, question.includes('cannot be issued')]).toEqual([tool, bad > 0])
        }
      },
    )

    describe('an answer to a question', () => {
      const accepted = { confirm: { action: 'accept', content: { confirm: true } } }
      const ask = async (message: ReturnType<typeof revocation>, key: string) => {
        const { body } = await send({ ...message, headers: bearer(key) })
        expect(body.result).toMatchObject({ resultType: 'input_required' })
        return body.result?.requestState
      }
      const answer = (
        message: ReturnType<typeof revocation>,
        requestState: string | undefined,
        key: string,
      ) =>
        send({
          params: { ...message.params, inputResponses: accepted, ...(requestState && { requestState }) },
          headers: bearer(key),
        })

      it('counts for its arguments, its principal and one write only', async () => {
        const scopes = ['names:revoke'] as const
        const { key } = await createKey(service(), { scopes })
        const other = await createKey(service(), { scopes, domainIds: [service().demo[1].id] })
        const { call } = await connectHttp(service().url, { key })
        const issue = (label: string) =>
          call('issue_name', { domain: 'demo.eth', label, owner: createWallet().address })
        await issue('first')
        await issue('second')
        const [first, second] = [revocation('first.demo.eth'), revocation('second.demo.eth')]
        const state = await ask(first, key)
        const changed = await answer(second, state, key)
        expect(changed.body.result).toMatchObject({
          isError: true,
          content: [
            { text: expect.stringMatching(/^Nothing was written: the answer belongs to another question/) },
          ],
        })
        expect((await answer(first, undefined, key)).body.result).toMatchObject({ isError: true })
        expect((await answer(first, `${state}x`, key)).body.error).toMatchObject({ code: -32602 })
        const { key: foreign } = await createKey(service(), { scopes, workspaceId: other.apiKey.workspaceId })
        expect((await answer(first, state, foreign)).body.error).toMatchObject({ code: -32602 })
        expect(await call('get_name', { name: 'first.demo.eth' })).toMatchObject({ state: 'claimed' })

        const written = (await answer(first, state, key)).body.result
        expect(written).toMatchObject({ structuredContent: { name: 'first.demo.eth', isRepeated: false } })
        await issue('first')
        const repeated = (await answer(first, state, key)).body.result
        expect(repeated).toMatchObject({ structuredContent: { name: 'first.demo.eth', isRepeated: true } })
        expect(await call('get_name', { name: 'first.demo.eth' })).toMatchObject({ state: 'claimed' })
      })

      it('counts at another process of the service', async () => {
        const { key } = await createKey(service(), { scopes: ['names:revoke'] })
        const { call } = await connectHttp(service().url, { key })
        await call('issue_name', { domain: 'demo.eth', label: 'shared', owner: createWallet().address })
        const message = revocation('shared.demo.eth')
        const requestState = await ask(message, key)
        await service().withSecondService(async ({ url }) => {
          const { body } = await sendMessage(url, {
            params: { ...message.params, inputResponses: accepted, requestState },
            headers: bearer(key),
          })
          expect(body.result).toMatchObject({ structuredContent: { name: 'shared.demo.eth' } })
        })
      })

      it('cannot be had of a client that asks by URLs only', async () => {
        const { key } = await createKey(service(), { scopes: ['names:revoke'] })
        const capabilities = { elicitation: { url: {} } }
        const { body } = await send({ ...revocation('any.demo.eth'), capabilities, headers: bearer(key) })
        expect(body.result).toMatchObject({ isError: true })
      })
    })
  },
  { settings: { MCP: 'on' } },
)

describeService(
  'limits of /mcp',
  (service) => {
    const from = (address: string) => ({ 'x-forwarded-for': address })

    it('requests of tools count for the address of the caller, whom the interface limits too', async () => {
      const check = (address: string) =>
        sendMessage(service().url, {
          params: { name: 'check_availability', arguments: { name: 'free.demo.eth' } },
          headers: from(address),
        })
      const direct = async (address: string) =>
        (await fetch(`${service().url}/ens/v2/pricing`, { headers: from(address) })).status
      // Of seven, each call counts for itself and for its request.
      for (let call = 0; call < 3; call += 1)
        expect((await check('203.0.113.7')).body.result).toMatchObject({
          structuredContent: { isAvailable: true },
        })
      const { body } = await check('203.0.113.7')
      expect(body.result).toMatchObject({
        isError: true,
        content: [
          {
            text: expect.stringMatching(/^TooManyRequestsException: .*Repeat the call after \d+ seconds\.$/),
          },
        ],
      })
      const limited = await check('203.0.113.7')
      expect([limited.status, limited.headers.get('retry-after')]).toEqual([
        429,
        expect.stringMatching(/^\d+$/),
      ])
      expect(await direct('203.0.113.7')).toBe(429)
      expect(await direct('203.0.113.8')).toBe(200)
    })

    it('each message counts for its key, from each address', async () => {
      const { key } = await createKey(service())
      const list = async (index: number) => {
        const headers = { ...from(`203.0.113.${index}`), 'x-api-key': key }
        return (await sendMessage(service().url, { method: 'tools/list', headers })).status
      }
      for (let index = 20; index < 25; index++) expect([index, await list(index)]).toEqual([index, 200])
      expect(await list(25)).toBe(429)
    })
  },
  { settings: { MCP: 'on', RATE_LIMIT_PER_KEY: '5', RATE_LIMIT_PER_IP: '7', TRUSTED_PROXIES: 'loopback' } },
)

describe('a service', () => {
  it('has no /mcp unless it is turned on, and stops at once after calls', async () => {
    const off = await startTestService()
    expect((await fetch(`${off.url}/mcp`, { method: 'POST' })).status).toBe(404)
    await off.stop()
    const on = await startTestService(undefined, { MCP: 'on' })
    const { client } = await connectHttp(on.url, { era: 'legacy', key: on.key })
    await client.listTools()
    const startedAt = performance.now()
    await on.stop()
    expect(performance.now() - startedAt).toBeLessThan(3_000)
  })
})
