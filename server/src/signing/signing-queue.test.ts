import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { checksumAddress } from '../crypto/evm-address.ts'
import { toHex } from '../crypto/hex.ts'
import { AppError } from '../errors.ts'
import type { SigningContext, SigningScheme, UnsignedResponse } from '../gateway/digest.ts'
import { recoverResponseSigner, signatureSize } from '../gateway/recover-signer.ts'
import { createLocalSigner } from './local-signer.ts'
import type { SignedFields, Signer, SignerLimits } from './signer.ts'
import { createSigningQueue, type SigningQueue } from './signing-queue.ts'

const local = createLocalSigner(`0x${'11'.repeat(32)}`)

function contextOf(scheme: SigningScheme, byte = '22'): SigningContext {
  return { scheme, chainId: 1, resolver: `0x${byte.repeat(20)}` }
}

function responses(count: number): readonly UnsignedResponse[] {
  return Array.from({ length: count }, (_, index) => ({
    expires: 1_800_000_000 + index,
    request: Buffer.from([index >> 8, index & 255]),
    result: Buffer.alloc(32, index),
  }))
}

/** Counts signatures; a remote one answers when `answer` is called. */
function countingSigner(limits?: SignerLimits) {
  const signed: SignedFields[] = []
  const waiting: (() => void)[] = []
  const signer: Signer = {
    address: local.address,
    ...(limits ? { limits } : {}),
    sign: (digest, fields) => {
      signed.push(fields)
      if (!limits) return local.sign(digest)
      return new Promise((resolve) => waiting.push(() => resolve(local.sign(digest))))
    },
  }
  const answer = () => {
    for (const resolve of waiting.splice(0)) resolve()
  }
  return { signer, signed, answer }
}

function signerOf(
  context: SigningContext,
  { expires, ...response }: UnsignedResponse,
  signature: Uint8Array,
) {
  const address = recoverResponseSigner(context, { ...response, expires: BigInt(expires) }, signature)
  return address && checksumAddress(address)
}

/** After a turn with several responses, those of the next turn wait for each other. */
async function endTurnOf(queue: SigningQueue, signer: Signer) {
  await Promise.all(responses(2).map((response) => queue.sign(signer, contextOf('merkle'), response)))
  await nextTurn()
}

describe('A key in this process', () => {
  test('rule: responses of one turn share a signature, and each has a path of its own to it', async () => {
    const { signer, signed } = countingSigner()
    const queue = createSigningQueue()
    const context = contextOf('merkle')
    const all = responses(33)
    await endTurnOf(queue, signer)
    signed.length = 0
    const signatures = await Promise.all(all.map((response) => queue.sign(signer, context, response)))
    expect(signed).toHaveLength(1)
    for (const [index, response] of all.entries())
      expect(signerOf(context, response, signatures[index] ?? new Uint8Array())).toBe(local.address)
    expect(new Set(signatures.map((signature) => signature.subarray(0, signatureSize).toString())).size).toBe(
      1,
    )
    expect(queue.pending()).toBe(0)
  })

  test('rule: a tree of equal responses has another root and other siblings each time, so that a path tells of no other lookup', async () => {
    const { signer, signed } = countingSigner()
    const queue = createSigningQueue()
    await endTurnOf(queue, signer)
    signed.length = 0
    const paths = async () => {
      const all = await Promise.all(responses(5).map((one) => queue.sign(signer, contextOf('merkle'), one)))
      await nextTurn()
      return all.map((signature) => toHex(signature.subarray(signatureSize)))
    }
    const [before, after] = [await paths(), await paths()]
    expect(signed.map((fields) => fields.responses.length)).toEqual([5, 5])
    const siblings = (all: readonly string[]) =>
      all.flatMap((path) => path.slice(2).match(/.{64}/g)?.map(String) ?? [])
    expect(siblings(before).filter((sibling) => siblings(after).includes(sibling))).toEqual([])
    for (const all of [before, after]) expect(new Set(all.map((path) => path.slice(0, 66))).size).toBe(5)
  })

  test('rule: after quiet, the first response of a turn is signed at once, and the others share a signature', async () => {
    const { signer, signed } = countingSigner()
    const queue = createSigningQueue()
    const context = contextOf('merkle')
    for (const turn of [1, 2]) {
      expect(queue.sign(signer, context, responses(1)[0] as UnsignedResponse), `turn ${turn}`).toHaveLength(
        signatureSize,
      )
      await nextTurn()
    }
    const batchSizes = async () => {
      signed.length = 0
      await Promise.all(responses(10).map((response) => queue.sign(signer, context, response)))
      await nextTurn()
      return signed.map(({ responses: { length } }) => length)
    }
    expect(await batchSizes()).toEqual([1, 9])
    expect(await batchSizes()).toEqual([10])
  })

  test('rule: a response alone has the signature of a contract without trees', async () => {
    const queue = createSigningQueue()
    const [response] = responses(1) as [UnsignedResponse]
    const signature = await queue.sign(local, contextOf('merkle'), response)
    expect(signature).toHaveLength(signatureSize)
    expect(toHex(signature)).toBe(toHex(await queue.sign(local, contextOf('chain-bound'), response)))
  })

  test('rule: responses for different contracts never share a signature', async () => {
    const { signer, signed } = countingSigner()
    const queue = createSigningQueue()
    const contexts = [contextOf('merkle'), contextOf('merkle', '33')]
    await endTurnOf(queue, signer)
    signed.length = 0
    await Promise.all(
      contexts.flatMap((context) => responses(2).map((one) => queue.sign(signer, context, one))),
    )
    expect(signed.map(({ resolver, responses: { length } }) => [resolver, length])).toEqual(
      contexts.map(({ resolver }) => [resolver, 2]),
    )
  })

  test('rule: more responses than a tree may have are signed in several', async () => {
    const { signer, signed } = countingSigner()
    const queue = createSigningQueue({ maxBatch: 4 })
    await endTurnOf(queue, signer)
    signed.length = 0
    await Promise.all(responses(10).map((response) => queue.sign(signer, contextOf('merkle'), response)))
    expect(signed.map(({ responses: { length } }) => length)).toEqual([4, 4, 2])
  })

  test.each(['published', 'chain-bound'] as const)(
    'rule: with %s each response is signed at once',
    (scheme) => {
      const { signer, signed } = countingSigner()
      const queue = createSigningQueue()
      for (const response of responses(3)) {
        const signature = queue.sign(signer, contextOf(scheme), response)
        expect(signature).toHaveLength(signatureSize)
      }
      expect(signed).toHaveLength(3)
    },
  )
})

