import { expect, it } from 'vitest'
import { boundedByTarget } from './diagnose.ts'

it('rule: a host that has got enough requests gets no more, on any port, and other hosts do', async () => {
  const counts = new Map<string, number>()
  const sent: string[] = []
  const admit = (host: string) => {
    const count = (counts.get(host) ?? 0) + 1
    counts.set(host, count)
    return count <= 2
  }
  const fetch = boundedByTarget(async ({ url }) => {
    sent.push(url)
    return { status: 200, body: '' }
  }, admit)
  const request = (url: string) =>
    fetch({ url, method: 'GET', maxBytes: 1, timeoutMs: 1, signal: AbortSignal.timeout(1000) })
  await request('https://one.example/a')
  await request('https://ONE.example:8443/b')
  await expect(request('https://one.example/c')).rejects.toMatchObject({ fault: 'budget-exhausted' })
  await request('https://two.example/')
  expect(sent).toEqual(['https://one.example/a', 'https://ONE.example:8443/b', 'https://two.example/'])
})
