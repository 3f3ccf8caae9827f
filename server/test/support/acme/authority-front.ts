import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, request as httpsRequest } from 'node:https'
import { authority, privateKey, validCertificate } from '../http/tls-certificates.ts'

/** A request of a client, with the payload of its signed body; undefined: it has none. */
interface AuthorityRequest {
  readonly method: string
  readonly path: string
  readonly payload: unknown
}

export interface AuthorityResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

interface Behaviour {
  /** In the place of the authority; `hang`: there is no response. */
  intercept?: ((request: AuthorityRequest) => Partial<AuthorityResponse> | 'hang' | undefined) | undefined
  /** Of the response of the authority. */
  rewrite?: ((request: AuthorityRequest, response: AuthorityResponse) => AuthorityResponse) | undefined
  /** Milliseconds since 1970, and seconds; undefined: the authority knows no renewal information (RFC 9773). */
  advice?: { readonly start: number; readonly end: number; readonly retryAfter: string } | undefined
}

/** Stands before Pebble, which gets what it lets through, and adds renewal information and faults. */
export interface AuthorityFront {
  readonly directoryUrl: string
  readonly behaviour: Behaviour
  /** So far, in their order. */
  readonly requests: AuthorityRequest[]
  readonly close: () => Promise<void>
}

const advicePath = '/renewal-info/'
const json = { 'content-type': 'application/json' }

export async function startAuthorityFront(pebbleUrl: string): Promise<AuthorityFront> {
  const behaviour: Behaviour = {}
  const requests: AuthorityRequest[] = []
  const server = createServer({ cert: validCertificate, key: privateKey }, (request, response) => {
    respond(request, response).catch(() => response.destroy())
  })
  const respond = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const body = await readText(incoming)
    const { method = '', url = '', headers } = incoming
    const request = { method, path: url, payload: payloadOf(body) }
    requests.push(request)
    const instead = behaviour.intercept?.(request) ?? adviceFor(request)
    if (instead === 'hang') return
    const response: AuthorityResponse = instead
      ? { status: 200, headers: json, body: '', ...instead }
      : withAdvice(request, await forward(pebbleUrl, incoming, body), headers.host ?? '')
    const changed = behaviour.rewrite?.(request, response) ?? response
    const { 'content-length': _, ...kept } = changed.headers
    outgoing.writeHead(changed.status, kept).end(changed.body)
  }
  const adviceFor = ({ path }: AuthorityRequest): Partial<AuthorityResponse> | undefined => {
    const { advice } = behaviour
    if (!advice || !path.startsWith(advicePath)) return undefined
    const toTime = (ms: number) => new Date(ms).toISOString()
    const suggestedWindow = { start: toTime(advice.start), end: toTime(advice.end) }
    return {
      headers: { ...json, 'retry-after': advice.retryAfter },
      body: JSON.stringify({ suggestedWindow }),
    }
  }
  const withAdvice = ({ path }: AuthorityRequest, response: AuthorityResponse, host: string) => {
    if (path !== '/dir' || !behaviour.advice) return response
    const renewalInfo = `https://${host}${advicePath.slice(0, -1)}`
    return { ...response, body: JSON.stringify({ ...JSON.parse(response.body), renewalInfo }) }
  }
  const listening = once(server, 'listening')
  server.listen(0, '127.0.0.1')
  await listening
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    directoryUrl: `https://127.0.0.1:${port}/dir`,
    behaviour,
    requests,
    close: async () => {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}

/** With its host, by which Pebble makes its URLs and checks those of signed requests. */
async function forward(
  pebbleUrl: string,
  { method, url, headers }: IncomingMessage,
  body: string,
): Promise<AuthorityResponse> {
  const { port } = new URL(pebbleUrl)
  const options = { host: '127.0.0.1', port, path: url, method, headers, ca: authority, agent: false }
  const [response] = await once(httpsRequest(options).end(body), 'response')
  return { status: response.statusCode, headers: response.headers, body: await readText(response) }
}

async function readText(message: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of message) text += chunk
  return text
}

function payloadOf(body: string): unknown {
  if (body === '') return undefined
  const { payload } = JSON.parse(body)
  return payload === '' ? undefined : JSON.parse(Buffer.from(payload, 'base64url').toString())
}
