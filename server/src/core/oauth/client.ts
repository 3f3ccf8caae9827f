import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { OutboundError } from '../../rpc/outbound/error.ts'
import type { CoreContext } from '../context.ts'

/** A program that asks for a key, as the document at its id describes it (OAuth Client ID Metadata Document). */
export interface OauthClient {
  /** URL of the document. */
  readonly id: string
  /** One line, as the document has it: not verified. */
  readonly name: string
  readonly host: string
}

/** Characters of URLs in requests and documents. */
export const maxOauthUrlLength = 2000

const maxDocumentBytes = 16_384
const documentTimeoutMs = 5000

const metadata = z.object({
  client_id: z.string().max(maxOauthUrlLength),
  client_name: z.string().max(1000).optional(),
  redirect_uris: z.array(z.string().max(maxOauthUrlLength)).min(1).max(50),
  token_endpoint_auth_method: z.string().optional(),
})

interface ClientRequest {
  readonly clientId: string
  /** Where the client gets its code. */
  readonly redirectUri: string
  readonly signal: AbortSignal
}

/**
 * Reads the document of a client, and compares it with what the client asks for.
 *
 * @throws AppError `BadRequestException`, `UpstreamException`.
 */
export async function readOauthClient(
  { outbound }: Pick<CoreContext, 'outbound'>,
  { clientId, redirectUri, signal }: ClientRequest,
): Promise<OauthClient> {
  const url = URL.parse(clientId)
  if (!url || !isClientId(clientId, url))
    throw badRequest(
      'client_id is the https address of a document about the client, with a path and nothing behind it.',
    )
  if (!isRedirectUri(redirectUri))
    throw badRequest('redirect_uri is an https address, one of this machine, or one with a scheme of an app.')
  const document = parse(await readDocument(outbound, clientId, signal))
  if (document === undefined) throw badRequest(`${clientId} is not a client metadata document.`)
  if (document.client_id !== clientId)
    throw badRequest(`The document at ${clientId} is about another client.`)
  const { token_endpoint_auth_method: method = 'none' } = document
  if (method !== 'none')
    throw badRequest(
      `The client authenticates by ${method.slice(0, 50)}; this service accepts public clients, with PKCE.`,
    )
  if (!document.redirect_uris.some((registered) => isSameRedirect(registered, redirectUri)))
    throw badRequest(`The document at ${clientId} does not have this redirect_uri.`)
  const name = document.client_name
    ?.replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, 60)
  return { id: clientId, name: name || url.host, host: url.host }
}

/** As the draft asks for; `http` is left to the rules of outbound requests, which allow it for named origins only. */
function isClientId(text: string, { protocol, pathname, hash, username, password }: URL): boolean {
  return (
    text.length <= maxOauthUrlLength &&
    /^https?:$/.test(protocol) &&
    pathname !== '/' &&
    !/\/\.{1,2}(?:\/|$)/.test(text) &&
    hash === '' &&
    username === '' &&
    password === ''
  )
}

/** What a browser would run or show in place of calling an app. */
const schemesOfBrowsers =
  /^(?:https?|wss?|ftp|javascript|data|blob|file|filesystem|about|vbscript|view-source|chrome|intent):$/

/** Of a server, of this machine (RFC 8252 §7.3), or of an app by a scheme of its own (§7.1). */
export function isRedirectUri(text: string): boolean {
  const url = text.length <= maxOauthUrlLength ? URL.parse(text) : null
  if (url?.hash !== '' || url.username !== '' || url.password !== '') return false
  if (url.protocol === 'https:') return true
  return isLoopback(url) || !schemesOfBrowsers.test(url.protocol)
}

export function isLoopback({ protocol, hostname }: Pick<URL, 'protocol' | 'hostname'>): boolean {
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

/** Of this machine, on any port: an app takes a free one (RFC 8252 §7.3). */
function isSameRedirect(registered: string, asked: string): boolean {
  if (registered === asked) return true
  const [one, other] = [URL.parse(registered), URL.parse(asked)]
  if (!one || !other || !isLoopback(one) || !isLoopback(other)) return false
  one.port = ''
  other.port = ''
  return one.href === other.href
}

async function readDocument(
  outbound: CoreContext['outbound'],
  url: string,
  signal: AbortSignal,
): Promise<string> {
  const limits = { maxBytes: maxDocumentBytes, timeoutMs: documentTimeoutMs }
  try {
    const { status, body } = await outbound({ url, method: 'GET', ...limits, signal })
    if (status === 200) return body
    throw new AppError(
      'UpstreamException',
      `${url} responds with status ${status}, not with the document of a client.`,
    )
  } catch (error) {
    if (error instanceof OutboundError)
      throw new AppError(
        'UpstreamException',
        `The document of the client at ${url} cannot be read: it ${error.message}.`,
      )
    throw error
  }
}

function parse(text: string): z.output<typeof metadata> | undefined {
  try {
    return metadata.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

function badRequest(message: string) {
  return new AppError('BadRequestException', message)
}
