import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Domain } from '../../src/model/domain.ts'
import { openStore, type Store } from '../../src/store/store.ts'
import type { VersionedTransaction } from '../../src/store/tables.ts'
import { createWallet } from '../support/credentials/signed-headers.ts'
import { useDatabases } from '../support/databases/stores.ts'
import { issue, postBatch } from '../support/entities/batches.ts'
import { claim, openClaims } from '../support/entities/claims.ts'
import { ethereumAddress, getSubname, seedSubname, subnameBody } from '../support/entities/subnames.ts'
import { type ApiResponse, dataOf } from '../support/http/api-client.ts'
import { startTestService, type TestService } from '../support/service/service.ts'
import { lockedSubjects } from './locked-subjects.ts'

/** Beside the load of other tests; the bounds of a turn and of a lock are 10 seconds. */
const promptMs = 4_000

describe.each(['postgres', 'portable'] as const)('A lock that is held for long on %s', (kind) => {
  const databases = useDatabases(kind)
  let service: TestService
  let url: string
  /** As of another process. */
  let another: Store
  const children: ChildProcess[] = []
  beforeAll(async () => {
    url = await databases.createMigrated()
    service = await startTestService(url, { MCP: 'on', RATE_LIMIT_EXPENSIVE_PER_IP: '0' })
    another = await openStore({ url })
  })
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
  })
  afterAll(() => Promise.all([service.stop(), another.close()]))

  /** A process of its own that holds the row of the domain, and is stopped. */
  const holdAndStop = async (domain: Domain) => {
    const script = new URL('holding-child.ts', import.meta.url).pathname
    const child = spawn(process.execPath, [script, url, domain.id], { stdio: ['ignore', 'pipe', 'inherit'] })
    children.push(child)
    await once(child.stdout, 'data')
    child.kill('SIGSTOP')
  }

  const add = (domain: Domain, label: string) =>
    service.call('POST', '/ens/v1/subname/add', {
      headers: { 'x-api-key': service.key },
      body: {
        ...subnameBody(domain, label),
        addresses: [ethereumAddress(createWallet().address)],
        overrideSignatureCheck: true,
      },
    })

  const send = (method: string, path: string, body: object) =>
    service.call(method, path, { headers: { 'x-api-key': service.key }, body })

  /** Requests that write rows which count for the domain, or its own. */
  const writes: readonly ((domain: Domain, label: string) => Promise<ApiResponse>)[] = [
    add,
    (domain, label) => postBatch(service, domain, [issue(label, createWallet().address)]),
    (domain, label) => claim(service, domain, label, createWallet()),
    ({ name }) => send('PATCH', `/byname/v1/domains/${name}/policy?chainId=1`, { minLength: 2 }),
    ({ name }) => send('PATCH', `/byname/v1/domains/${name}?chainId=1`, { sharedMaxAge: 5 }),
    ({ name }, label) =>
      send('POST', `/byname/v1/domains/${name}/templates?chainId=1`, {
        name: label,
        texts: [{ key: 'url', value: 'https://example.com' }],
      }),
    ({ name }) => send('POST', `/byname/v1/domains/${name}/invitation-links?chainId=1`, {}),
    ({ name }, label) =>
      send('POST', '/ens/v1/subname/reserve', {
        ...subnameBody({ name, chainId: 1 }, label),
        ethAddress: createWallet().address,
      }),
  ]

  const timed = async (request: Promise<{ readonly status: number }>) => {
    const startedAt = performance.now()
    const { status } = await request
    return { status, isPrompt: performance.now() - startedAt < promptMs }
  }

  it('race: writes to one domain that wait leave all else to others, and end with the lock', async () => {
    const [held, other] = [await service.onboard(), await service.onboard()]
    for (const domain of [held, other]) await openClaims(service, domain, { needsApproval: false })
    await seedSubname(service, held, 'kept')
    await holdAndStop(held)

    const waiting = Promise.all(
      Array.from({ length: 5 }, (_, round) =>
        Promise.all(writes.map((write, index) => write(held, `held-${round}-${index}`))),
      ),
    )
    const prompt = { status: 200, isPrompt: true }
    for (let round = 0; round < 4; round++) {
      expect(await timed(add(other, `other-${round}`))).toEqual(prompt)
      expect(await timed(getSubname(service, held, 'kept'))).toEqual(prompt)
      const list = `/byname/v1/domains/${held.name}/names?chainId=1`
      expect(await timed(service.call('GET', list, { headers: { 'x-api-key': service.key } }))).toEqual(
        prompt,
      )
      expect(await timed(fetch(`${service.url}/ready`))).toEqual(prompt)
    }
    for (const response of (await waiting).flat()) {
      expect(response.status < 300 || response.status === 503, `${response.status}`).toBe(true)
      if (response.status === 503) expect(response.headers.get('retry-after')).toBe('1')
    }
    // The database ends the session of the process that does not go on.
    const late = await add(held, 'late')
    expect([200, 503]).toContain(late.status)
    for (let attempt = 0; ; attempt++) {
      const response = await add(held, `after-${attempt}`)
      if (response.status === 200 || attempt > 20) {
        dataOf(response)
        break
      }
    }
  })

  /** Runs `use` while another process holds what `lock` locks, which changes nothing. */
  const whileHeld = async (
    lock: (tx: VersionedTransaction) => Promise<unknown>,
    use: () => Promise<void>,
  ) => {
    const [held, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<never>()]
    const holding = another.transaction(async (tx) => {
      await lock(tx)
      held.resolve()
      return ended.promise
    })
    const rolledBack = expect(holding).rejects.toThrow('It is enough.')
    await Promise.race([held.promise, rolledBack])
    await use().finally(() => ended.reject(new Error('It is enough.')))
    await rolledBack
  }

  it.each(Object.entries(lockedSubjects))(
    'race: 50 requests that wait for %s leave all else to others',
    async (_title, prepare) => {
      const other = await service.onboard()
      await seedSubname(service, other, 'kept')
      const { lock, send } = await prepare(service)
      const prompt = { status: 200, isPrompt: true }
      const sent: Promise<Pick<Response, 'status' | 'headers'>>[] = []
      await whileHeld(lock, async () => {
        sent.push(...Array.from({ length: 50 }, send))
        for (let round = 0; round < 2; round++) {
          expect(await timed(add(other, `other-${round}`))).toEqual(prompt)
          expect(await timed(getSubname(service, other, 'kept'))).toEqual(prompt)
          expect(await timed(fetch(`${service.url}/ready`))).toEqual(prompt)
        }
      })
      const responses = await Promise.all(sent)
      expect(responses.some(({ status }) => status < 300)).toBe(true)
      for (const { status, headers } of responses) {
        expect(status === 503 || status < 500, `${status}`).toBe(true)
        if (status === 503) expect(headers.get('retry-after')).toBe('1')
      }
    },
    60_000,
  )
})
