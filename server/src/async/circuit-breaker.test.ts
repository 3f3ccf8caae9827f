import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createCircuitBreaker } from './circuit-breaker.ts'

const outage = new Error('outage')
const refusal = new Error('refusal')

function breaker() {
  const isFailure = (error: unknown) => error === outage
  const circuit = createCircuitBreaker({ maxFailures: 3, restMs: 1_000, isFailure })
  const fail = (error = outage) => expect(circuit.run(() => Promise.reject(error))).rejects.toBe(error)
  const succeed = () => circuit.run(() => Promise.resolve('result'))
  const failThrice = async () => {
    for (let count = 0; count < 3; count++) await fail()
  }
  return { ...circuit, fail, succeed, failThrice }
}

/** The monotonic clock only; promises are settled as always. */
function rest(milliseconds: number) {
  vi.advanceTimersByTime(milliseconds)
}

describe('A circuit breaker', () => {
  beforeAll(() => void vi.useFakeTimers({ toFake: ['performance'] }))
  afterAll(() => void vi.useRealTimers())

  test('rule: it opens after as many failures in a row', async () => {
    const { fail, failThrice, succeed, isOpen } = breaker()
    await fail()
    await fail()
    await succeed()
    await fail()
    await fail()
    expect(isOpen()).toBe(false)
    await succeed()
    await failThrice()
    expect(isOpen()).toBe(true)
  })

  test('rule: an error that is no failure shows that the service works', async () => {
    const { fail, failThrice, isOpen } = breaker()
    await fail()
    await fail()
    await fail(refusal)
    await fail()
    await fail()
    expect(isOpen()).toBe(false)
    await failThrice()
    rest(1_001)
    await fail(refusal)
    expect(isOpen()).toBe(false)
  })

  test('rule: after its rest it is tried once at a time, until a task succeeds', async () => {
    const { failThrice, fail, run, succeed, isOpen } = breaker()
    await failThrice()
    rest(999)
    expect(isOpen()).toBe(true)
    rest(2)
    expect(isOpen()).toBe(false)
    const { promise, reject } = Promise.withResolvers<never>()
    const trying = expect(run(() => promise)).rejects.toBe(outage)
    expect(isOpen()).toBe(true)
    reject(outage)
    await trying
    expect(isOpen()).toBe(true)
    rest(1_001)
    expect(isOpen()).toBe(false)
    await succeed()
    await fail()
    expect(isOpen()).toBe(false)
  })

  test('rule: a task that began before the failures does not end the try of another', async () => {
    const { failThrice, run, isOpen } = breaker()
    const early = Promise.withResolvers<never>()
    const began = expect(run(() => early.promise)).rejects.toBe(outage)
    await failThrice()
    rest(1_001)
    const tried = Promise.withResolvers<string>()
    const trying = run(() => tried.promise)
    early.reject(outage)
    await began
    rest(1_001)
    expect(isOpen()).toBe(true)
    tried.resolve('result')
    await trying
    expect(isOpen()).toBe(false)
  })
})

describe('A circuit breaker that counts slow results', () => {
  beforeAll(() => void vi.useFakeTimers({ toFake: ['performance'] }))
  afterAll(() => void vi.useRealTimers())

  test('rule: results that take long open it and are returned; those that wait for others, and quick ones, do not', async () => {
    const { run, isOpen } = createCircuitBreaker({
      ...{ maxFailures: 2, restMs: 1_000, isFailure: () => true, slowMs: 100 },
    })
    const take = (ms: number, waitsForOthers = false) =>
      run(async () => {
        rest(ms)
        return ms
      }, waitsForOthers)
    for (const ms of [101, 100, 101]) expect(await take(ms)).toBe(ms)
    for (let count = 0; count < 3; count++) await take(500, true)
    expect(isOpen()).toBe(false)
    for (const ms of [101, 102]) expect(await take(ms)).toBe(ms)
    expect(isOpen()).toBe(true)
  })
})
