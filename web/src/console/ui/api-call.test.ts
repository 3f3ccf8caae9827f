import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { createClient } from '../../../../sdk/src/index.ts'
import { type ApiRequest, curlCommand } from './api-call.ts'
import { sdkCall } from './sdk-call.ts'

const origin = 'https://names.example'
const request = {
  method: 'POST',
  path: '/byname/v1/names/{name}/transfer',
  params: { name: 'a/b.eth' },
  query: { chainId: 1 },
  body: { text: `it's $KEY "here" \`id\` \${x} \\ \n` },
} as const

/** What a shell passes to curl. */
function argumentsOfCurl(sent: ApiRequest): readonly string[] {
  const command = curlCommand(origin, sent).replace(/^curl/, `printf '%s\\0'`)
  const output = execFileSync('sh', ['-c', command], { env: { KEY: 'secret' } })
  return output.toString().split('\0').slice(0, -1)
}

test('a shell passes exactly what is filled in', () => {
  expect(argumentsOfCurl(request)).toEqual([
    ...['-X', 'POST', `${origin}/byname/v1/names/a%2Fb.eth/transfer?chainId=1`],
    ...['-H', 'x-api-key: secret', '-H', 'content-type: application/json'],
    ...['-d', JSON.stringify(request.body)],
  ])
})

test('a file is sent in a form', () => {
  const upload = { method: 'POST', path: '/upload', query: { type: 'avatar' }, file: 'avatar.png' } as const
  expect(curlCommand(origin, upload)).toContain("-F 'file=@avatar.png'")
})

interface Sent {
  readonly method: string
  readonly url: string
  readonly key: string | null
  /** JSON, or the text of the file of a form. */
  readonly body: unknown
}

/** A response to any of the calls. */
const response = {
  ens: 'a.demo.eth',
  records: { texts: [], addresses: [], contentHash: null },
  data: [],
  next: null,
  results: [],
  links: [],
}

/** Runs the program with the SDK, and a file that has its own name as text. */
async function runSdkCall(call: ApiRequest): Promise<Sent> {
  const sent: Promise<Sent>[] = []
  const fetch = async (input: Parameters<typeof globalThis.fetch>[0]) => {
    const seen = new Request(input)
    const { method, url, headers } = seen
    const isForm = headers.get('content-type')?.startsWith('multipart/form-data')
    const readFile = async () => {
      const file = (await seen.formData()).get('file')
      return file instanceof File ? file.text() : file
    }
    const body = isForm
      ? readFile()
      : seen.text().then((text) => (text === '' ? undefined : JSON.parse(text)))
    sent.push(body.then((read) => ({ method, url, key: headers.get('x-api-key'), body: read })))
    return Response.json({ statusCode: 200, result: { data: response, error: null } })
  }
  const program = sdkCall(origin, call).replace(/^import .*$/gm, '')
  const run = new Function('createClient', 'openAsBlob', 'process', `return (async () => {${program}\n})()`)
  await run(
    (options: Parameters<typeof createClient>[0]) => createClient({ ...options, fetch }),
    async (name: string) => new Blob([name]),
    { env: { KEY: 'secret' } },
  )
  expect(sent).toHaveLength(1)
  return sent[0] as Promise<Sent>
}

/** The same request by curl. */
function sentByCurl(call: ApiRequest): Sent {
  const [, method = '', url = '', , key = '', ...rest] = argumentsOfCurl(call)
  const option = (name: string) => rest[rest.indexOf(name) + 1]
  const data = rest.includes('-d') ? JSON.parse(option('-d') ?? '') : undefined
  return {
    method,
    url,
    key: key.replace('x-api-key: ', ''),
    body: rest.includes('-F') ? option('-F')?.replace('file=@', '') : data,
  }
}

/** Their order has no meaning. */
function withSortedParts({ url, body, ...sent }: Sent): unknown {
  const { pathname, searchParams } = new URL(url)
  searchParams.sort()
  const sorted = JSON.stringify(body, (key, value) =>
    key === 'addresses'
      ? value.toSorted(
          (one: { coinType: number }, other: { coinType: number }) => one.coinType - other.coinType,
        )
      : value,
  )
  return { ...sent, pathname, search: `${searchParams}`, body: sorted && JSON.parse(sorted) }
}

