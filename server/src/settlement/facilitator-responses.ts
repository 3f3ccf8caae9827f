import type { Hex } from 'viem'
import { z } from 'zod'
import { isHexBytes, lowerCaseHex } from '../crypto/hex.ts'
import type { HttpReply } from '../rpc/post-json.ts'

/** `reason` is an x402 code. */
export type VerifyResult = { readonly isValid: true } | { readonly isValid: false; readonly reason: string }

/**
 * Only a report: the token decides whether the transfer was made. `refused` (x402 code): nothing was sent now, but an
 * earlier request with the authorization may have paid. `pending`: sent, and not successful (yet).
 */
export type SettleResult =
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
