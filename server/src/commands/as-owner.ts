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

/** What an owner has to send, and its name in errors. */
interface TitledCall {
  readonly title: string
  readonly call: OwnerCall
}

/**
 * Sends a call as the owner; without a key, prints the transaction to send from elsewhere, such as a multisig.
 *
 * @throws OperatorError for an invalid private key; AppError those of `sendTransactionAs`.
 */
export async function sendOrPrintOwnerCall(
  chain: ChainClient,
  titled: TitledCall,
  { keyVariable, asJson }: OwnerOptions,
): Promise<void> {
  const transaction = { chainId: chain.id, ...titled.call }
  if (keyVariable === undefined) return printRecord({ ...transaction, value: '0' }, asJson)
  const transactionHash = await sendOwnerCall(chain, titled, keyVariable)
  printRecord({ ...transaction, transactionHash }, asJson)
}

/** Sends a call as the owner, and reports the hash; prints no result. Returns the hash; throws as `sendOrPrintOwnerCall`. */
export async function sendOwnerCall(
  chain: ChainClient,
  { title, call }: TitledCall,
  keyVariable: string,
): Promise<Hex> {
  const key = readPrivateKey(keyVariable)
  // Large; loaded on demand.
  const { sendTransactionAs } = await import('../chain/send-transaction-as.ts')
  const { transactionHash } = await sendTransactionAs(chain, {
    ...call,
    title,
    key,
    onSent: (hash) => console.error(`Sent ${hash}; waiting until it is in a block.`),
  })
  return transactionHash
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