describe('A key elsewhere', () => {
  const limits = { maxPerSecond: 1_000_000, maxConcurrent: 1 }

  test('rule: what arrives while it signs shares the next signature', async () => {
    const { signer, signed, answer } = countingSigner(limits)
    const queue = createSigningQueue()
    const context = contextOf('merkle')
    const [first, ...others] = responses(20) as [UnsignedResponse, ...UnsignedResponse[]]
    const alone = queue.sign(signer, context, first)
    await vi.waitUntil(() => signed.length === 1)
    const together = Promise.all(others.map((response) => queue.sign(signer, context, response)))
    await nextTurn()
    expect([signed.length, queue.pending()]).toEqual([1, 20])
    answer()
    expect(await alone).toHaveLength(signatureSize)
    await vi.waitUntil(() => signed.length === 2)
    answer()
    for (const signature of await together) expect(signature.length).toBeGreaterThan(signatureSize)
    expect(queue.pending()).toBe(0)
  })

  test('rule: it makes no more signatures in a second than its limit', async () => {
    const starts: number[] = []
    const signer: Signer = {
      address: local.address,
      limits: { maxPerSecond: 100, maxConcurrent: 8 },
      sign: async (digest) => {
        starts.push(performance.now())
        return local.sign(digest)
      },
    }
    const queue = createSigningQueue()
    const begin = performance.now()
    await Promise.all(responses(12).map((response) => queue.sign(signer, contextOf('chain-bound'), response)))
    // Since the begin, because a busy machine makes one late and not the next. A timer may be a millisecond early.
    const early = starts.filter((start, index) => start - begin < index * 10 - 1)
    expect([starts.length, early]).toEqual([12, []])
  })

  test('rule: all that a failed signature was for fail with its error, and the next ones are signed', async () => {
    const unavailable = new AppError(
      'ServiceUnavailableException',
      'The key management service does not answer.',
    )
    let isAvailable = false
    const signer: Signer = {
      address: local.address,
      limits,
      sign: async (digest) => {
        if (isAvailable) return local.sign(digest)
        throw unavailable
      },
    }
    const queue = createSigningQueue()
    const sign = () =>
      Promise.allSettled(responses(3).map((one) => queue.sign(signer, contextOf('merkle'), one)))
    expect(await sign()).toEqual(Array(3).fill({ status: 'rejected', reason: unavailable }))
    isAvailable = true
    expect((await sign()).map(({ status }) => status)).toEqual(Array(3).fill('fulfilled'))
    expect(queue.pending()).toBe(0)
  })

  test('rule: more responses than may wait, and those that wait too long, are refused', async () => {
    const { signer, signed, answer } = countingSigner(limits)
    const queue = createSigningQueue({ maxPending: 2, maxWaitMs: 20 })
    const [first, second, third, fourth] = responses(4) as [
      UnsignedResponse,
      UnsignedResponse,
      UnsignedResponse,
      UnsignedResponse,
    ]
    const context = contextOf('chain-bound')
    const signing = queue.sign(signer, context, first)
    await vi.waitUntil(() => signed.length === 1)
    const waiting = Promise.allSettled([second, third].map((one) => queue.sign(signer, context, one)))
    expect(() => queue.sign(signer, context, fourth)).toThrow('The signer is too slow')
    expect(await waiting).toEqual(
      Array(2).fill({
        status: 'rejected',
        reason: expect.objectContaining({ name: 'ServiceUnavailableException' }),
      }),
    )
    answer()
    expect(await signing).toHaveLength(signatureSize)
    expect([signed.length, queue.pending()]).toEqual([1, 0])
  })

  test('rule: a client waits for one signature of each other client, and where too many bytes wait, not it is refused', async () => {
    const { signer, signed, answer } = countingSigner(limits)
    const queue = createSigningQueue({ maxPendingBytes: 50 * 600 })
    const context = contextOf('chain-bound')
    const large = responses(60).map((one) =>
      Promise.resolve()
        .then(() => queue.sign(signer, context, one, () => 'large'))
        .then(
          () => 'signed',
          ({ name }: Error) => name,
        ),
    )
    await vi.waitUntil(() => signed.length === 1)
    const victims = ['one', 'two'].map((client) =>
      Promise.resolve(
        queue.sign(signer, context, { ...(responses(1)[0] as UnsignedResponse), expires: 7 }, () => client),
      ),
    )
    for (let count = 2; count <= 4; count++) {
      answer()
      await vi.waitUntil(() => signed.length === count)
    }
    expect(signed.slice(1).filter(({ responses: [one] }) => one?.expires === 7)).toHaveLength(2)
    while (queue.pending() > 0) {
      answer()
      await nextTurn()
    }
    for (const victim of victims) expect(await victim).toHaveLength(signatureSize)
    const outcomes = await Promise.all(large)
    expect(outcomes.filter((outcome) => outcome !== 'signed').length).toBeGreaterThan(0)
  })
})
