import { afterAll, expect, test } from 'vitest'
import { getChainTime, setTime, startChain } from './support/chain.ts'
import { deployResolver } from './support/resolver.ts'
import { newResponsePayload, signedResponse, signerKey } from './support/response-payload.ts'
import { revertOf } from './support/revert.ts'

const chain = await startChain(11155111)
afterAll(chain.stop)

const signer = signerKey(1)
const resolver = await deployResolver(chain, { signers: [signer.address] })
const maximum = await resolver.read.MAX_LIFETIME()

/** Submits a response that expires at `expires`, in Unix seconds. */
async function resolveUntil(expires: bigint) {
  const payload = { ...(await newResponsePayload(chain, resolver.address)), expires }
  return resolver.read.resolveWithProof([await signedResponse(payload, signer), payload.request])
}

test('rule: a response is valid up to and including its last second', async () => {
  const expires = (await getChainTime(chain)) + 600n
  expect(await resolveUntil(expires)).toMatch(/^0x/)

  await setTime(chain, expires)
  expect(await resolveUntil(expires)).toMatch(/^0x/)

  await setTime(chain, expires + 1n)
  expect(await revertOf(resolveUntil(expires))).toEqual({
    name: 'AnswerExpired',
    args: [expires, expires + 1n],
  })
})

test('rule: a response is valid for one hour at most', async () => {
  expect(maximum).toBe(3600n)
  const latest = (await getChainTime(chain)) + maximum
  expect(await resolveUntil(latest)).toMatch(/^0x/)
  expect(await revertOf(resolveUntil(latest + 1n))).toEqual({
    name: 'LifetimeTooLong',
    args: [latest + 1n, latest],
  })
})

test.each([
  ['the largest possible', 2n ** 64n - 1n],
  ['one in milliseconds', BigInt(Date.now())],
])('LifetimeTooLong when the expiry is %s', async (_what, expires) => {
  const latest = (await getChainTime(chain)) + maximum
  expect(await revertOf(resolveUntil(expires))).toEqual({ name: 'LifetimeTooLong', args: [expires, latest] })
})

test('AnswerExpired when the expiry is zero', async () => {
  const now = await getChainTime(chain)
  expect(await revertOf(resolveUntil(0n))).toEqual({ name: 'AnswerExpired', args: [0n, now] })
})
