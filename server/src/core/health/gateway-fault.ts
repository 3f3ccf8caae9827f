import type { SignedResponse } from '../../ccip/gateway.ts'
import { isObject } from '../../is-object.ts'

/** Where the way of a lookup through a gateway URL broke. */
export type GatewayStep =
  | 'connection'
  | 'TLS'
  | 'HTTP status'
  | 'other service'
  | 'overload'
  | 'signature'
  | 'expiry'

export interface GatewayFault {
  readonly step: GatewayStep
  /** Continues a sentence about the gateway: `answers HTTP 502`. */
  readonly problem: string
}

/** Codes of Node and OpenSSL for what a certificate or a handshake has. */
const tlsCodePattern =
  /^(CERT_|ERR_TLS_|ERR_SSL_|EPROTO$|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(GET|VERIFY|DECRYPT)_|HOSTNAME_MISMATCH$)/

const tlsProblems: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'has a TLS certificate that has expired',
  CERT_NOT_YET_VALID: 'has a TLS certificate that is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'has a TLS certificate of another host',
}

/** Of a request without a response; `message` continues a sentence about the server. */
export function connectionFault(code: string | undefined, message: string): GatewayFault {
  if (code === undefined || !tlsCodePattern.test(code))
    return { step: 'connection', problem: `does not respond: it ${message}` }
  return { step: 'TLS', problem: tlsProblems[code] ?? `has no valid TLS: ${code}` }
}

const maxMessageLength = 200

/** Of a response that is no response of EIP-3668. */
export function statusFault(status: number, body: string): GatewayFault {
  if (status === 200)
    return {
      step: 'other service',
      problem: 'returns a response that does not conform to EIP-3668: another service is at this URL',
    }
  const error = parseError(body)
  if (!error)
    return {
      step: status >= 500 ? 'HTTP status' : 'other service',
      problem:
        status >= 500
          ? `answers HTTP ${status}`
          : `answers HTTP ${status} without a message: another service is at this URL`,
    }
  const problem = `answers HTTP ${status}: ${error.message.slice(0, maxMessageLength)}`
  if (status === 503 && error.isOverload) return { step: 'overload', problem }
  return { step: status === 404 ? 'other service' : 'HTTP status', problem }
}

function parseError(body: string): { readonly message: string; readonly isOverload: boolean } | undefined {
  try {
    const parsed: unknown = JSON.parse(body)
    if (!isObject(parsed) || !('message' in parsed) || typeof parsed.message !== 'string') return undefined
    return { message: parsed.message, isOverload: 'cause' in parsed && parsed.cause === 'overload' }
  } catch {
    return undefined
  }
}

interface RejectedResponse {
  /** Undefined for another form. */
  readonly response: SignedResponse | undefined
  /** By whom it is signed; undefined where no key makes this signature. */
  readonly signer: string | undefined
  /** Whether the contract trusts that signer; undefined if it does not say. */
  readonly isTrusted: boolean | undefined
  /** Unix seconds of the newest block; undefined if it could not be read. */
  readonly blockTime: number | undefined
}

/** How far ahead the contract accepts an expiry, in seconds. */
const maxLifetime = 3600

/** Of a response that the contract rejects. The contract looks at the expiry first. */
export function rejectionFault({ response, signer, isTrusted, blockTime }: RejectedResponse): GatewayFault {
  if (!response)
    return {
      step: 'signature',
      problem: 'returns a response that the contract rejects: it has no signature',
    }
  const left = blockTime === undefined ? undefined : Number(response.expires) - blockTime
  if (left !== undefined && (left < 0 || left > maxLifetime))
    return {
      step: 'expiry',
      problem:
        left < 0
          ? `returns a response that the contract rejects: it has expired ${-left} s before the newest block`
          : `returns a response that the contract rejects: it expires ${left} s after the newest block, more than an hour`,
    }
  if (signer === undefined)
    return {
      step: 'signature',
      problem: 'returns a response that the contract rejects: its signature is of no key',
    }
  return {
    step: 'signature',
    problem:
      isTrusted === false
        ? `returns a response that the contract rejects: it is signed by another signer, ${signer}`
        : `returns a response that the contract rejects although ${signer} has signed it: for another contract, chain or request`,
  }
}

/** How far the clock of a gateway may be off without a reason of its own, and a request takes. */
const toleranceMs = 60_000

/**
 * Adds to a rejected expiry that the clock of the gateway, or of a proxy that writes the `Date` of its responses, is wrong. `now`: the
 * clock of this process, in milliseconds since 1970; undefined: not known.
 */
export function explainExpiry(
  fault: GatewayFault,
  date: string | undefined,
  now: number | undefined,
): GatewayFault {
  const aheadMs = date === undefined || now === undefined ? Number.NaN : Date.parse(date) - now
  if (fault.step !== 'expiry' || !(Math.abs(aheadMs) > toleranceMs)) return fault
  const seconds = Math.round(Math.abs(aheadMs) / 1000)
  const direction = aheadMs > 0 ? 'ahead of' : 'behind'
  return {
    ...fault,
    problem: `${fault.problem}; its clock is ${seconds} s ${direction} that of this service`,
  }
}
