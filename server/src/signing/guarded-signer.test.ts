import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { beforeEach, expect, test, vi } from 'vitest'
import { AppError } from '../errors.ts'
import { type GuardedSigner, guardSigner } from './guarded-signer.ts'
import { createLocalSigner } from './local-signer.ts'
import type { SignedFields, Signer } from './signer.ts'
import { SignerError, type SignerFailure } from './signer-error.ts'

const local = createLocalSigner(`0x${'11'.repeat(32)}`)
const other = createLocalSigner(`0x${'22'.repeat(32)}`)
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const response = { expires: 1, request: new Uint8Array(), result: new Uint8Array() }
const fieldsOf = (count: number): SignedFields => ({
  ...{ scheme: 'merkle', chainId: 1, resolver: `0x${'22'.repeat(20)}` },
  responses: Array.from({ length: count }, () => response),
  seed: new Uint8Array(),
})
const digest = randomBytes(32)

const events: string[] = []
beforeEach(() => {
  events.length = 0
})

function guard(sign: Signer['sign']): GuardedSigner {
  return guardSigner(
    { address: local.address, sign },
    {
      onSign: () => {},
      onFailure: () => events.push('fails'),
      onRecovery: () => events.push('signs again'),
      clock: () => 5,
    },
  )
}

function wordOf(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex')
}

/** The twin of a signature, which contracts reject. */
function withHighS(signature: Uint8Array): Uint8Array {
  const s = BigInt(`0x${Buffer.from(signature.subarray(32, 64)).toString('hex')}`)
  const v = signature[64] === 27 ? 28 : 27
  return Buffer.concat([signature.subarray(0, 32), wordOf(order - s), Buffer.from([v])])
}

const withV = (v: number) => Buffer.concat([local.sign(digest).subarray(0, 64), Buffer.from([v])])
const withRs = (r: bigint, s: bigint) => Buffer.concat([wordOf(r), wordOf(s), Buffer.from([27])])

test.each<[title: string, signature: Uint8Array, failure: SignerFailure]>([
  ['another key', other.sign(digest), 'wrong-key'],
  ['another digest', local.sign(randomBytes(32)), 'wrong-key'],
  ...[0, 2, 64, 66, 97, 1_000].map((size): [string, Uint8Array, SignerFailure] => [
    `${size} bytes`,
    Buffer.alloc(size, 1),
    'malformed',
  ]),
  ['a path behind it', Buffer.concat([local.sign(digest), Buffer.alloc(32)]), 'malformed'],
  ['a high s', withHighS(local.sign(digest)), 'malformed'],
  ...[0, 1, 26, 29, 255].map((v): [string, Uint8Array, SignerFailure] => [
    `v of ${v}`,
    withV(v),
    'malformed',
  ]),
  ['zeros', Buffer.alloc(65), 'malformed'],
  ['r of 0', withRs(0n, 1n), 'malformed'],
  ['s of 0', withRs(1n, 0n), 'malformed'],
  ['r of the order', withRs(order, 1n), 'malformed'],
])('a signature of %s is rejected with a reason', async (_title, signature, failure) => {
  const guarded = guard(async () => signature)
  await expect(guarded.sign(digest, fieldsOf(1))).rejects.toMatchObject({
    name: 'ServiceUnavailableException',
    message: expect.stringMatching(/^The signer .+ Retry after 1 second\.$/),
  })
  expect(guarded.problem()).toMatchObject({ address: local.address, failure, since: 5 })
})

test('property: of random bytes and of changes of a signature none passes but the one', async () => {
  const valid = local.sign(digest)
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 130 }),
      fc.nat(64),
      fc.nat(254),
      async (bytes, at, change) => {
        const changed = Buffer.from(valid)
        changed.writeUInt8((changed.readUInt8(at) + change + 1) % 256, at)
        for (const signature of [bytes, changed])
          await expect(guard(async () => signature).sign(digest, fieldsOf(1))).rejects.toBeInstanceOf(
            AppError,
          )
      },
    ),
    { numRuns: 100 },
  )
  expect(await guard(async () => valid).sign(digest, fieldsOf(1))).toBe(valid)
})

test('rule: the signature of a tree is checked also of a key of this process', () => {
  const wrong = guard(() => other.sign(digest))
  expect(() => wrong.sign(digest, fieldsOf(2))).toThrow('a signature of another key')
  expect(guard(local.sign).sign(digest, fieldsOf(2))).toHaveLength(65)
})

test('rule: the reason of a failure is kept until a signature is valid, and each is reported once', async () => {
  let failure: SignerFailure | undefined = 'timeout'
  const guarded = guard(async () => {
    if (failure) throw new SignerError(failure, `It is ${failure}.`, { isOfRequest: true })
    return local.sign(digest)
  })
  const sign = async () => guarded.sign(digest, fieldsOf(1))
  await expect(sign()).rejects.toThrow('The signer does not respond. Retry after 1 second.')
  failure = 'refused'
  await expect(sign()).rejects.toThrow('The signer refuses to sign. Retry after 1 second.')
  expect(guarded.problem()).toEqual({
    ...{ address: local.address, failure: 'refused', message: 'It is refused.', since: 5 },
  })
  failure = undefined
  expect(await sign()).toHaveLength(65)
  expect(guarded.problem()).toBeUndefined()
  expect(events).toEqual(['fails', 'signs again'])
})

test('rule: after three failures of the signer it rests with its reason; those of requests do not count', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  let asked = 0
  let isOfRequest = true
  const guarded = guard(async () => {
    asked++
    throw new SignerError('timeout', 'It does not respond.', { isOfRequest })
  })
  const fail = async (count: number) => {
    for (let index = 0; index < count; index++)
      await expect(async () => guarded.sign(digest, fieldsOf(1))).rejects.toThrow('does not respond')
  }
  try {
    await fail(5)
    expect(asked).toBe(5)
    expect(guarded.assertAvailable).not.toThrow()
    isOfRequest = false
    await fail(10)
    expect(asked).toBe(8)
    expect(guarded.assertAvailable).toThrow('The signer does not respond.')
    vi.advanceTimersByTime(2_001)
    await fail(10)
    expect(asked).toBe(9)
  } finally {
    vi.useRealTimers()
  }
})
