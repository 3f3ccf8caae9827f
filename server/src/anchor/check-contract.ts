import { type Address, isAddressEqual, zeroAddress } from 'viem'
import type { Heartbeat } from '../chain/heartbeat.ts'
import { OperatorError } from '../errors.ts'

interface Expected {
  readonly domain: string
  readonly chainId: number
  readonly contract: Address
  /** Of the key of this service. */
  readonly anchor: Address
  /** Of the targets, in their order. */
  readonly urls: readonly string[]
}

/** Whether the owner of a contract has something to do before a beat. @throws OperatorError that says what. */
export function assertReady(heartbeat: Heartbeat, expected: Expected): void {
  const { contract, domain, chainId } = expected
  const advice = `"byname anchor setup ${domain} --chain ${chainId}" prints the transactions for its owner.`
  if (heartbeat.isFrozen)
    throw new OperatorError(
      `The contract ${contract} is frozen: it takes no beats. "byname frozen set" changes what it answers.`,
    )
  if (isAddressEqual(heartbeat.anchor, zeroAddress))
    throw new OperatorError(`The contract ${contract} has no anchor. ${advice}`)
  if (!isAddressEqual(heartbeat.anchor, expected.anchor))
    throw new OperatorError(
      `The contract ${contract} has the anchor ${heartbeat.anchor}, and the key here is that of ${expected.anchor}. ${advice}`,
    )
  if (!expected.urls.some((url) => heartbeat.files.includes(url)))
    throw new OperatorError(
      `The contract ${contract} leads clients to none of the URLs of ANCHOR_TARGETS (${expected.urls.join(', ')}). ${advice}`,
    )
}
