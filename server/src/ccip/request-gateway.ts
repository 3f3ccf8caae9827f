import type { Hex } from 'viem'
import { OutboundError } from '../rpc/outbound/error.ts'
import type { OutboundRequest, SsrfSafeFetch } from '../rpc/ssrf-safe-fetch.ts'
import { parseGatewayResponse } from './gateway-client.ts'

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
