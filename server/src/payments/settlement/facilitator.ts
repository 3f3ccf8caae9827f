import type { Hex } from 'viem'
import { z } from 'zod'
import { isHexBytes, lowerCaseHex } from '../../crypto/hex.ts'
import { AppError } from '../../errors.ts'
import type { PaymentTerms, TransferAuthorization } from '../../model/payment.ts'
import { type HttpReply, parseEndpoint, postJson } from '../../rpc/transport.ts'
import { facilitatorRequest } from '../rules/terms.ts'

/** x402 facilitator interface. */
export interface Facilitator {
  /** @throws AppError `ServiceUnavailableException` when it does not respond. */
  readonly verify: (authorization: TransferAuthorization) => Promise<VerifyResult>
  /** Never throws: a failure gives `unknown`. */
  readonly settle: (authorization: TransferAuthorization) => Promise<SettleResult>
}

interface FacilitatorOptions {
  /** http(s) base of `/verify` and `/settle`; may hold credentials, so no error shows it. */
  readonly url: string
  readonly terms: PaymentTerms
  /** Per request; absent: 30 seconds. */
  readonly timeoutMs?: number
}

/** Of a response body. */
const maxBytes = 64 * 1024

/** Sends nothing. Requests are never retried: a failed one may have taken effect. */
export function openFacilitator({ url, terms, timeoutMs = 30_000 }: FacilitatorOptions): Facilitator {
  const request = (path: '/verify' | '/settle', authorization: TransferAuthorization) =>
    postJson(parseEndpoint(joinPath(url, path)), {
      body: JSON.stringify(facilitatorRequest(authorization, terms)),
      maxBytes,
      signal: AbortSignal.timeout(timeoutMs),
    })
  return {
    verify: async (authorization) => {
      const response = await request('/verify', authorization).catch(() => undefined)
      const result = response && parseVerifyResponse(response)
      if (result) return result
      throw new AppError(
        'ServiceUnavailableException',
        'Payments cannot be verified at the moment. Retry later.',
      )
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

/** `reason` is an x402 code. */
type VerifyResult = { readonly isValid: true } | { readonly isValid: false; readonly reason: string }

/**
 * Only a report: the token decides whether the transfer was made. `refused` (x402 code): nothing was sent now, but an
 * earlier request with the authorization may have paid. `pending`: sent, and not successful (yet).
 */
type SettleResult =
  | { readonly kind: 'settled'; readonly hash: Hex }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'pending'; readonly hash: Hex }
  | { readonly kind: 'unknown' }

const verifyResponseSchema = z.object({ isValid: z.boolean(), invalidReason: z.string().nullish() })

/** Without a transaction, the field is empty or absent. */
const settleResponseSchema = z.object({
  success: z.boolean(),
  transaction: z.string().nullish(),
  errorReason: z.string().nullish(),
})

/** The payment may be valid. */
const unexpectedVerifyError = 'unexpected_verify_error'

/** Undefined without a result. Some facilitators refuse with an error status. */
export function parseVerifyResponse({ status, body }: HttpReply): VerifyResult | undefined {
  const { data } = verifyResponseSchema.safeParse(parseJson(body))
  if (!data) return undefined
  const { isValid, invalidReason } = data
  if (isValid) return status === 200 ? { isValid } : undefined
  return invalidReason && invalidReason !== unexpectedVerifyError
    ? { isValid, reason: invalidReason }
    : undefined
}

/** A lost RPC reply is reported as a failure without a hash, so only reasons found before sending mean `refused`. */
export function parseSettleResponse({ status, body }: HttpReply): SettleResult {
  const { data } = settleResponseSchema.safeParse(parseJson(body))
  if (status !== 200 || !data) return { kind: 'unknown' }
  const { success, transaction, errorReason } = data
  if (transaction)
    return isTransactionHash(transaction)
      ? { kind: success ? 'settled' : 'pending', hash: lowerCaseHex(transaction) }
      : { kind: 'unknown' }
  return !success && errorReason && preSubmissionErrors.has(errorReason)
    ? { kind: 'refused', reason: errorReason }
    : { kind: 'unknown' }
}

function isTransactionHash(text: string): text is Hex {
  return isHexBytes(text) && text.length === 66
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/**
 * x402 specification, then its libraries. Not `invalid_exact_evm_nonce_already_used`: the payment may have been made.
 */
const preSubmissionErrors: ReadonlySet<string> = new Set([
  'insufficient_funds',
  'invalid_exact_evm_payload_authorization_valid_after',
  'invalid_exact_evm_payload_authorization_valid_before',
  'invalid_exact_evm_payload_authorization_value',
  'invalid_exact_evm_payload_authorization_value_mismatch',
  'invalid_exact_evm_payload_recipient_mismatch',
  'invalid_exact_evm_payload_signature',
  'invalid_network',
  'invalid_payload',
  'invalid_payment_requirements',
  'invalid_scheme',
  'invalid_x402_version',
  'unsupported_scheme',

  'asset_not_deployed_contract',
  'eip6492_factory_not_allowed',
  'invalid_exact_evm_authorization_value',
  'invalid_exact_evm_eip3009_not_supported',
  'invalid_exact_evm_failed_to_parse_signature',
  'invalid_exact_evm_insufficient_balance',
  'invalid_exact_evm_missing_eip712_domain',
  'invalid_exact_evm_network_mismatch',
  'invalid_exact_evm_recipient_mismatch',
  'invalid_exact_evm_scheme',
  'invalid_exact_evm_signature',
  'invalid_exact_evm_token_name_mismatch',
  'invalid_exact_evm_token_version_mismatch',
  'invalid_exact_evm_transaction_simulation_failed',
  'unsupported_payload_type',
])
