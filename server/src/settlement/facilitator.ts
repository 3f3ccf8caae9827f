import type { Hex } from 'viem'
import { readBody } from '../chain/outbound/read-body.ts'
import { endpointOf } from '../chain/own-node.ts'
import { AppError } from '../errors.ts'
import type { TransferAuthorization } from '../payment/authorization.ts'
import type { PaymentTerms } from '../payment/terms.ts'
import { type FacilitatorReply, outcomeOf, verdictOf } from './facilitator-answers.ts'

/** What a facilitator says of an authorization before it is settled; `reason` is a code of x402. */
export type Verdict = { readonly isValid: true } | { readonly isValid: false; readonly reason: string }

/**
 * What came of a settlement: `settled`, with its transaction; `refused` before anything was sent, with a code of x402;
 * `pending` when a transaction was sent and did not succeed, or not yet; `unknown` when nobody can tell.
 *
 * It is all hearsay: only the token knows whether the hash made the transfer. `refused` tells what came of this one
 * request only. After an earlier one with the same authorization it may mean that that one has made the payment.
 */
export type FacilitatorOutcome =
  | { readonly kind: 'settled'; readonly hash: Hex }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'pending'; readonly hash: Hex }
  | { readonly kind: 'unknown' }

/** A service that checks and sends payments for us (x402, facilitator interface). */
export interface Facilitator {
  /** @throws AppError `ServiceUnavailableException` when it does not answer. */
  readonly verify: (authorization: TransferAuthorization) => Promise<Verdict>
  /** Never throws: whatever goes wrong after the request was sent leaves the outcome `unknown`. */
  readonly settle: (authorization: TransferAuthorization) => Promise<FacilitatorOutcome>
}

interface FacilitatorOptions {
  /** http(s), to which `/verify` and `/settle` are added; may hold `user:password@`, so no error ever shows it. */
  readonly url: string
  readonly terms: PaymentTerms
  /** Milliseconds for a whole request; absent: 30 seconds. */
  readonly timeout?: number
}

/** Bytes of an answer that are read. */
const largestAnswer = 64 * 1024

/** Opens a facilitator; nothing is sent. It is asked once for everything: what has failed may have been done. */
export function openFacilitator({ url, terms, timeout = 30_000 }: FacilitatorOptions): Facilitator {
  const ask = (path: '/verify' | '/settle', authorization: TransferAuthorization) =>
    post(at(url, path), JSON.stringify(paymentOf(authorization, terms)), timeout)
  return {
    verify: async (authorization) => {
      const reply = await ask('/verify', authorization).catch(() => undefined)
      const verdict = reply && verdictOf(reply)
      if (verdict) return verdict
      throw new AppError('ServiceUnavailableException', 'Payments cannot be checked at the moment.')
    },
    settle: async (authorization) => {
      try {
        return outcomeOf(await ask('/settle', authorization))
      } catch {
        return { kind: 'unknown' }
      }
    },
  }
}

function at(base: string, path: string): string {
  const url = new URL(base)
  url.pathname = url.pathname.replace(/\/*$/, path)
  return url.href
}

async function post(address: string, body: string, timeout: number): Promise<FacilitatorReply> {
  const { url, headers } = endpointOf(address)
  const signal = AbortSignal.timeout(timeout)
  const response = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal })
  return { status: response.status, body: response.body ? await readBody(response.body, largestAnswer) : '' }
}

/** The body of both requests. A payment is put as one of x402, whichever protocol it came by: the transfer is the same. */
function paymentOf(authorization: TransferAuthorization, terms: PaymentTerms) {
  const { from, to, value, validAfter, validBefore, nonce, signature } = authorization
  const paymentRequirements = {
    scheme: 'exact',
    network: `eip155:${terms.chainId}`,
    asset: terms.asset,
    amount: `${terms.amount}`,
    payTo: terms.payTo,
    maxTimeoutSeconds: terms.offerLifetime,
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
