import { expect, test } from 'vitest'
import type { GuardedFetch, GuardedRequest } from './guarded-fetch.ts'
import { limitedFetch } from './limited-fetch.ts'

const request: GuardedRequest = {
  url: 'https://gateway.example/',
  method: 'GET',
  maxBytes: 100,
  timeout: 1000,
  signal: new AbortController().signal,
}

const generous = { requests: 100, requestsAtOnce: 100, answers: 1000 }

const spent = { name: 'OutboundError', fault: 'spent', message: expect.stringContaining('too much') }

/** A fetch that counts what it sends, and answers when it is told to. */
function held() {
  const waiting: (() => void)[] = []
  const fetch: GuardedFetch = async () => {
    await new Promise<void>((resolve) => waiting.push(resolve))
    return { status: 200, body: 'x'.repeat(10) }
  }
  return { fetch, waiting }
}

test('rule: a request too many is not sent', async () => {
  let sent = 0
  const fetch: GuardedFetch = async () => {
    sent++
    throw new Error('down')
  }
  const limited = limitedFetch(fetch, { ...generous, requests: 2 })
  await expect(limited(request)).rejects.toThrow('down')
  await expect(limited(request)).rejects.toThrow('down')
  await expect(limited(request)).rejects.toMatchObject(spent)
  expect(sent).toBe(2)
})

test('rule: a request too many fails at once, though those before it still wait for their turn', async () => {
  const { fetch, waiting } = held()
  const limited = limitedFetch(fetch, { ...generous, requests: 2, requestsAtOnce: 1 })
  const first = limited(request)
  const second = limited(request)
  await expect(limited(request)).rejects.toMatchObject(spent)
  expect(waiting).toHaveLength(1)
  waiting[0]?.()
  await first
  await expect.poll(() => waiting.length).toBe(2)
  waiting[1]?.()
  await second
})

test('rule: requests that fail at once let everything else have its turn', async () => {
  const fetch: GuardedFetch = async () => {
    throw new Error('refused')
  }
  const limited = limitedFetch(fetch, { ...generous, requests: 10, requestsAtOnce: 1 })
  let turns = 0
  const count = () => {
    turns++
    counting = setImmediate(count)
  }
  let counting = setImmediate(count)
  for (const _ of Array.from({ length: 20 })) await expect(limited(request)).rejects.toThrow()
  clearImmediate(counting)
  expect(turns).toBeGreaterThanOrEqual(20 - 1)
})

test('rule: after too much has been answered, nothing is sent any more', async () => {
  const fetch: GuardedFetch = async () => ({ status: 200, body: 'x'.repeat(10) })
  const limited = limitedFetch(fetch, { ...generous, answers: 20 })
  await limited(request)
  expect((await limited(request)).body).toHaveLength(10)
  await expect(limited(request)).rejects.toMatchObject(spent)
})

test('rule: requests beyond the number at once wait for their turn', async () => {
  const { fetch, waiting } = held()
  const limited = limitedFetch(fetch, { ...generous, requestsAtOnce: 1 })
  const first = limited(request)
  const second = limited(request)
  await expect.poll(() => waiting.length).toBe(1)
  waiting[0]?.()
  await first
  await expect.poll(() => waiting.length).toBe(2)
  waiting[1]?.()
  expect((await second).status).toBe(200)
})

test('rule: one whose time is over before its turn comes is timed out', async () => {
  const { fetch, waiting } = held()
  const limited = limitedFetch(fetch, { ...generous, requestsAtOnce: 1 })
  const first = limited(request)
  const giveUp = new AbortController()
  const second = limited({ ...request, signal: giveUp.signal })
  giveUp.abort()
  await expect(second).rejects.toMatchObject({ name: 'OutboundError', fault: 'timed out' })
  waiting[0]?.()
  await first
  expect(waiting).toHaveLength(1)
})
