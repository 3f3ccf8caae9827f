import type { GatewayReply } from '../../ccip/request-gateway.ts'
import { type Finding, failed, ok, skipped } from './finding.ts'
import type { ExpectedReply, GatewayCase } from './gateway-cases.ts'

/** @param isServed Whether the gateway answers for the name. */
export function judgeCase(
  { step, asked, expected, fix }: Pick<GatewayCase, 'step' | 'asked' | 'expected' | 'fix'>,
  reply: GatewayReply,
  isServed: boolean,
): Finding {
  const observation = { step, asked, received: describeReply(reply) }
  if (reply.status === 404 && !isServed && expected !== '4xx')
    return skipped(step, 'The gateway does not serve the name: give one that it serves.')
  if (isExpected(expected, reply)) return ok(observation)
  return failed(observation, { problem: problemOf(expected, reply), fix })
}

function isRefusal({ status, hasMessage }: GatewayReply): boolean {
  return status !== null && status >= 400 && status < 500 && hasMessage
}

function isAnswer({ status, data }: GatewayReply): boolean {
  return status === 200 && data !== undefined
}

function isExpected(expected: ExpectedReply, reply: GatewayReply): boolean {
  if (expected === 'answer') return isAnswer(reply)
  if (expected === '4xx') return isRefusal(reply)
  return isAnswer(reply) || isRefusal(reply)
}

function problemOf(expected: ExpectedReply, { status, data, hasMessage, failure }: GatewayReply): string {
  if (status === null) return `The gateway ${failure}.`
  if (status >= 500) return `HTTP ${status}: clients take the gateway for down and call the next one.`
  if (status >= 400 && !hasMessage) return `HTTP ${status} without a JSON message, which EIP-3668 asks for.`
  if (expected === '4xx') return 'The gateway answers a request that is malformed.'
  return status === 200 && !data
    ? 'The response is not {"data":"0x…"} (EIP-3668).'
    : `The gateway refuses with HTTP ${status}.`
}

function describeReply({ status, data, hasMessage, failure, ms }: GatewayReply): string {
  if (status === null) return `no response: it ${failure}`
  const content = data ? ' with data' : hasMessage ? ' with a message' : ''
  return `HTTP ${status}${content} in ${ms} ms`
}
