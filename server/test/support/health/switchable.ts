import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { text } from 'node:stream/consumers'
import { lagHeader } from '../../../src/core/lookup/lag.ts'
import { closingOnFailure } from '../http/http-server.ts'
import { expiredCertificate, privateKey, validCertificate } from '../http/tls-certificates.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown

/** A proxy before a service, which a test replaces by something else. */
export interface SwitchableGateway {
  /** Without a trailing slash. */
  readonly url: string
  /** Base URL of the service behind it. */
  target: string
  /** Absent: it forwards to the target. */
  answer: Answer | undefined
  /** Its certificate expires. */
  readonly expire: () => void
  readonly close: () => void
}

export async function startSwitchableGateway(isTls = false): Promise<SwitchableGateway> {
  const certificate = { key: privateKey, cert: validCertificate }
  const state: { target: string; answer: Answer | undefined } = { target: '', answer: undefined }
  const listener = closingOnFailure(async (request, response) => {
    if (state.answer) return void state.answer(request, response)
    const { method = '', url = '' } = request
    const body = method === 'POST' ? await text(request) : null
    const headers = { 'content-type': 'application/json' }
    const upstream = await fetch(`${state.target}${url}`, { method, body, headers })
    const lag = upstream.headers.get(lagHeader)
    response.writeHead(upstream.status, { ...headers, ...(lag !== null && { [lagHeader]: lag }) })
    response.end(await upstream.text())
  })
  const tls = isTls ? createTlsServer(certificate, listener) : undefined
  const server = tls ?? createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.')
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return Object.assign(state, {
    url: isTls ? `https://localhost:${address.port}` : `http://127.0.0.1:${address.port}`,
    expire: () => {
      tls?.setSecureContext({ ...certificate, cert: expiredCertificate })
      server.closeAllConnections()
    },
    close,
  })
}

export type SignerBehaviour =
  | 'as it is'
  | 'silent'
  | 'rubbish'
  | { readonly key: string; readonly socket: string }

/** A socket before that of a signer process. */
export interface SwitchableSigner {
  behaviour: SignerBehaviour
  readonly close: () => void
}

/** `key` is the address of the key that the process at `target` has. */
export async function startSwitchableSigner(
  path: string,
  target: string,
  key: string,
): Promise<SwitchableSigner> {
  const state: { behaviour: SignerBehaviour } = { behaviour: 'as it is' }
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const { behaviour } = state
    if (behaviour === 'silent') return
    const isSigning = request.method === 'POST'
    const other = isSigning && typeof behaviour === 'object' ? behaviour : { key, socket: target }
    const sentBody = body.replaceAll(new RegExp(key, 'gi'), other.key)
    const reply = await forward(other.socket, request, sentBody).catch(() => undefined)
    if (!reply) return void response.destroy()
    const replaced = reply.body.replaceAll(new RegExp(other.key, 'gi'), key)
    const sent = isSigning && behaviour === 'rubbish' ? withoutSignatures(replaced) : replaced
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(sent)
  })
  server.listen(path)
  await once(server, 'listening')
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return Object.assign(state, { close })
}

/** No key makes an r of only ones. */
function withoutSignatures(body: string): string {
  return body.replaceAll(/0x[\da-f]{130,}/gi, (hex) => `0x${'ff'.repeat((hex.length - 2) / 2)}`)
}

async function forward(
  socketPath: string,
  { method = '', url = '' }: IncomingMessage,
  body: string,
): Promise<{ readonly status: number; readonly body: string }> {
  const headers = body === '' ? {} : { 'content-type': 'application/json' }
  const sent = httpRequest({ socketPath, method, path: url, headers }).end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: response.statusCode ?? 0, body: await text(response) }
}
