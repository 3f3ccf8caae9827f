import { encodeEventTopics, type Hex, numberToHex } from 'viem'
import { z } from 'zod'
import type { TransferAuthorization } from '../payment/authorization.ts'
import { hexBytes, hexNumber } from './rpc.ts'
import { tokenAbi } from './token-abi.ts'

const logSchema = z.object({ address: hexBytes, topics: z.array(hexBytes), data: hexBytes })

type Log = z.output<typeof logSchema>

export const receiptSchema = z.object({ status: hexNumber, blockNumber: hexNumber, logs: z.array(logSchema) })

type Receipt = z.output<typeof receiptSchema>

/**
 * Whether a transaction made the authorized transfer. The token logs the use just before its transfer, so only the next
 * `Transfer` counts: others pay for something else, and the nonce may be signed for another transfer.
 */
export function isPaidIn({ status, logs }: Receipt, authorization: TransferAuthorization): boolean {
  const tokenLogs = logs.filter(({ address }) => address === authorization.asset)
  return (
    status === 1 &&
    tokenLogs.some(
      (log, index) =>
        isAuthorizationUsed(log, authorization) && isTransfer(tokenLogs[index + 1], authorization),
    )
  )
}

function isAuthorizationUsed({ topics }: Log, { from, nonce }: TransferAuthorization): boolean {
  const args = { authorizer: from, nonce }
  return hasSameTopics(topics, encodeEventTopics({ abi: tokenAbi, eventName: 'AuthorizationUsed', args }))
}

function isTransfer(log: Log | undefined, { from, to, value }: TransferAuthorization): boolean {
  const topics = encodeEventTopics({ abi: tokenAbi, eventName: 'Transfer', args: { from, to } })
  return (
    log !== undefined && hasSameTopics(log.topics, topics) && log.data === numberToHex(value, { size: 32 })
  )
}

function hasSameTopics(topics: readonly Hex[], expected: readonly unknown[]): boolean {
  return topics.length === expected.length && topics.every((topic, index) => topic === expected[index])
}