const [chain, address] = [{ chainId: 11155111 }, '0x70997970C51812dc3A010C7d01b50e0d17dc79C8']
const text = [
  { key: '__proto__', value: `it's "quoted" \${x}` },
  { key: 'a-b', value: '\u2028\n' },
]
const batchOf = (...items: readonly object[]): ApiRequest => ({
  ...{ method: 'POST', path: '/byname/v1/names/batch', query: chain },
  body: { domain: 'demo.eth', mode: 'each', items },
})
const issued = {
  action: 'issue',
  label: 'al',
  addresses: [
    { coinType: 60, address },
    { coinType: 0, address: 'bc1' },
  ],
  text,
  contentHash: 'ipfs://x',
}
const ofDomain = { params: { domain: 'demo.eth' }, query: chain }

describe('the program for the SDK sends the request of curl', () => {
  test.each<[string, ApiRequest, string]>([
    ['an issued name', batchOf(issued), 'client.names.batch('],
    [
      'a name with an address only',
      batchOf({ action: 'issue', label: 'al', addresses: [{ coinType: 60, address }] }),
      'client.names.batch(',
    ],
    [
      'an invited and a revoked name',
      batchOf({ action: 'reserve', label: 'al', ethAddress: address }, { action: 'revoke', label: 'bo' }),
      'client.names.batch(',
    ],
    [
      'a name without an address',
      batchOf({ action: 'issue', label: 'al', text }),
      "client.request('POST', '/byname/v1/names/batch'",
    ],
    ['a text that is given twice', batchOf({ ...issued, text: [...text, ...text] }), "client.request('POST'"],
    [
      'a list',
      {
        method: 'GET',
        path: '/byname/v1/domains/{domain}/names',
        ...ofDomain,
        query: { ...chain, limit: 100, state: 'all', search: 'x y' },
      },
      'of client.names.list(',
    ],
    [
      'a policy',
      {
        method: 'PATCH',
        path: '/byname/v1/domains/{domain}/policy',
        ...ofDomain,
        body: { claims: 'open', blockedParts: ['a"b:'] },
      },
      'client.policies.update(',
    ],
    [
      'branding',
      {
        method: 'PATCH',
        path: '/byname/v1/domains/{domain}',
        ...ofDomain,
        body: { branding: { title: "Acme's", links: [] } },
      },
      'client.domains.update(',
    ],
    [
      'an approval',
      {
        method: 'POST',
        path: '/byname/v1/domains/{domain}/claims/{claimId}/approve',
        params: { domain: 'demo.eth', claimId: 'c1' },
        query: chain,
      },
      'client.claims.approve(',
    ],
    [
      'an invitation link',
      {
        method: 'POST',
        path: '/byname/v1/domains/{domain}/invitation-links',
        ...ofDomain,
        body: { maxUses: 2 },
      },
      'client.invitations.create(',
    ],
    [
      'a webhook',
      { method: 'POST', path: '/byname/v1/webhooks', body: { url: 'https://a.example', types: null } },
      'client.webhooks.create(',
    ],
    [
      'the test of a webhook',
      { method: 'POST', path: '/byname/v1/webhooks/{webhookId}/test', params: { webhookId: 'w' } },
      'client.webhooks.test(',
    ],
    [
      'an operation without a verb',
      { method: 'POST', path: '/byname/v1/domains/{domain}/hosts', ...ofDomain, body: { host: 'a.example' } },
      "client.request('POST', '/byname/v1/domains/{domain}/hosts'",
    ],
    [
      'one without parameters',
      { method: 'GET', path: '/byname/v1/workspaces' },
      "client.request('GET', '/byname/v1/workspaces')",
    ],
    ['a text that a program could misread', request, 'client.request('],
    [
      'a file',
      { method: 'PUT', path: '/byname/v1/domains/{domain}/allow-list', ...ofDomain, file: "wallets '1'.csv" },
      'bodySerializer: () => form',
    ],
  ])('rule: %s', async (_title, call, part) => {
    expect(sdkCall(origin, call)).toContain(part)
    expect(withSortedParts(await runSdkCall(call))).toEqual(withSortedParts(sentByCurl(call)))
  })
})
