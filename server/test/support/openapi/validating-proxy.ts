import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { startHttpServer, type TestServer } from '../http/http-server.ts'
import { createRequestCheck } from './request-schemas.ts'
import { createResponseCheck, type ServedDocument } from './response-schemas.ts'

/** A proxy that compares what passes with the OpenAPI document of the service behind it. */
export interface ValidatingProxy extends TestServer {
  /** Successful requests that passed, as `GET /health`. */
  readonly passed: readonly string[]
  /** Successful requests, and responses, that are not as documented. */
  readonly violations: readonly string[]
}

/** Targets in absolute form, of clients that are configured to use a proxy, keep their host. */
export async function startValidatingProxy(url: string): Promise<ValidatingProxy> {
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as ServedDocument
  const checkRequest = createRequestCheck(document)
  const checkResponse = createResponseCheck(document)
  const [passed, violations]: [string[], string[]] = [[], []]

  const forward = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url: target = '' } = request
    const isAbsolute = URL.canParse(target)
    const { pathname, search, host } = new URL(target, url)
    const path = pathname + search
    const body = await buffer(request)
    const upstream = sendRequest(new URL(path, url), {
      method,
      headers: {
        ...request.headers,
        'accept-encoding': 'identity',
        host: isAbsolute ? host : new URL(url).host,
      },
    })
    response.once('close', () => upstream.destroy())
    upstream.end(body)
    const [received] = (await once(upstream, 'response')) as [IncomingMessage]
    const { statusCode: status = 0, headers } = received
    if (status < 300) {
      passed.push(`${method} ${pathname}`)
      violations.push(...(await checkRequest({ method, path, headers: request.headers, body })))
    }
    if (!/^application\/json(;|$)/.test(headers['content-type'] ?? '')) {
      response.writeHead(status, headers)
      await pipeline(received, response)
      return
    }
    const content = await buffer(received)
    try {
      checkResponse({ method, path, status, body: JSON.parse(content.toString()) })
    } catch (error) {
      violations.push(`${method} ${pathname}: ${error}`)
    }
    response.writeHead(status, headers).end(content)
  }

  const server = await startHttpServer((request, response) => {
    forward(request, response).catch((error: unknown) => {
      if (!response.destroyed) violations.push(`${request.method} ${request.url}: ${error}`)
      response.destroy()
    })
  })
  return { ...server, passed, violations }
}
