import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { OperatorError } from '../errors.ts'
import { createLocalSigner } from './local-signer.ts'
import { addressesByChain, openSigners, type SignerSource } from './open-signers.ts'
import { SignerError } from './signer-error.ts'

const keys = ['11', '22', '33', '44'].map((byte) => createLocalSigner(`0x${byte.repeat(32)}`))
const logged = () => ({ error: vi.fn(), info: vi.fn() })

/** What a source has by chain, by the index of the key; undefined: it cannot be read. */
type Content = Readonly<Record<number, readonly number[]>> | undefined

function sourceOf(name: string, read: () => Content) {
  const close = vi.fn()
  const source: SignerSource = {
    name,
    read: async () => {
      const content = read()
      if (!content) throw new SignerError('timeout', `${name} is away.`)
      return new Map(
        Object.entries(content).map(([chainId, all]) => [
          Number(chainId),
          all.flatMap((index) => keys[index] ?? []),
        ]),
      )
    },
    close,
  }
  return { source, close }
}

const content = fc.option(
  fc.dictionary(fc.constantFrom('1', '10'), fc.uniqueArray(fc.nat(3), { minLength: 1, maxLength: 3 })),
  { nil: undefined },
)
const steps = fc.array(fc.tuple(content, content), { minLength: 1, maxLength: 8 })

test('property: the signers are those of the sources as they were read last, each once and the first source first, and those that stay are the same objects', async () => {
  const run = async (all: readonly (readonly [Content, Content])[]) => {
    let [now, at] = [0, 0]
    const known: [Content, Content] = [{}, {}]
    const since: [number | undefined, number | undefined] = [undefined, undefined]
    const sources = ([0, 1] as const).map((index) => sourceOf(`source ${index}`, () => all[at]?.[index]))
    const onChange = vi.fn()
    const step = () => {
      for (const index of [0, 1] as const) {
        const read = all[at]?.[index]
        if (read) [known[index], since[index]] = [read, undefined]
        else since[index] ??= now
      }
    }
    const expected = () =>
      Object.fromEntries(
        [1, 10].flatMap((chainId) => {
          const indexes = new Set(known.flatMap((one) => one?.[chainId] ?? []))
          const addresses = [...indexes].map((index) => keys[index]?.address)
          return addresses.length > 0 ? [[chainId, addresses]] : []
        }),
      )
    step()
    const log = logged()
    const opened = await openSigners({
      ...{ sources: sources.map(({ source }) => source), log, onChange, clock: () => now },
    })
    const check = () => {
      expect(addressesByChain(opened.signers)).toEqual(expected())
      expect(opened.problems()).toEqual(
        since.flatMap((time, index) =>
          time === undefined
            ? []
            : [
                {
                  source: `source ${index}`,
                  failure: 'timeout',
                  message: `source ${index} is away.`,
                  since: time,
                },
              ],
        ),
      )
    }
    check()
    expect(log.error).toHaveBeenCalledTimes(since.some((time) => time !== undefined) ? 1 : 0)
    for (at = 1; at < all.length; at++) {
      now++
      const before = new Map(opened.signers)
      const [addresses, changes] = [expected(), onChange.mock.calls.length]
      step()
      const isFailing = all[at]?.some((read) => !read)
      await opened.reload().then(
        () => expect(isFailing).toBe(false),
        (error) =>
          expect([isFailing, error.message]).toEqual([true, expect.stringMatching(/^source [01] is away/)]),
      )
      check()
      const isChanged = JSON.stringify(expected()) !== JSON.stringify(addresses)
      expect(onChange.mock.calls.length - changes).toBe(isChanged ? 1 : 0)
      for (const [chainId, signers] of opened.signers) {
        const isSame = JSON.stringify(expected()[chainId]) === JSON.stringify(addresses[chainId])
        expect(before.get(chainId) === signers).toBe(isSame)
      }
    }
    opened.close()
    for (const { close } of sources) expect(close).toHaveBeenCalledOnce()
  }
  await fc.assert(fc.asyncProperty(steps, run))
})

test('rule: a start fails for what an operator must change, and not while a source cannot be reached', async () => {
  const broken: SignerSource = {
    name: 'a',
    read: () => Promise.reject(new OperatorError('The key is broken.')),
  }
  await expect(openSigners({ sources: [broken], log: logged() })).rejects.toThrow('The key is broken.')
  const away: SignerSource = { name: 'b', read: () => Promise.reject(new Error('ECONNREFUSED')) }
  const { signers, problems } = await openSigners({ sources: [away], log: logged(), clock: () => 7 })
  expect([...signers]).toEqual([])
  const problem = { failure: 'unreachable', message: 'ECONNREFUSED', since: 7 }
  expect(problems()).toEqual([{ source: 'b', ...problem }])
})

test('rule: a key that makes no signature is a problem of its source, with its address', async () => {
  const [good, bad] = keys as [(typeof keys)[0], (typeof keys)[0]]
  const failing = { ...bad, sign: () => Promise.reject(new SignerError('refused', 'No.')) }
  const sources = [
    { name: 'good', read: async () => new Map([[1, [good]]]) },
    { name: 'bad', read: async () => new Map([[1, [failing]]]) },
  ]
  const { signers, problems } = await openSigners({ sources, log: logged(), clock: () => 3 })
  const fields = {
    scheme: 'published',
    chainId: 1,
    resolver: bad.address,
    responses: [],
    seed: new Uint8Array(),
  } as const
  await expect(signers.get(1)?.[1]?.sign(Buffer.alloc(32), fields)).rejects.toThrow('refuses to sign')
  expect(problems()).toEqual([
    { source: 'bad', address: bad.address, failure: 'refused', message: 'No.', since: 3 },
  ])
})
