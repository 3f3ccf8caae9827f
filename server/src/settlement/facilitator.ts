import type { Hex } from 'viem'
import { AppError } from '../errors.ts'
import type { TransferAuthorization } from '../payment/authorization.ts'
import type { PaymentTerms } from '../payment/terms.ts'
import { parseEndpoint } from '../rpc/operator-rpc.ts'
import { readBody } from '../rpc/outbound/read-body.ts'
import {
  type FacilitatorResponse,
  parseSettleResponse,
  parseVerifyResponse,
} from './facilitator-responses.ts'

/** What a facilitator says of an authorization before it is settled; `reason` is a code of x402. */
export type VerifyResult = { readonly isValid: true } | { readonly isValid: false; readonly reason: string }

/**
 * What came of a settlement: `settled`, with its transaction; `refused` before anything was sent, with a code of x402;
 * `pending` when a transaction was sent and did not succeed, or not yet; `unknown` when nobody can tell.
 *
 * It is all hearsay: only the token knows whether the hash made the transfer. `refused` tells what came of this one
 * request only. After an earlier one with the same authorization it may mean that that one has made the payment.
 */
export type SettleResult =
  | { readonly kind: 'settled'; readonly hash: Hex }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'pending'; readonly hash: Hex }
  | { readonly kind: 'unknown' }

/** A service that checks and sends payments for us (x402, facilitator interface). */
export interface Facilitator {
  /** @throws AppError `ServiceUnavailableException` when it does not answer. */
  readonly verify: (authorization: TransferAuthorization) => Promise<VerifyResult>
  /** Never throws: whatever goes wrong after the request was sent leaves the outcome `unknown`. */
  readonly settle: (authorization: TransferAuthorization) => Promise<SettleResult>
}

interface FacilitatorOptions {
  /** http(s), to which `/verify` and `/settle` are added; may hold `user:password@`, so no error ever shows it. */
  readonly url: string
  readonly terms: PaymentTerms
  /** Milliseconds for a whole request; absent: 30 seconds. */
  readonly timeoutMs?: number
}

/** Bytes of an answer that are read. */
const maxResponseBytes = 64 * 1024

/** Opens a facilitator; nothing is sent. It is asked once for everything: what has failed may have been done. */
export function openFacilitator({ url, terms, timeoutMs = 30_000 }: FacilitatorOptions): Facilitator {
  const request = (path: '/verify' | '/settle', authorization: TransferAuthorization) =>
    postJson(joinPath(url, path), JSON.stringify(x402RequestBody(authorization, terms)), timeoutMs)
  return {
    verify: async (authorization) => {
      const response = await request('/verify', authorization).catch(() => undefined)
      const result = response && parseVerifyResponse(response)
      if (result) return result
      throw new AppError('ServiceUnavailableException', 'Payments cannot be checked at the moment.')
    },
    settle: async (authorization) => {
      try {
        return parseSettleResponse(await request('/settle', authorization))
      } catch {
        return { kind: 'unknown' }
      }
    },
  }
}

function joinPath(base: string, path: string): string {
  const url = new URL(base)
  url.pathname = url.pathname.replace(/\/*$/, path)
  return url.href
}

async function postJson(address: string, body: string, timeoutMs: number): Promise<FacilitatorResponse> {
  const { url, headers } = parseEndpoint(address)
  const signal = AbortSignal.timeout(timeoutMs)
  const response = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal })
  return {
    status: response.status,
    body: response.body ? await readBody(response.body, maxResponseBytes) : '',
  }
}

/** The body of both requests. A payment is put as one of x402, whichever protocol it came by: the transfer is the same. */
function x402RequestBody(authorization: TransferAuthorization, terms: PaymentTerms) {
  const { from, to, value, validAfter, validBefore, nonce, signature } = authorization
  const paymentRequirements = {
    scheme: 'exact',
    network: `eip155:${terms.chainId}`,
    asset: terms.asset,
    amount: `${terms.amount}`,
    payTo: terms.payTo,
    maxTimeoutSeconds: terms.offerLifetimeSeconds,
    extra: { name: terms.tokenName, version: terms.tokenVersion, assetTransferMethod: 'eip3009' },
  }
  const transfer = {
    from,
    to,
    value: `${value}`,
    validAfter: `${validAfter}`,
    validBefore: `${validBefore}`,
    nonce,
  }
  const paymentPayload = {
    x402Version: 2,
    accepted: paymentRequirements,
    payload: { signature, authorization: transfer },
  }
  return { x402Version: 2, paymentPayload, paymentRequirements }
}
