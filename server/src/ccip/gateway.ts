import {
  type Address,
  encodeAbiParameters,
  encodeErrorResult,
  type Hex,
  parseAbi,
  parseAbiParameters,
  size,
} from 'viem'
import { isHexBytes } from '../crypto/hex.ts'
import { AppError } from '../errors.ts'
import { isObject } from '../is-object.ts'
import { OutboundError } from '../rpc/outbound/error.ts'
import { fillUrlTemplate } from '../rpc/outbound/url-template.ts'
import { asAppError } from '../rpc/outbound.ts'
import type { OutboundRequest, OutboundResponse, SsrfSafeFetch } from '../rpc/ssrf-safe-fetch.ts'
import { BoundedAbiReader, MalformedAbiError } from './bounded-abi.ts'
import { perNameLimits } from './limits.ts'

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

/** Of the pages that a browser's client may run on. */
const browserOrigin = 'https://app.example'

const maxBytes = 64 * 1024

export interface GatewayReply {
  /** `null` without a response. */
  readonly status: number | null
  /** Of EIP-3668, if the response has it. */
  readonly data: Hex | undefined
  /** Whether an error has a JSON `message`. */
  readonly hasMessage: boolean
  readonly allowOrigin: string | undefined
  readonly allowHeaders: string | undefined
  readonly ms: number
  /** Continues a sentence about the gateway; present without a response. */
  readonly failure?: string
  /** Whether the SSRF guard refused the URL. */
  readonly isRefused: boolean
}

interface GatewayOptions {
  readonly fetch: SsrfSafeFetch
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** Sends a request as a page in a browser does. Every outcome is a result. */
export async function requestGateway(
  request: Pick<OutboundRequest, 'url' | 'method' | 'body' | 'headers'>,
  { fetch, timeoutMs, signal }: GatewayOptions,
): Promise<GatewayReply> {
  const startedAt = performance.now()
  const headers = { ...request.headers, origin: browserOrigin }
  const elapsedMs = () => Math.round(performance.now() - startedAt)
  try {
    const response = await fetch({ ...request, headers, maxBytes, timeoutMs, signal })
    return {
      status: response.status,
      data: parseGatewayResponse(response),
      hasMessage: /"message"\s*:\s*"/.test(response.body) && isJson(response.body),
      allowOrigin: response.allowOrigin,
      allowHeaders: response.allowHeaders,
      ms: elapsedMs(),
      isRefused: false,
    }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return failedReply(error, elapsedMs())
  }
}

export function failedReply({ message, fault }: OutboundError, ms: number): GatewayReply {
  return {
    status: null,
    data: undefined,
    hasMessage: false,
    allowOrigin: undefined,
    allowHeaders: undefined,
    ms,
    failure: message,
    isRefused: fault === 'refused',
  }
}

/** The preflight of a POST with JSON. */
export function preflightOf(url: string): Pick<OutboundRequest, 'url' | 'method' | 'headers'> {
  const headers = {
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type',
  }
  return { url, method: 'OPTIONS', headers }
}

/** Whether a browser's page of any origin gets the response. */
export function isOpenToPages({ allowOrigin }: GatewayReply): boolean {
  return allowOrigin === '*' || allowOrigin === browserOrigin
}

/** Whether a page may send JSON after this preflight. */
export function allowsJson(reply: GatewayReply): boolean {
  const allowed = reply.allowHeaders?.toLowerCase() ?? ''
  const isSuccess = reply.status !== null && reply.status >= 200 && reply.status < 300
  return isSuccess && isOpenToPages(reply) && (allowed.includes('content-type') || allowed.trim() === '*')
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** EIP-3668. */
export interface GatewayQuery {
  readonly sender: Address
  readonly urls: readonly string[]
  readonly data: Hex
}

export interface OffchainLookup extends GatewayQuery {
  readonly encodeCallback: (data: Hex) => Hex
}

const maxUrlChars = 2048

/** @throws AppError `UpstreamException` for a lookup that is larger than any of a gateway is. */
export function assertLookupBounded({ data, urls }: Pick<GatewayQuery, 'data' | 'urls'>): void {
  if (size(data) > perNameLimits.maxCallDataBytes || urls.some((url) => url.length > maxUrlChars))
    throw new AppError('UpstreamException', 'The lookup of the resolver is too large.')
}

/** A batch that clients decode themselves (ENSIP-21). */
export const localBatchGatewayUrl = 'x-batch-gateway:true'

const selectors = { offchainLookup: '0x556f1830', query: '0xa780bab6' }

/** The selector is in lower case. */
export function splitSelector(data: Hex): { readonly selector: string; readonly args: Hex } {
  return {
    selector: data.slice(0, 10).toLowerCase(),
    args: `0x${data.slice(10)}`,
  }
}

const batchErrorAbi = parseAbi(['error HttpError(uint16 status, string message)'])

/** `undefined` for any other revert. */
export function decodeOffchainLookup(revertData: Hex): OffchainLookup | undefined {
  const { selector: error, args } = splitSelector(revertData)
  if (error !== selectors.offchainLookup) return undefined
  const abi = new BoundedAbiReader(args)
  const selector = abi.selector(96)
  const extraData = abi.bytes(0, 128)
  return {
    sender: abi.address(0),
    urls: abi.list(0, 32, (base, head) => abi.text(base, head)),
    data: abi.bytes(0, 64),
    encodeCallback: (data) =>
      `${selector}${encodeAbiParameters(parseAbiParameters('bytes, bytes'), [data, extraData]).slice(2)}`,
  }
}

/** `query((address,string[],bytes)[])`. */
export function decodeBatchQueries(data: Hex): readonly GatewayQuery[] {
  const { selector, args } = splitSelector(data)
  if (selector !== selectors.query) throw new MalformedAbiError('is no batch')
  const abi = new BoundedAbiReader(args)
  return abi.list(0, 0, (base, head) => {
    const tuple = abi.tuple(base, head)
    return {
      sender: abi.address(tuple),
      urls: abi.list(tuple, tuple + 32, (urls, url) => abi.text(urls, url)),
      data: abi.bytes(tuple, tuple + 64),
    }
  })
}

/** Response, or the HTTP status to pass on. */
export type BatchedResponse = { readonly data: Hex } | { readonly status: number }

/** Result of `query`. */
export function encodeBatchResponse(results: readonly BatchedResponse[]): Hex {
  return encodeAbiParameters(parseAbiParameters('bool[], bytes[]'), [
    results.map((result) => 'status' in result),
    results.map((result) => ('data' in result ? result.data : encodeHttpError(result.status))),
  ])
}

function encodeHttpError(status: number): Hex {
  return encodeErrorResult({
    abi: batchErrorAbi,
    errorName: 'HttpError',
    args: [status, 'The gateway failed.'],
  })
}

/** Of ENS's offchain resolver, and of ours. */
export interface SignedResponse {
  readonly result: Hex
  /** Unix seconds. */
  readonly expires: bigint
  readonly signature: Hex
}

/** `undefined` when it is not `(bytes result, uint64 expires, bytes signature)`. */
export function parseSignedResponse(data: Hex): SignedResponse | undefined {
  try {
    const abi = new BoundedAbiReader(data)
    const [result, signature] = [abi.bytes(0, 0), abi.bytes(0, 64)]
    const expires = BigInt(`0x${data.slice(2 + 64, 2 + 128)}`)
    return expires < 2n ** 64n ? { result, expires, signature } : undefined
  } catch (error) {
    if (error instanceof MalformedAbiError) return undefined
    throw error
  }
}
