/**
 * What a node means that answers a raw transaction with an error: `known`, it has it already; `nonce-used`, the account has
 * sent another one or this one; `refused`, it will not take it as it is; `unclear`, anything else, such as a full pool or a
 * spent quota, after which it may have it or not.
 */
export type SendErrorKind = 'known' | 'nonce-used' | 'refused' | 'ambiguous'

/**
 * The words of nodes, which agree on nothing else: they all use -32000 for most of this. geth, op-geth and reth speak of
 * `already known`, erigon also of an `existing tx with same hash`, besu of a `Known transaction`, nethermind of
 * `AlreadyKnown`, anvil of one `already imported`.
 */
const alreadyKnownPattern =
  /already ?known|already ?imported|already exists|\bknown transaction|existing tx with same hash/i

/** geth, op-geth, reth, erigon, besu, anvil; `OldNonce` is nethermind. */
const nonceTooLowPattern = /nonce (is )?too low|old ?nonce|nonce already used/i

/** What the transaction itself is at fault for. Its fee, as a replacement or at all. */
const feeErrorPattern =
  /underpriced|fee ?too ?low|(gas )?price (is )?(too low|below)|less than (the )?block base fee|could not replace existing|replacement ?not ?allowed/i
/** The account cannot pay for it; besu speaks of an upfront cost. */
const fundsErrorPattern = /insufficient ?funds|exceeds account balance|would cause overdraft/i
/** It is wrong for this chain, or for any. */
const invalidTransactionPattern =
  /intrinsic ?gas|exceeds (the )?block gas limit|gas ?limit ?exceeded|invalid (sender|chain ?id)|exceeds the configured cap|oversized data/i

/** Tells what a node means by the text of its error. */
export function classifySendError(text: string): SendErrorKind {
  if (alreadyKnownPattern.test(text)) return 'known'
  if (nonceTooLowPattern.test(text)) return 'nonce-used'
  return [feeErrorPattern, fundsErrorPattern, invalidTransactionPattern].some((pattern) => pattern.test(text))
    ? 'refused'
    : 'ambiguous'
}
