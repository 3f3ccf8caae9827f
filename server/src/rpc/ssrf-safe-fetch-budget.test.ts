import { expect, test } from 'vitest'
import { budgetedFetch } from './caller.ts'
import type { OutboundRequest, SsrfSafeFetch } from './ssrf-safe-fetch.ts'

const request: OutboundRequest = {
  url: 'https://gateway.example/',
  method: 'GET',
  maxBytes: 100,
  timeoutMs: 1000,
  signal: new AbortController().signal,
}

const generousBudget = { maxRequests: 100, maxConcurrent: 100, maxResponseChars: 1000 }

const budgetExhausted = {
  name: 'OutboundError',
  fault: 'budget-exhausted',
  message: expect.stringContaining('used up its outbound budget'),
}

/** A fetch that counts what it sends, and responds on command. */
function pendingFetch() {
  const waiting: (() => void)[] = []
  const fetch: SsrfSafeFetch = async () => {
    await new Promise<void>((resolve) => waiting.push(resolve))
    return { status: 200, body: 'x'.repeat(10) }
  }
  return { fetch, waiting }
}

test('rule: a request above the budget is not sent', async () => {
  let sent = 0
  const fetch: SsrfSafeFetch = async () => {
    sent++
    throw new Error('down')
  }
  const limited = budgetedFetch(fetch, { ...generousBudget, maxRequests: 2 })
  await expect(limited(request)).rejects.toThrow('down')
  await expect(limited(request)).rejects.toThrow('down')
  await expect(limited(request)).rejects.toMatchObject(budgetExhausted)
  expect(sent).toBe(2)
})

test('rule: a request above the budget fails immediately, even while earlier ones wait', async () => {
  const { fetch, waiting } = pendingFetch()
  const limited = budgetedFetch(fetch, { ...generousBudget, maxRequests: 2, maxConcurrent: 1 })
  const first = limited(request)
  const second = limited(request)
  await expect(limited(request)).rejects.toMatchObject(budgetExhausted)
  expect(waiting).toHaveLength(1)
  waiting[0]?.()
  await first
  await expect.poll(() => waiting.length).toBe(2)
  waiting[1]?.()
  await second
})

test('rule: requests that fail immediately let all others run', async () => {
  const fetch: SsrfSafeFetch = async () => {
    throw new Error('refused')
  }
  const limited = budgetedFetch(fetch, { ...generousBudget, maxRequests: 10, maxConcurrent: 1 })
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

test('rule: after the budget of response bytes is spent, no request is sent', async () => {
  const fetch: SsrfSafeFetch = async () => ({ status: 200, body: 'x'.repeat(10) })
  const limited = budgetedFetch(fetch, { ...generousBudget, maxResponseChars: 20 })
  await limited(request)
  expect((await limited(request)).body).toHaveLength(10)
  await expect(limited(request)).rejects.toMatchObject(budgetExhausted)
})

test('rule: requests above the limit in flight wait', async () => {
  const { fetch, waiting } = pendingFetch()
  const limited = budgetedFetch(fetch, { ...generousBudget, maxConcurrent: 1 })
  const first = limited(request)
  const second = limited(request)
  await expect.poll(() => waiting.length).toBe(1)
  waiting[0]?.()
  await first
  await expect.poll(() => waiting.length).toBe(2)
  waiting[1]?.()
  expect((await second).status).toBe(200)
})

test('rule: a request whose deadline passes while it waits is timed out', async () => {
  const { fetch, waiting } = pendingFetch()
  const limited = budgetedFetch(fetch, { ...generousBudget, maxConcurrent: 1 })
  const first = limited(request)
  const giveUp = new AbortController()
  const second = limited({ ...request, signal: giveUp.signal })
  giveUp.abort()
  await expect(second).rejects.toMatchObject({ name: 'OutboundError', fault: 'timed-out' })
  waiting[0]?.()
  await first
  expect(waiting).toHaveLength(1)
})
