import type { Hex } from 'viem'
import type { OwnerCall } from '../chain/owner-calls.ts'
import { environmentWithDefaults } from '../config/config.ts'
import { OperatorError } from '../operator-error.ts'
import type { ChainClient } from '../rpc/chain-clients.ts'
import { printRecord } from './print.ts'

interface OwnerOptions {
  /** Name of the environment variable with the owner's private key; absent: the key is elsewhere. */
  readonly keyVariable: string | undefined
  readonly asJson: boolean
}

/**
 * Makes a call as the owner and prints its transaction; without a key, prints the transaction for the owner to send, for
 * example with a multisig.
 *
 * @throws OperatorError when the variable holds no private key; AppError those of `sendTransactionAs`.
 */
export async function sendOrPrintOwnerCall(
  chain: ChainClient,
  { title, call }: { readonly title: string; readonly call: OwnerCall },
  { keyVariable, asJson }: OwnerOptions,
): Promise<void> {
  const transaction = { chainId: chain.id, ...call }
  if (keyVariable === undefined) return printRecord({ ...transaction, value: '0' }, asJson)
  const key = readPrivateKey(keyVariable)
  // Code for transactions is large and loaded only here.
  const { sendTransactionAs } = await import('../chain/send-transaction-as.ts')
  const { transactionHash } = await sendTransactionAs(chain, {
    ...call,
    title,
    key,
    onSent: (hash) => console.error(`Sent ${hash}; waiting until it is in a block.`),
  })
  printRecord({ ...transaction, transactionHash }, asJson)
}

/** A key comes from a variable, because others on the machine can read command lines. */
function readPrivateKey(variable: string): Hex {
  const key = environmentWithDefaults({})[variable] ?? ''
  if (isPrivateKey(key)) return key
  throw new OperatorError(`The environment has no private key (0x and 64 hex digits) in ${variable}.`)
}

function isPrivateKey(text: string): text is Hex {
  return /^0x[0-9a-fA-F]{64}$/.test(text)
}
