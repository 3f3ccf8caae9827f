import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Context } from '../../../src/context.ts'
import { signIn, signInAs } from '../../support/credentials/sessions.ts'
import { createWallet, signedHeaders } from '../../support/credentials/signed-headers.ts'
import { sendTransfer, transferResources } from '../../support/credentials/single-use.ts'
import { useDatabases } from '../../support/databases/stores.ts'
import { ethereumAddress, subnameBody } from '../../support/entities/subnames.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { resolveAddress, resolveText } from '../../support/gateway/client.ts'
import {
  type ApiCall,
  createClient,
  dataOf,
  expectError,
  ignoreConnectionError,
} from '../../support/http/api-client.ts'
import { openConnectionCounter } from '../../support/http/connection-counter.ts'
import { startHttpServer } from '../../support/http/http-server.ts'
import { openPinnedConnection, type PinnedConnection } from '../../support/http/pinned-connection.ts'
import { runCommand } from '../../support/service/command.ts'
import { startWorkers } from '../../support/service/serve-process.ts'
import {
  createTenant,
  type Settings,
  type Tenant,
  testEnvironment,
  withContext,
} from '../../support/service/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

const wallet = createWallet()

describe('Two workers', () => {
  it('rule: a confirmed write of one worker is visible immediately through the other, in the interface and the gateway', async () => {
    const environment = testEnvironment(await temporaryFolder(), undefined, { METRICS_PORT: '0' })
    const { key, demo, resolvers } = await withContext(environment, createTenant)
    const { url, pids, readOutput: printed, end } = await startWorkers(environment, 2)
    const headers = { 'x-api-key': key, ...(await signedHeaders(wallet, { chainId: 1 })) }
    const [one, other] = [await openPinnedConnection(url), await openPinnedConnection(url)]

    for (let index = 0; index < 12; index++) {
      const [writer, reader] = index % 2 === 0 ? [one, other] : [other, one]
      const body = { ...subnameBody(demo[1], `name-${index}`), addresses: [ethereumAddress(wallet.address)] }
      dataOf(await writer.call('POST', '/ens/v1/subname/add', { headers, body }))
      const name = `name-${index}.demo.eth`
      expect(await resolveAddress(reader, resolvers[1]['chain-bound'], name)).toBe(wallet.address)
      const text = [{ key: 'turn', value: `${index}` }]
      const change = { headers, body: { ...subnameBody(demo[1], `name-${index}`), text } }
      dataOf(await reader.call('POST', '/ens/v1/subname/update', change))
      expect(await resolveText(writer, resolvers[1]['chain-bound'], name, 'turn')).toBe(`${index}`)
      const read = await writer.call('GET', `/ens/v1/subname/subname?chainId=1&subname=${name}`)
      expect(dataOf(read)).toMatchObject({ records: { texts: [{ key: 'turn', value: `${index}` }] } })
    }

    const [, metricsUrl = ''] = /metrics are at (http[^\s"]+)/.exec(printed()) ?? []
    const metrics = await (await fetch(metricsUrl)).text()
    expect(metrics).toContain('byname_lookup_duration_seconds_count{outcome="answered"} 24')

    // Both workers were used, because exactly one connection was to the killed one.
    process.kill(pids()[0] ?? 0, 'SIGKILL')
    await waitUntil('a connection is lost', () => one.isLost() || other.isLost())
    await waitUntil('the worker is replaced', () => pids().length === 3)
    expect([one.isLost(), other.isLost()].filter(Boolean)).toHaveLength(1)
    expect(await end('SIGTERM')).toBe(0)
  })

  it('rule: a worker that is killed during writes loses no confirmed one, and is replaced', async () => {
    const environment = testEnvironment(await temporaryFolder(), undefined)
    const { key, demo } = await withContext(environment, createTenant)
    const { url, pids, end } = await startWorkers(environment, 2)
    const call = await createClient(url)
    const confirmed: string[] = []
    let isOver = false
    const addUntilDone = async (client: number) => {
      for (let count = 0; !isOver; count++) {
        const label = `name-${client}-${count}`
        const addresses = [ethereumAddress(wallet.address)]
        const body = { ...subnameBody(demo[1], label), addresses, overrideSignatureCheck: true }
        const added = call('POST', '/ens/v1/subname/add', { headers: { 'x-api-key': key }, body })
        // A connection that was being handed to the killed worker gets neither a response nor an end.
        const lost = delay(20_000, undefined, { ref: false })
        const response = await Promise.race([added.catch(ignoreConnectionError), lost])
        if (!response) continue
        dataOf(response)
        confirmed.push(label)
      }
    }
    const clients = Promise.all(Array.from({ length: 8 }, (_, client) => addUntilDone(client)))
    await waitUntil('names were added', () => confirmed.length >= 50)
    process.kill(pids()[1] ?? 0, 'SIGKILL')
    const confirmedBefore = confirmed.length
    await waitUntil('the worker is replaced', () => pids().length === 3)
    await waitUntil('names are added', () => confirmed.length >= confirmedBefore + 50)
    isOver = true
    await clients
    const names = await readAllNames(call, 'demo.eth')
    expect(confirmed.filter((label) => !names.has(`${label}.demo.eth`))).toEqual([])
    expect(await end('SIGTERM')).toBe(0)
  })

  it('rule: a worker that does not finish is killed, and the exit code is 1', async () => {
    const environment = testEnvironment(await temporaryFolder(), undefined, { RESOLVE_TIMEOUT: '1' })
    const { pids, end, readOutput: printed } = await startWorkers(environment, 2)
    process.kill(pids()[0] ?? 0, 'SIGSTOP')
    expect(await end('SIGTERM')).toBe(1)
    expect(printed()).toContain('1 of the workers did not finish.')
  })

  it('rule: reading metrics while workers start does not disturb their start', async () => {
    const { url: taken, close } = await startHttpServer(() => {})
    await close()
    const { port } = new URL(taken)
    const settings = { METRICS_PORT: port }
    const environment = testEnvironment(await temporaryFolder(), undefined, settings)
    const isOver = new AbortController()
    const read = async () => {
      while (!isOver.signal.aborted) {
        await fetch(`http://127.0.0.1:${port}/metrics`).then(
          (response) => response.text(),
          () => {},
        )
        await delay(20)
      }
    }
    const reading = read()
    const { end } = await startWorkers(environment, 2)
    isOver.abort()
    await reading
    expect(await end('SIGTERM')).toBe(0)
  })

  it('rule: an error that keeps every worker from starting is reported once', async () => {
    const { port } = await openConnectionCounter()
    const taken = { ...testEnvironment(await temporaryFolder(), undefined), PORT: `${port}` }
    const { code, errors } = await runCommand(['serve', '--workers', '2'], taken)
    expect({ code, times: errors.split(`Port ${port} is taken`).length - 1 }).toEqual({ code: 1, times: 1 })

    const wrong = testEnvironment(await temporaryFolder(), undefined, { SIGNER_KEY: 'none' })
    const refused = await runCommand(['serve', '--workers', '2'], wrong)
    expect(refused).toEqual({
      code: 1,
      output: '',
      errors:
        'The environment is not usable:\n  SIGNER_KEY is not a private key (0x and 64 hex digits), or several separated by commas\n',
    })
  })
})

describe('Two workers on PostgreSQL', () => {
  const databases = useDatabases('postgres')

  /** A client of the service, and a connection to each of the workers, which take turns. */
  const openWorkers = async (use: (workers: Workers) => Promise<void>, settings: Settings = {}) => {
    const environment = testEnvironment(await temporaryFolder(), await databases.createMigrated(), settings)
    const tenant = await withContext(environment, createTenant)
    const { url, pids, end } = await startWorkers(environment, 2)
    const [one, other] = [await openPinnedConnection(url), await openPinnedConnection(url)]
    const call = await createClient(url)
    await withContext(environment, (context) => use({ ...tenant, context, url, call, one, other }))
    // Each connection was to a worker of its own, because exactly one was to the killed one.
    process.kill(pids()[0] ?? 0, 'SIGKILL')
    await waitUntil('a connection is lost', () => one.isLost() || other.isLost())
    await waitUntil('the worker is replaced', () => pids().length === 3)
    expect([one.isLost(), other.isLost()].filter(Boolean)).toHaveLength(1)
    expect(await end('SIGTERM')).toBe(0)
  }

  it('rule: what ends at one worker has ended at the other: keys, sessions, messages, retries and allowances', async () => {
    await openWorkers(
      async ({ one, other, ...service }) => {
        const { workspaceId, demo, key: ownKey } = service
        const { cookie, origin } = await signInAs(service, 'owner')
        const ofOwner = { cookie, origin }
        for (let round = 0; round < 6; round++) {
          const [writer, reader] = round % 2 === 0 ? [one, other] : [other, one]

          const keys = `/byname/v1/workspaces/${workspaceId}/api-keys`
          const body = { name: 'key', scopes: ['names:write'] }
          const made = await writer.call('POST', keys, { headers: ofOwner, body })
          const { id, key } = dataOf<{ id: string; key: string }>(made, 201)
          const byKey = ({ call }: PinnedConnection) =>
            call('GET', '/ens/v1/ens/api-key', { headers: { 'x-api-key': key } })
          for (const worker of [reader, writer]) dataOf(await byKey(worker))
          dataOf(await writer.call('DELETE', `${keys}/${id}`, { headers: ofOwner }))
          for (const worker of [reader, writer])
            expectError(await byKey(worker), 401, 'InvalidApiKeyException')

          const { cookie: session } = await signIn(service)
          const current = (method: string, { call }: PinnedConnection) =>
            call(method, '/byname/v1/session', { headers: { cookie: session, origin } })
          for (const worker of [reader, writer]) dataOf(await current('GET', worker))
          dataOf(await current('DELETE', writer))
          for (const worker of [reader, writer])
            expectError(await current('GET', worker), 401, 'InvalidSessionException')

          const holder = createWallet()
          const label = `name-${round}`
          const addresses = [ethereumAddress(holder.address)]
          const added = { ...subnameBody(demo[1], label), addresses, overrideSignatureCheck: true }
          const headers = { 'x-api-key': ownKey, 'idempotency-key': `add-${round}` }
          const add = ({ call }: PinnedConnection) =>
            call('POST', '/ens/v1/subname/add', { headers, body: added })
          const both = await Promise.all([add(writer), add(reader)])
          // The later one repeats the response, or is refused until there is one.
          expect(both.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
          for (const response of both.filter(({ status }) => status !== 200))
            expectError(response, 409, 'RequestInProgressException')
          for (const worker of [writer, reader]) dataOf(await add(worker))

          const signed = await signedHeaders(holder, { chainId: 1 })
          const change = ({ call }: PinnedConnection, turn: number) => {
            const text = [{ key: 'turn', value: `${turn}` }]
            const body = { ...subnameBody(demo[1], label), text }
            return call('POST', '/ens/v1/subname/update', { headers: signed, body })
          }
          for (let turn = 0; turn < maxWritesOfName; turn++)
            dataOf(await change(turn % 2 === 0 ? writer : reader, turn))
          for (const worker of [reader, writer])
            expectError(await change(worker, -1), 429, 'TooManyRequestsException')

          const moved = { ...added, username: `moved-${round}` }
          dataOf(
            await writer.call('POST', '/ens/v1/subname/add', {
              headers: { 'x-api-key': ownKey },
              body: moved,
            }),
          )
          const name = `moved-${round}.demo.eth`
          const to = createWallet().address
          const transferred = { chainId: 1, resources: transferResources(name, to) }
          const message = await signedHeaders(holder, transferred)
          const uses = await Promise.all(
            [writer, reader].map((worker) => sendTransfer(worker, name, to, message)),
          )
          // The other one finds the message used, or the name held by another wallet.
          const again = await sendTransfer(reader, name, to, message)
          const statuses = [...uses, again].map(({ status }) => status)
          expect(statuses.filter((status) => status === 200)).toHaveLength(1)
          for (const status of statuses) expect([200, 401, 403]).toContain(status)
        }
      },
      { WRITE_LIMIT_PER_NAME: `${maxWritesOfName}` },
    )
  })
})

const maxWritesOfName = 4

interface Workers extends Tenant {
  readonly context: Context
  readonly url: string
  readonly call: ApiCall
  readonly one: PinnedConnection
  readonly other: PinnedConnection
}

async function readAllNames(call: ApiCall, domain: string): Promise<ReadonlySet<string>> {
  const names = new Set<string>()
  for (let after = ''; ; ) {
    const path = `/byname/v1/domains/${domain}/names?chainId=1&limit=100${after && `&after=${after}`}`
    const page = dataOf<{ data: readonly { ens: string }[]; next: string | null }>(await call('GET', path))
    for (const { ens } of page.data) names.add(ens)
    if (page.next === null) return names
    after = page.next
  }
}
