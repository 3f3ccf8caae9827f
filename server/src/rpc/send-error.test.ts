import { expect, test } from 'vitest'
import { classifySendError } from './send-error.ts'

test.each([
  ['geth, op-geth, reth', 'already known'],
  ['reth', '[0xab12] already imported'],
  ['anvil', 'transaction already imported'],
  ['erigon', 'existing tx with same hash'],
  ['erigon', 'INTERNAL_ERROR: existing tx with same hash'],
  ['erigon', 'ALREADY_EXISTS: already known'],
  ['nethermind', 'AlreadyKnown'],
  ['besu', 'Known transaction'],
])('rule: %s reports a transaction as known: %s', (_, text) => {
  expect(classifySendError(text)).toBe('known')
})

test.each([
  ['geth, op-geth, reth', 'nonce too low: next nonce 5, tx nonce 3'],
  ['erigon', 'INTERNAL_ERROR: nonce too low'],
  ['nethermind', 'OldNonce, Current nonce: 5, nonce of rejected tx: 3'],
  ['besu', 'Nonce too low'],
  ['anvil', 'nonce too low'],
])('rule: %s reports a later nonce: %s', (_, text) => {
  expect(classifySendError(text)).toBe('nonce-used')
})

test.each([
  ['geth, op-geth, reth, anvil', 'replacement transaction underpriced'],
  ['geth', 'transaction underpriced: gas tip cap 1, minimum needed 1000000'],
  ['geth', 'transaction gas price below minimum: gas tip cap 1, minimum needed 1000000'],
  ['geth', 'insufficient funds for gas * price + value: balance 0, tx cost 21000, overshot 21000'],
  ['geth', 'max fee per gas less than block base fee: address 0xab, maxFeePerGas: 1, baseFee: 7'],
  ['geth', 'intrinsic gas too low: gas 1000, minimum needed 21000'],
  ['geth', 'exceeds block gas limit'],
  ['geth', 'invalid sender'],
  ['geth', 'invalid chain id for signer: have 1 want 8453'],
  ['geth', 'tx fee (1.50 ether) exceeds the configured cap (1.00 ether)'],
  ['op-geth', 'insufficient funds for gas * price + value: address 0xab have 1 want 2'],
  ['reth', 'max fee per gas less than block base fee'],
  ['reth', 'insufficient funds for gas * price + value: have 1 want 2'],
  ['erigon', 'could not replace existing tx'],
  ['erigon', 'INTERNAL_ERROR: insufficient funds'],
  ['erigon', 'fee too low'],
  ['erigon', 'underpriced'],
  ['nethermind', 'FeeTooLow, MaxFeePerGas too low. MaxFeePerGas: 1, BaseFee: 7'],
  ['nethermind', 'FeeTooLowToCompete'],
  ['nethermind', 'InsufficientFunds, Account balance: 0, cumulative cost: 21000'],
  ['nethermind', 'ReplacementNotAllowed'],
  ['nethermind', 'GasLimitExceeded, Gas limit: 30000000, gas limit of rejected tx: 40000000'],
  ['besu', 'Upfront cost exceeds account balance'],
  ['besu', 'Gas price below configured minimum gas price'],
  ['besu', 'Intrinsic gas exceeds gas limit'],
  ['anvil', 'Insufficient funds for gas * price + value'],
  ['anvil', 'intrinsic gas too low'],
  ['anvil', 'invalid chain id for signer'],
])('rule: %s rejects a transaction: %s', (_, text) => {
  expect(classifySendError(text)).toBe('refused')
})

test.each([
  'txpool is full',
  'account limit exceeded',
  'future transaction tries to replace pending',
  'in-flight transaction limit reached for delegated accounts',
  'nonce too high',
  'NonceGap, Future nonce. Expected nonce: 5',
  'unknown transaction type',
  'execution reverted',
  'daily request count exceeded',
  'context deadline exceeded',
  'Internal error',
  '',
])('rule: after %j the outcome of a send is unknown', (text) => {
  expect(classifySendError(text)).toBe('ambiguous')
})
