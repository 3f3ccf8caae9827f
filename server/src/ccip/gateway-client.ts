import { type Hex, size } from 'viem'
import { isHexBytes } from '../crypto/hex.ts'
import { AppError } from '../errors.ts'
import { isObject } from '../is-object.ts'
import { asAppError } from '../rpc/outbound/as-app-error.ts'
import { OutboundError } from '../rpc/outbound/error.ts'
import type { OutboundResponse, SsrfSafeFetch } from '../rpc/ssrf-safe-fetch.ts'
import { perNameLimits } from './limits.ts'
import type { GatewayQuery } from './offchain-lookup.ts'

interface GatewayClientOptions {
  readonly fetch: SsrfSafeFetch
  /** Milliseconds for one gateway. */
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /**
   * Gateways, by their URL, that did not answer in time or are nowhere they may be, and with what they failed. They are not
   * asked again, which would take as long again.
   */
  readonly unreachableUrls: Map<string, AppError>
}

const gatewaySubject = "The name's gateway"

/**
 * Asks the gateways of a lookup, in turn: the client's part of EIP-3668. The first few that are on the web are tried;
 * one that answers 4xx knows that there is nothing, so no other one is asked.
 *
 * @throws AppError `UpstreamException`, `UpstreamTimeoutException`, `ServiceUnavailableException`: what came of the
 * last one that was asked.
 */
export async function queryGateway(query: GatewayQuery, options: GatewayClientOptions): Promise<Hex> {
  if (size(query.data) > perNameLimits.maxCallDataBytes)
    throw new AppError(
      'UpstreamException',
      `${gatewaySubject} would be asked more than fits into a question.`,
    )
  let failure: AppError | undefined
  for (const url of query.urls.filter(isHttpUrl).slice(0, perNameLimits.maxGatewayUrls)) {
    const outcome = await tryGateway(query, url, options)
    if ('data' in outcome) return outcome.data
    failure = outcome.failure
    if (outcome.isFinal) break
  }
  throw (
    failure ??
    new AppError('UpstreamException', 'The resolver of the name says no gateway that is on the web.')
  )
}

/** Other schemes are for other clients, such as ones that can ask a second chain. */
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

/** The request that a URL template stands for (EIP-3668): GET where it has a place for the data, else POST. */
export function toGatewayHttpRequest({ sender, data }: GatewayQuery, template: string) {
  const url = template.replaceAll('{sender}', sender.toLowerCase())
  return url.includes('{data}')
    ? ({ url: url.replaceAll('{data}', data), method: 'GET' } as const)
    : ({ url, method: 'POST', body: JSON.stringify({ data, sender }) } as const)
}

/** The `data` of an answer; one with a status of failure has none, whatever its body says. */
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
