import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'

/** The behavior of one client on one connection. */
export interface HostileClient {
  /** Sent at once, without waiting for responses. */
  readonly requests: readonly string[]
  /** The position at which the text is truncated; null: not at all. */
  readonly cutAt: number | null
  /** Whether it reads the responses, reads them slowly, or does not. */
  readonly reading: 'all' | 'slowly' | 'nothing'
}

function head(line: string, more = ''): string {
  return `${line} HTTP/1.1\r\nhost: a\r\n${more}\r\n`
}

/** Raw requests of all kinds, for the resolver and the domain of a service. */
function rawRequests(resolverId: string, domain: string, call: string): fc.Arbitrary<string> {
  const data = call.slice(2)
  const post = (path: string, body: string) =>
    head(`POST ${path}`, `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`) +
    body
  const deep = (depth: number) => `{"data":${'['.repeat(depth)}${']'.repeat(depth)}}`
  return fc.constantFrom(
    head(`GET /ccip/${resolverId}/x/0x${data}`),
    head(`GET /ccip/${resolverId}0x/x/${data}`),
    head(`GET /ccip/${resolverId.slice(0, -1)}/x/${resolverId.at(-1)}0x${data}`),
    head(`GET /ccip/${resolverId}/x/0x${data}.json`),
    head(`GET //ccip/${resolverId}/x/0x${data}`),
    head(`GET /ccip/${resolverId}/../${resolverId}/x/0x${data}`),
    head(`GET /ccip/${resolverId}%2fx/0x${data}`),
    head(`GET http://b/ccip/${resolverId}/x/0x${data}`),
    head(`GET /ens/v1/subname/ens?ensDomain=${domain}&chainId=1&limit=100`),
    head(`GET /ens/v1/subname/search?name=held&chainId=1&take=100`),
    head('GET /openapi.json'),
    head('GET /health'),
    head('HEAD /openapi.json'),
    head('OPTIONS /ens/v1/subname/add'),
    head('BREW /pot'),
    post(`/ccip/${resolverId}`, `{"data":"0x${data}"}`),
    post(`/ccip/${resolverId}`, deep(10_000)),
    post('/ens/v2/siwe/verify', deep(10_000)),
    post('/ens/v2/siwe/verify', '{'),
    'GET /health HTTP/1.0\r\n\r\n',
    'GET /health HTTP/9.9\r\n\r\n',
    '\0\r\n\r\n',
    head('GET /health', 'content-length: 3\r\ntransfer-encoding: chunked\r\n'),
    head('GET /health', `x-long: ${'x'.repeat(70_000)}\r\n`),
  )
}

export function hostileConnection(
  resolverId: string,
  domain: string,
  call: string,
): fc.Arbitrary<HostileClient> {
  return fc.record({
    requests: fc
      .tuple(
        fc.array(rawRequests(resolverId, domain, call), { minLength: 1, maxLength: 12 }),
        fc.nat({ max: 20 }),
      )
      .map(([requests, repeats]) => Array.from({ length: 1 + repeats }, () => requests).flat()),
    cutAt: fc.option(fc.nat({ max: 5000 }), { freq: 4 }),
    reading: fc.constantFrom('all', 'all', 'slowly', 'nothing'),
  })
}

/** Milliseconds that a client stays connected. */
const maxStayMs = 150

/** Runs a hostile client; returns the statuses that it has read. */
export async function playClient(
  url: string,
  { requests, cutAt, reading }: HostileClient,
): Promise<readonly number[]> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  let received = ''
  socket.on('error', () => {})
  await once(socket, 'connect')
  if (reading !== 'nothing') {
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => {
      received = (received + text).slice(-1_000_000)
      if (reading !== 'slowly') return
      socket.pause()
      setTimeout(() => socket.resume(), 20)
    })
  }
  const text = requests.join('')
  socket.write(cutAt === null ? text : text.slice(0, cutAt))
  await Promise.race([once(socket, 'close').catch(() => {}), delay(maxStayMs)])
  socket.destroy()
  return [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
}
