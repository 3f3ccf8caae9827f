import type { Hex } from 'viem'
import type { OwnerCall } from '../chain/owner-calls.ts'
import { environmentWithDefaults } from '../config/config.ts'
import { OperatorError } from '../operator-error.ts'
import type { ChainClient } from '../rpc/chain-clients.ts'
import { printRecord } from './print.ts'

interface OwnerOptions {
  /** Environment variable of the owner's private key, if the key is here. */
  readonly keyVariable: string | undefined
  readonly asJson: boolean
}

/**
 * Sends a call as the owner; without a key, prints the transaction to send from elsewhere, such as a multisig.
 *
 * @throws OperatorError for an invalid private key; AppError those of `sendTransactionAs`.
 */
export async function sendOrPrintOwnerCall(
  chain: ChainClient,
  { title, call }: { readonly title: string; readonly call: OwnerCall },
  { keyVariable, asJson }: OwnerOptions,
): Promise<void> {
  const transaction = { chainId: chain.id, ...call }
  if (keyVariable === undefined) return printRecord({ ...transaction, value: '0' }, asJson)
  const key = readPrivateKey(keyVariable)
  // Large; loaded on demand.
  const { sendTransactionAs } = await import('../chain/send-transaction-as.ts')
  const { transactionHash } = await sendTransactionAs(chain, {
    ...call,
    title,
    key,
    onSent: (hash) => console.error(`Sent ${hash}; waiting until it is in a block.`),
  })
  printRecord({ ...transaction, transactionHash }, asJson)
}

/** Other users of the machine can read command lines. */
function readPrivateKey(variable: string): Hex {
  const key = environmentWithDefaults({})[variable] ?? ''
  if (isPrivateKey(key)) return key
  throw new OperatorError(`The environment has no private key (0x and 64 hex digits) in ${variable}.`)
}

function isPrivateKey(text: string): text is Hex {
  return /^0x[0-9a-fA-F]{64}$/.test(text)
}
