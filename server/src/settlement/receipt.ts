import { encodeEventTopics, type Hex, numberToHex } from 'viem'
import { z } from 'zod'
import type { TransferAuthorization } from '../payment/authorization.ts'
import { bytes, count } from './read-node.ts'
import { tokenAbi } from './token-abi.ts'

const log = z.object({ address: bytes, topics: z.array(bytes), data: bytes })

type Log = z.output<typeof log>

/** What is used of the receipt of a transaction. */
export const receiptShape = z.object({ status: count, blockNumber: count, logs: z.array(log) })

type Receipt = z.output<typeof receiptShape>

/**
 * Whether a transaction succeeded and used the authorization for the transfer that it is for. The token notes the use just
 * before the transfer, so only the transfer that comes next counts: a transaction may hold other ones, which pay for
 * something else, and the payer may have signed the nonce for another transfer.
 */
export function isPaidIn({ status, logs }: Receipt, authorization: TransferAuthorization): boolean {
  const ofToken = logs.filter(({ address }) => address === authorization.asset)
  return (
    status === 1 &&
    ofToken.some((each, at) => isUse(each, authorization) && isTransfer(ofToken[at + 1], authorization))
  )
}

function isUse({ topics }: Log, { from, nonce }: TransferAuthorization): boolean {
  const args = { authorizer: from, nonce }
  return isSame(topics, encodeEventTopics({ abi: tokenAbi, eventName: 'AuthorizationUsed', args }))
}

function isTransfer(each: Log | undefined, { from, to, value }: TransferAuthorization): boolean {
  const topics = encodeEventTopics({ abi: tokenAbi, eventName: 'Transfer', args: { from, to } })
  return each !== undefined && isSame(each.topics, topics) && each.data === numberToHex(value, { size: 32 })
}

const isSame = (topics: readonly Hex[], expected: readonly unknown[]): boolean =>
  topics.length === expected.length && topics.every((topic, at) => topic === expected[at])
