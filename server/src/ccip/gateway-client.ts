import { type Hex, size } from 'viem'
import { isHexBytes } from '../crypto/hex.ts'
import { AppError } from '../errors.ts'
import { isObject } from '../is-object.ts'
import { asAppError } from '../rpc/outbound/as-app-error.ts'
import { OutboundError } from '../rpc/outbound/error.ts'
import { fillUrlTemplate } from '../rpc/outbound/url-template.ts'
import type { OutboundResponse, SsrfSafeFetch } from '../rpc/ssrf-safe-fetch.ts'
import { perNameLimits } from './limits.ts'
import type { GatewayQuery } from './offchain-lookup.ts'

interface GatewayClientOptions {
  readonly fetch: SsrfSafeFetch
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** Errors by URL that timed out or is not allowed; not retried. */
  readonly unreachableUrls: Map<string, AppError>
}

const gatewaySubject = "The name's gateway"

/**
 * Queries a lookup's first few http(s) gateways in turn (EIP-3668), until one responds. A 4xx is final.
 * @throws AppError of the last one: `UpstreamException`, `UpstreamTimeoutException`, `ServiceUnavailableException`.
 */
export async function queryGateway(query: GatewayQuery, options: GatewayClientOptions): Promise<Hex> {
  if (size(query.data) > perNameLimits.maxCallDataBytes)
    throw new AppError('UpstreamException', `The call data for ${gatewaySubject} are too large.`)
  let failure: AppError | undefined
  for (const url of query.urls.filter(isHttpUrl).slice(0, perNameLimits.maxGatewayUrls)) {
    const outcome = await tryGateway(query, url, options)
    if ('data' in outcome) return outcome.data
    failure = outcome.failure
    if (outcome.isFinal) break
  }
  throw failure ?? new AppError('UpstreamException', 'The resolver of the name lists no http(s) gateway.')
}

function isHttpUrl(url: string): boolean {
  return /^https?:\/\//i.test(url)
}

type GatewayAttempt = { readonly data: Hex } | { readonly failure: AppError; readonly isFinal: boolean }

async function tryGateway(
  query: GatewayQuery,
  url: string,
  options: GatewayClientOptions,
): Promise<GatewayAttempt> {
  const { fetch, timeoutMs, signal, unreachableUrls } = options
  const knownFailure = unreachableUrls.get(url)
  if (knownFailure) return { failure: knownFailure, isFinal: false }
  try {
    const response = await fetch({
      ...toGatewayHttpRequest(query, url),
      maxBytes: perNameLimits.maxGatewayResponseBytes,
      timeoutMs,
      signal,
    })
    const data = parseGatewayResponse(response)
    return data
      ? { data }
      : { failure: gatewayResponseError(response), isFinal: response.status >= 400 && response.status < 500 }
  } catch (error) {
    const failure = asAppError(error, gatewaySubject)
    const isRefused = error instanceof OutboundError && error.fault === 'refused'
    if (isRefused || failure.name === 'UpstreamTimeoutException') unreachableUrls.set(url, failure)
    return { failure, isFinal: error instanceof OutboundError && error.fault === 'budget-exhausted' }
  }
}

/**
 * GET if the template has a placeholder for the data, else POST (EIP-3668).
 * @throws OutboundError `refused` if the URL is too long.
 */
export function toGatewayHttpRequest({ sender, data }: GatewayQuery, template: string) {
  const url = fillUrlTemplate(template, { '{sender}': sender.toLowerCase(), '{data}': data })
  return template.includes('{data}')
    ? ({ url, method: 'GET' } as const)
    : ({ url, method: 'POST', body: JSON.stringify({ data, sender }) } as const)
}

/** Undefined for an error status, whatever the body. */
export function parseGatewayResponse({ status, body }: OutboundResponse): Hex | undefined {
  if (status !== 200) return undefined
  try {
    const parsed: unknown = JSON.parse(body)
    return isObject(parsed) && 'data' in parsed && isHexBytes(parsed.data) ? parsed.data : undefined
  } catch {
    return undefined
  }
}

function gatewayResponseError({ status }: OutboundResponse): AppError {
  return new AppError(
    'UpstreamException',
    `${gatewaySubject} ${status === 200 ? 'returned a malformed CCIP-Read response (EIP-3668)' : `answered HTTP ${status}`}.`,
  )
}
