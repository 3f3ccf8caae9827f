import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from '../../context.ts'
import { readAnswer } from '../../core/certificates/certificate-of-host.ts'
import { originOfHost } from '../../model/domain-host.ts'
import { createServer } from '../server/node-http.ts'
import { serverOptions } from '../server/server-options.ts'
import { type ListenTarget, listen, portOf, type TlsListener } from './tls-listener.ts'

const challengePath = /^\/\.well-known\/acme-challenge\/([\w-]{1,200})$/

/** A name, perhaps with a port: what else stands there could lead elsewhere. */
const hostHeader = /^([a-z0-9.-]{1,253})(?::\d{1,5})?$/i

/** Answers challenges `http-01` (RFC 8555 §8.3); everything else is at the same place of the same host over HTTPS. */
export async function listenForRedirects(context: Context, target: ListenTarget): Promise<TlsListener> {
  const { config, log } = context
  if (!config.tls) throw new Error('TLS is off.')
  const answer = async ({ url = '/', headers }: IncomingMessage, response: ServerResponse) => {
    const [, token] = challengePath.exec(url) ?? []
    if (token !== undefined) {
      const text = await readAnswer(context, token)
      return text === undefined ? send(response, 404) : send(response, 200, text)
    }
    const [, host] = hostHeader.exec(headers.host ?? '') ?? []
    if (host === undefined || !url.startsWith('/')) return send(response, 400)
    response.setHeader('location', originOfHost(config, host) + url)
    send(response, 308)
  }
  const server = createServer(serverOptions(config), (request, response) => {
    request.resume()
    answer(request, response).catch((err: unknown) => {
      log.warn({ err }, 'a challenge of the certificate authority was not answered')
      send(response, 503)
    })
  })
  server.maxConnections = config.maxConnections
  await listen(server, target)
  return {
    port: portOf(server),
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeIdleConnections()
      await closed
    },
  }
}

/** One request a connection: nothing has a reason to ask for more. */
function send(response: ServerResponse, status: number, text = ''): void {
  if (response.headersSent) return
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' }).end(text)
}
