/**
 * The meaning of an RPC's error to a raw transaction: `known`, the RPC has it already; `nonce-used`, the account has sent this
 * transaction or another with its nonce; `refused`, the RPC rejects it; `ambiguous`, any other, such as a full pool or a spent
 * quota, after which the RPC may have it or not.
 */
export type SendErrorKind = 'known' | 'nonce-used' | 'refused' | 'ambiguous'

/**
 * Error texts of RPCs; their codes do not distinguish them, as most errors are -32000. geth, op-geth and reth: `already known`;
 * erigon also: `existing tx with same hash`; besu: `Known transaction`; nethermind: `AlreadyKnown`; anvil: `already imported`.
 */
const alreadyKnownPattern =
  /already ?known|already ?imported|already exists|\bknown transaction|existing tx with same hash/i

/** geth, op-geth, reth, erigon, besu, anvil; `OldNonce` is nethermind. */
const nonceTooLowPattern = /nonce (is )?too low|old ?nonce|nonce already used/i

/** The transaction itself is at fault: its fee, as a replacement or at all. */
const feeErrorPattern =
  /underpriced|fee ?too ?low|(gas )?price (is )?(too low|below)|less than (the )?block base fee|could not replace existing|replacement ?not ?allowed/i
/** The account cannot pay for it; besu calls it the upfront cost. */
const fundsErrorPattern = /insufficient ?funds|exceeds account balance|would cause overdraft/i
/** The transaction is invalid on this chain, or on any. */
const invalidTransactionPattern =
  /intrinsic ?gas|exceeds (the )?block gas limit|gas ?limit ?exceeded|invalid (sender|chain ?id)|exceeds the configured cap|oversized data/i

/** Classifies the text of an RPC's error. */
export function classifySendError(text: string): SendErrorKind {
  if (alreadyKnownPattern.test(text)) return 'known'
  if (nonceTooLowPattern.test(text)) return 'nonce-used'
  return [feeErrorPattern, fundsErrorPattern, invalidTransactionPattern].some((pattern) => pattern.test(text))
    ? 'refused'
    : 'ambiguous'
}
