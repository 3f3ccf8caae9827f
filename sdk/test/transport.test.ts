import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startHttpServer } from '../../server/test/support/http/http-server.ts'
import { BynameError, type ClientOptions, createClient } from '../src/index.ts'

type Step = (response: ServerResponse) => void

const answer =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Step =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
const failure = (status: number, error: string, headers?: Readonly<Record<string, string>>) =>
  answer(status, { statusCode: status, result: { data: null, error } }, headers)
const busy = (seconds: string) => failure(429, 'TooManyRequestsException: Later.', { 'retry-after': seconds })
const available = answer(200, { statusCode: 200, result: { data: { isAvailable: true }, error: null } })
const lost: Step = (response) => response.destroy()
const cut: Step = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '99' }).write('{')
  setImmediate(() => response.destroy())
}
const silent: Step = () => undefined

/** A client of a server that takes one step for each request, the last one again and again. */
async function clientOf(steps: readonly Step[], options: Partial<ClientOptions> = {}) {
  const requests: IncomingMessage[] = []
  const server = await startHttpServer((request, response) => {
    requests.push(request)
    request.resume()
    steps[Math.min(requests.length, steps.length) - 1]?.(response)
  })
  onTestFinished(server.close)
  return { requests, ...createClient({ url: server.url, ...options }) }
}

const name = 'alice.demo.eth'

it.each(['', 'names.acme.com', 'ftp://names.acme.com'])(
  'rule: for the url "%s", the error names what it needs',
  (url) => {
    expect(() => createClient({ url })).toThrow(/needs the url of the service/)
  },
)

describe('Retries', () => {
  it.each([
    ['429 with Retry-After', busy('0')],
    ['503', failure(503, 'ServiceUnavailableException: Later.', { 'retry-after': '0' })],
    ['the page of a proxy with 502', answer(502, 'Bad gateway', { 'retry-after': '0' })],
  ])('rule: a read is sent again after %s', async (_title, step) => {
    const { requests, names } = await clientOf([step, step, available])
    expect(await names.availability(name)).toEqual({ isAvailable: true })
    expect(requests).toHaveLength(3)
  })

  it.each([
    ['that is lost', lost],
    ['that is lost amid the body', cut],
  ])('rule: a read is sent again after a connection %s', async (_title, step) => {
    const { requests, names } = await clientOf([step, available])
    expect(await names.availability(name)).toEqual({ isAvailable: true })
    expect(requests).toHaveLength(2)
  })

  it('rule: a write has the same Idempotency-Key in each attempt', async () => {
    const running = failure(409, 'RequestInProgressException: Wait.', { 'retry-after': '0' })
    const refused = failure(409, 'SubdomainAlreadyExistsException: It is taken.')
    const { requests, names } = await clientOf([lost, running, refused])
    await expect(names.issue({ name, owner: '0x' })).rejects.toMatchObject({
      name: 'SubdomainAlreadyExistsException',
    })
    const keys = requests.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toEqual(Array(3).fill(expect.stringMatching(/^[0-9a-f]{32}$/)))
    expect(new Set(keys).size).toBe(1)
  })

  it('rule: attempts are bounded, and a longer wait than allowed is left to the caller', async () => {
    const bounded = await clientOf([busy('0')], { maxRetries: 2 })
    await expect(bounded.names.availability(name)).rejects.toMatchObject({
      name: 'TooManyRequestsException',
      status: 429,
    })
    expect(bounded.requests).toHaveLength(3)
    const long = await clientOf([busy('61')])
    await expect(long.names.availability(name)).rejects.toMatchObject({ retryAfterSeconds: 61 })
    expect(long.requests).toHaveLength(1)
  })

  it('rule: a refusal is not sent again', async () => {
    const { requests, names } = await clientOf([failure(404, 'EnsNotFound: There is no such domain.')])
    await expect(names.availability(name)).rejects.toMatchObject({
      name: 'EnsNotFound',
      message: 'There is no such domain.',
    })
    expect(requests).toHaveLength(1)
  })
})

describe('Failures', () => {
  const rejection = async (promise: Promise<unknown>) => {
    const error = await promise.catch((reason: unknown) => reason)
    if (!(error instanceof BynameError)) throw error
    return error
  }

  it('rule: no response in time is TimedOut, no connection ConnectionFailed, each with its cause', async () => {
    const slow = await clientOf([silent], { timeoutMs: 30, maxRetries: 0 })
    expect(await rejection(slow.names.availability(name))).toMatchObject({ name: 'TimedOut', status: 0 })
    const closed = createClient({ url: 'http://127.0.0.1:9', maxRetries: 0 })
    const error = await rejection(closed.names.availability(name))
    expect(error).toMatchObject({ name: 'ConnectionFailed', cause: expect.any(TypeError) })
  })

  it('rule: an aborted call rejects with the reason of its signal, also between attempts', async () => {
    const reason = new Error('The page was left.')
    const aborted = await clientOf([silent])
    const controller = new AbortController()
    const call = aborted.names.availability(name, { signal: controller.signal })
    controller.abort(reason)
    await expect(call).rejects.toBe(reason)
    const waiting = new AbortController()
    const step: Step = (response) => {
      busy('50')(response)
      response.on('close', () => waiting.abort(reason))
    }
    const { names } = await clientOf([step])
    await expect(names.availability(name, { signal: waiting.signal })).rejects.toBe(reason)
  })

  it('rule: what is not of the service has a name of its own', async () => {
    const html: Step = (response) =>
      response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not here</h1>')
    expect(await rejection((await clientOf([html])).names.availability(name))).toMatchObject({
      name: 'UnexpectedResponse',
      status: 404,
    })
    const page: Step = (response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>')
    expect(await rejection((await clientOf([page])).names.availability(name))).toMatchObject({
      name: 'UnexpectedResponse',
    })
    const priced = answer(402, {
      type: 'https://paymentauth.org/problems/payment-required',
      title: 'Payment required',
      status: 402,
      detail: 'Pay 1.',
    })
    expect(await rejection((await clientOf([priced])).names.availability(name))).toMatchObject({
      name: 'PaymentRequired',
      message: 'Pay 1.',
    })
  })

  it('rule: a fetch of the program is used, with the key and without a cookie', async () => {
    const seen: Request[] = []
    const fetch = async (input: Parameters<typeof globalThis.fetch>[0]) => {
      seen.push(new Request(input))
      return Response.json({
        statusCode: 200,
        result: {
          data: {
            domains: [
              { ens: 'a.eth', chainId: 1 },
              { ens: 'b.eth', chainId: 11155111 },
            ],
          },
          error: null,
        },
      })
    }
    const client = createClient({ url: 'https://names.example/base/', apiKey: 'the-key', fetch })
    expect(await client.domains.ofKey()).toEqual(['a.eth'])
    expect([seen[0]?.url, seen[0]?.headers.get('x-api-key')]).toEqual([
      'https://names.example/base/ens/v1/ens/api-key',
      'the-key',
    ])
  })
})
