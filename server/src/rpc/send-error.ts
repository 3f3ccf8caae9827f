/**
 * `known`: the RPC has the transaction; `nonce-used`: by this or another one; `ambiguous`: the RPC may have it (full
 * pool, spent quota).
 */
type SendErrorKind = 'known' | 'nonce-used' | 'refused' | 'ambiguous'

/**
 * Matches texts: most codes are -32000. geth, op-geth, reth: `already known`; erigon: `existing tx with same hash`;
 * besu: `Known transaction`; nethermind: `AlreadyKnown`; anvil: `already imported`.
 */
const alreadyKnownPattern =
  /already ?known|already ?imported|already exists|\bknown transaction|existing tx with same hash/i

/** geth, op-geth, reth, erigon, besu, anvil; `OldNonce` is nethermind. */
const nonceTooLowPattern = /nonce (is )?too low|old ?nonce|nonce already used/i

/** Fee too low, as a replacement or at all. */
const feeErrorPattern =
  /underpriced|fee ?too ?low|(gas )?price (is )?(too low|below)|less than (the )?block base fee|could not replace existing|replacement ?not ?allowed/i
/** besu says "upfront cost". */
const fundsErrorPattern = /insufficient ?funds|exceeds account balance|would cause overdraft/i
/** Invalid on this chain, or on any. */
const invalidTransactionPattern =
  /intrinsic ?gas|exceeds (the )?block gas limit|gas ?limit ?exceeded|invalid (sender|chain ?id)|exceeds the configured cap|oversized data/i

/** Of the response to `eth_sendRawTransaction`. */
export function classifySendError(text: string): SendErrorKind {
  if (alreadyKnownPattern.test(text)) return 'known'
  if (nonceTooLowPattern.test(text)) return 'nonce-used'
  return [feeErrorPattern, fundsErrorPattern, invalidTransactionPattern].some((pattern) => pattern.test(text))
    ? 'refused'
    : 'ambiguous'
}
