import { encodeAbiParameters, parseAbiParameters } from 'viem'
import { expect, test } from 'vitest'
import { parseSignedResponse } from '../../ccip/gateway.ts'
import { judgeResponseExpiry, judgeSignature, type ResponseFacts } from './judge-gateway.ts'

const now = 1_800_000_000n
const url = 'https://gateway.example/ccip'
const signer = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

function factsOf(expires: bigint, changes: Partial<ResponseFacts> = {}): ResponseFacts {
  const data = encodeAbiParameters(parseAbiParameters('bytes, uint64, bytes'), ['0x01', expires, '0x02'])
  const response = parseSignedResponse(data)
  expect(response).toEqual({ result: '0x01', expires, signature: '0x02' })
  return { response, isAccepted: false, signer: undefined, isTrusted: undefined, now, ...changes }
}

test.each([
  [-1n, 'failed'],
  [0n, 'warning'],
  [29n, 'warning'],
  [30n, 'ok'],
  [86_400n, 'ok'],
  [86_401n, 'warning'],
])('rule: an answer that is valid for %d seconds is %s', (seconds, status) => {
  expect(judgeResponseExpiry('a.eth', url, factsOf(now + seconds)).status).toBe(status)
})

test.each([
  ['accepted', { isAccepted: true }, 0n, 'ok'],
  ['rejected with a trusted signer', { signer, isTrusted: true }, -1n, 'ok'],
  ['signed by an untrusted signer', { signer, isTrusted: false }, 60n, 'failed'],
  ['expired, by an unknown signer', {}, -1n, 'skipped'],
  ['rejected for another reason', {}, 60n, 'failed'],
] as const)('rule: the signature of an answer that is %s', (_title, changes, seconds, status) => {
  expect(judgeSignature('a.eth', url, factsOf(now + seconds, changes)).status).toBe(status)
})

test.each(['0x', '0x1234', `0x${'ff'.repeat(96)}`] as const)('rule: %s is no signed answer', (data) => {
  expect(parseSignedResponse(data)).toBeUndefined()
})
