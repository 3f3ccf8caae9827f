import type { ChainId } from '../../ens/chains.ts'
import type { EnsName } from '../../ens/names.ts'
import { AppError, QuotaExceededError } from '../../errors.ts'
import { type ListedEntry, toEntry } from '../../listings/import-form.ts'
import { objectOf, textOf } from '../../listings/listed-name.ts'
import { type ListingProgress, pageRequest, readPage, type ServiceName } from '../../listings/services.ts'
import { DuplicateKeyError, parseUniqueJson } from '../../listings/unique-json.ts'
import { OutboundError } from '../../rpc/outbound/error.ts'
import type { OutboundResponse } from '../../rpc/ssrf-safe-fetch.ts'
import { assertDomainAccess } from '../auth/access.ts'
import type { Caller, CoreContext } from '../context.ts'
import { assertNotBlocked, requireDomain } from '../domains/rules.ts'

interface ReadListing {
  readonly caller: Caller
  readonly chainId: ChainId
  readonly domain: EnsName
  readonly service: ServiceName
  /** Where the API of the service is. */
  readonly url: string
  /** Of the service; it is sent there, and neither kept nor logged. */
  readonly key: string | undefined
  /** `next` of the page before; absent: the first page. */
  readonly after: string | undefined
  /** Header of the request. */
  readonly cdnLoop: string | undefined
  /** Throws 429 where all callers have sent a host as many requests as they may. */
  readonly countRequest: (host: string) => void
}

export interface ListingPart {
  readonly names: readonly ListedEntry[]
  /** Null after the last page. */
  readonly next: string | null
}

const timeoutMs = 20_000
const maxPageBytes = 8_388_608

/**
 * A page of the names that another service lists for a domain, as an import takes them.
 *
 * Rules in order: the domain exists, is not blocked, the key may write to it, and the URL is of a public host.
 * @throws AppError `BadRequestException` for what the caller has to mend, `UpstreamException`, `UpstreamTimeoutException`,
 * `TooManyRequestsException`.
 */
export async function readListing(context: CoreContext, input: ReadListing): Promise<ListingPart> {
  const { caller, chainId, service, url, key, cdnLoop } = input
  const domain = await requireDomain(context, chainId, input.domain)
  assertNotBlocked(domain)
  assertDomainAccess(caller, domain, 'names:write')
  const progress = parsePosition(input.after)
  const listing = { service, url, key, chainId: domain.chainId, domain: domain.name }
  const { method, headers, body, ...target } = pageRequest(listing, progress)
  try {
    context.assertFormerUrl(target.url)
    input.countRequest(new URL(target.url).hostname)
    const response = await context.formerFetchFor({ key: domain.id, cdnLoop })({
      ...target,
      ...{ method, headers, maxBytes: maxPageBytes, timeoutMs, signal: new AbortController().signal },
      ...(body !== undefined && { body }),
    })
    assertSuccess(response, key !== undefined)
    const page = readPage(listing, progress, parsePage(response.body))
    if (!page)
      throw new AppError('BadRequestException', `url: does not respond with a list of names of ${service}.`)
    return { names: page.names.map(toEntry), next: page.next ? formatPosition(page.next) : null }
  } catch (error) {
    throw error instanceof OutboundError ? toAppError(error) : error
  }
}

function assertSuccess({ status, body, retryAfter }: OutboundResponse, hasKey: boolean): void {
  if (status === 200) return
  const said = `${status}${reasonIn(body)}`
  if (status === 401 || status === 403)
    throw new AppError(
      'BadRequestException',
      hasKey ? `key: is refused by the service (${said}).` : `key: is needed by the service (${said}).`,
    )
  if (status === 429) {
    const seconds = Math.min(Math.max(Number(retryAfter) || 0, 1), maxWaitSeconds)
    throw new QuotaExceededError(
      `The service limits requests. Retry in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
      seconds,
    )
  }
  if (status < 500) throw new AppError('BadRequestException', `url: responds with ${said}.`)
  throw new AppError('UpstreamException', `The service responds with ${status}. Try again later.`)
}

const maxWaitSeconds = 120
const maxReasonChars = 160

/** What the service says, as far as it is one line of text. */
function reasonIn(body: string): string {
  const { message, error } = objectOf<'message' | 'error'>(parseJson(body))
  const reason = textOf(message) ?? textOf(error)
  return reason === undefined || reason.length > maxReasonChars || !/^[\x20-\x7e]+$/.test(reason)
    ? ''
    : `: ${reason.replace(/\.$/, '')}`
}

function toAppError({ fault, message }: OutboundError): AppError {
  if (fault === 'refused') return new AppError('BadRequestException', `url: ${message}.`)
  if (fault === 'timed-out') return new AppError('UpstreamTimeoutException', `The service ${message}.`)
  if (fault === 'overloaded') return new AppError('ServiceUnavailableException', `The service ${message}.`)
  return new AppError('UpstreamException', `The service ${message}.`)
}

/** `undefined` for what is not JSON. @throws AppError `BadRequestException` for an object with a key twice. */
function parsePage(text: string): unknown {
  try {
    return parseUniqueJson(text)
  } catch (error) {
    if (error instanceof DuplicateKeyError)
      throw new AppError(
        'BadRequestException',
        `url: responds with a list that cannot be read. ${error.message}`,
      )
    return undefined
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function formatPosition({ pages, names }: ListingProgress): string {
  return `${pages}-${names}`
}

/** @throws AppError `BadRequestException`. */
function parsePosition(text: string | undefined): ListingProgress {
  if (text === undefined) return { pages: 0, names: 0 }
  const [, pages, names] = /^(\d{1,9})-(\d{1,9})$/.exec(text) ?? []
  if (pages === undefined || names === undefined)
    throw new AppError('BadRequestException', 'after: is not the `next` of a page.')
  return { pages: Number(pages), names: Number(names) }
}
