import { expect, it } from 'vitest'
import { createApi } from './api.ts'
import type { ApiRequest, ApiResponse } from './send.ts'
import { tools } from './tools.ts'

/** The outcome of a tool, and what it requests, in order, with these responses. */
async function run(name: string, input: object, responses: readonly ApiResponse[]) {
  const requests: ApiRequest[] = []
  const send = async (request: ApiRequest) => {
    requests.push(request)
    return responses[requests.length - 1] ?? { status: 500, headers: {}, body: '' }
  }
  const tool = tools.find((each) => each.name === name)
  const api = createApi(send, new AbortController().signal)
  const outcome = await Promise.resolve()
    .then(() => tool?.run(tool.input.parse(input), api, { idempotencyKey: undefined }))
    .catch((error: Error) => error.message)
  return { outcome, requests }
}

const found = (data: object): ApiResponse => ({
  status: 200,
  headers: {},
  body: JSON.stringify({ result: { data, error: null } }),
})
const failed = (status: number, error: string): ApiResponse => ({
  status,
  headers: {},
  body: JSON.stringify({ result: { data: null, error: `${error}: A sentence.` } }),
})

it.each([
  [404, 'SubnameNotFoundException', 1, true],
  [404, 'EnsNotFound', 1, true],
  [404, 'EnsNotFound', 11155111, false],
  [429, 'TooManyRequestsException', 1, false],
  [502, 'UpstreamException', 1, false],
  [400, 'InvalidNameException', 1, false],
])(
  'resolve_name after %i %s on chain %i asks for names of others: %s',
  async (status, error, chainId, asks) => {
    const records = { resolverAddress: `0x${'00'.repeat(20)}`, texts: [], coins: [], contentHash: null }
    const { outcome, requests } = await run('resolve_name', { name: 'a.demo.eth', chainId }, [
      failed(status, error),
      found({ ens: 'a.demo.eth', isJAN: false, records }),
    ])
    expect(requests).toHaveLength(asks ? 2 : 1)
    expect(outcome).toEqual(
      asks
        ? expect.objectContaining({ resolver: null, isServedHere: false })
        : expect.stringContaining(error),
    )
  },
)

it.each([0, 1, 19, 20, 21, 300])(
  'get_name_history shows at most 20 of %i changes, and how many are left out',
  async (count) => {
    const change = { field: 'texts', key: 'a', before: null, after: 'b' }
    const event = {
      ...{
        cursor: 'c',
        type: 'subname.changed',
        time: '2026-01-01T00:00:00Z',
        actor: { type: 'api-key', address: null },
      },
      changes: Array(count).fill(change),
    }
    const { outcome } = await run('get_name_history', { name: 'a.demo.eth' }, [
      found({ data: [event], next: null }),
    ])
    expect(outcome).toMatchObject({
      events: [{ changes: Array(Math.min(20, count)).fill(change), omitted: Math.max(0, count - 20) }],
    })
  },
)

it.each([
  [{ name: 'a.demo.eth' }, 'a.demo.eth'],
  [{ domain: 'demo.eth' }, 'demo.eth'],
  [{ name: 'a.demo.eth', domain: 'demo.eth' }, 'a.demo.eth'],
  [{}, undefined],
])('diagnose_domain %j asks about %s', async (input, subject) => {
  const { outcome, requests } = await run('diagnose_domain', input, [
    found({ subject: subject ?? '', status: 'ok', verdict: 'It resolves.', findings: [] }),
  ])
  if (subject === undefined) expect(outcome).toBe('Give a name, or a domain.')
  else expect(outcome).toMatchObject({ subject })
  expect(requests.map(({ path }) => new URL(path, 'http://byname.invalid').searchParams.get('name'))).toEqual(
    subject === undefined ? [] : [subject],
  )
})

it.each([
  ['absent', [], true],
  ['that of the owner', ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8'], true],
  ['that of the owner in lower case', ['0x70997970c51812dc3a010c7d01b50e0d17dc79c8'], true],
  ['another', ['0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'], false],
])(
  'issue_name with an address of coin type 60 that is %s sends the owner once, or nothing',
  async (_, given, isSent) => {
    const owner = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
    const bitcoin = { coinType: 0, address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }
    const addresses = [...given.map((address) => ({ coinType: 60, address })), bitcoin]
    const { outcome, requests } = await run(
      'issue_name',
      { domain: 'demo.eth', label: 'a', owner, addresses },
      [],
    )
    const [request] = requests
    expect([outcome, request !== undefined]).toEqual([
      isSent
        ? expect.any(String)
        : expect.stringContaining('a: the address of coin type 60 is that of the owner'),
      isSent,
    ])
    if (request)
      expect(request.body).toMatchObject({
        items: [{ addresses: [{ coinType: 60, address: owner }, bitcoin] }],
      })
  },
)
