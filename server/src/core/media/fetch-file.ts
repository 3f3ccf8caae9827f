import { AppError } from '../../errors.ts'
import { asAppError } from '../../rpc/outbound/as-app-error.ts'
import type { CoreContext } from '../context.ts'

interface FileRequest {
  readonly url: string
  /** Media types. */
  readonly accept: string
  readonly maxBytes: number
}

const maxRedirects = 3

const neverAborted = new AbortController().signal

/** Through the SSRF-safe fetch, which checks each redirect. */
export async function fetchFile(
  { outbound, rules }: CoreContext,
  { url, accept, maxBytes }: FileRequest,
): Promise<Uint8Array> {
  const endsAt = performance.now() + rules.imageTimeoutMs
  let next = url
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const { status, location, body } = await outbound({
      url: next,
      method: 'GET',
      accept,
      encoding: 'latin1',
      returnsRedirects: true,
      maxBytes,
      timeoutMs: Math.max(1, Math.ceil(endsAt - performance.now())),
      signal: neverAborted,
    }).catch((error: unknown) => {
      throw asAppError(error, 'The server of the image')
    })
    if (status === 200) return Buffer.from(body, 'latin1')
    const target = status >= 300 && status < 400 && location ? URL.parse(location, next) : null
    if (!target) throw new AppError('UpstreamException', `The server of the image answered HTTP ${status}.`)
    next = target.href
  }
  throw new AppError('UpstreamException', `The image is behind more than ${maxRedirects} redirects.`)
}
