import type { Hex } from 'viem'
import type { Chain } from '../chain/chains.ts'
import type { OwnerCall } from '../chain/owner-calls.ts'
import { environmentOver } from '../config.ts'
import { UsageError } from '../usage-error.ts'
import { printOne } from './print.ts'

interface Owner {
  /** Name of the environment variable with the owner's private key; absent: the owner is elsewhere. */
  readonly keyFrom: string | undefined
  readonly asJson: boolean
}

/**
 * Makes a call as the owner and prints its transaction; without a key, prints what the owner has to send, such as by a
 * multisig.
 *
 * @throws UsageError when the variable holds no private key; AppError those of `sendAs`.
 */
export async function callAsOwner(
  chain: Chain,
  { title, call }: { readonly title: string; readonly call: OwnerCall },
  { keyFrom, asJson }: Owner,
): Promise<void> {
  const transaction = { chainId: chain.id, ...call }
  if (keyFrom === undefined) return printOne({ ...transaction, value: '0' }, asJson)
  const key = readKey(keyFrom)
  // What signs transactions is large, and the service shares this list of commands.
  const { sendAs } = await import('../chain/send-as.ts')
  const { transactionHash } = await sendAs(chain, {
    ...call,
    title,
    key,
    onSent: (hash) => console.error(`Sent ${hash}; waiting until it is in a block.`),
  })
  printOne({ ...transaction, transactionHash }, asJson)
}

/** A key comes by a variable, because others on the machine can read command lines. */
function readKey(variable: string): Hex {
  const key = environmentOver({})[variable] ?? ''
  if (isPrivateKey(key)) return key
  throw new UsageError(`The environment has no private key (0x and 64 hex digits) in ${variable}.`)
}

const isPrivateKey = (text: string): text is Hex => /^0x[0-9a-fA-F]{64}$/.test(text)
