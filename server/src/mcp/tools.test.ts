import { expect, it } from 'vitest'
import { createApi } from './api.ts'
import type { ApiResponse } from './send.ts'
import { tools } from './tools.ts'

/** The outcome of a tool, and the paths that it requests, in order, with these responses. */
async function run(name: string, input: object, responses: readonly ApiResponse[]) {
  const paths: string[] = []
  const send = async ({ path }: { readonly path: string }) => {
    paths.push(path)
    return responses[paths.length - 1] ?? { status: 500, headers: {}, body: '' }
  }
  const tool = tools.find((each) => each.name === name)
  const api = createApi(send, new AbortController().signal)
  const outcome = await tool
    ?.run(tool.input.parse(input), api, { idempotencyKey: undefined })
    .catch((error: Error) => error.message)
  return { outcome, paths }
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
    const { outcome, paths } = await run('resolve_name', { name: 'a.demo.eth', chainId }, [
      failed(status, error),
      found({ ens: 'a.demo.eth', isJAN: false, records }),
    ])
    expect(paths).toHaveLength(asks ? 2 : 1)
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
