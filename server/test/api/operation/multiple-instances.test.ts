import { once } from 'node:events'
import { type IncomingMessage, request as requestOf } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { type PostgresServer, startPostgres } from '../../support/databases/postgres.ts'
import { ethereumAddress, subnameBody } from '../../support/entities/subnames.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { resolveAddress } from '../../support/gateway/client.ts'
import { type ApiCall, createClient, dataOf, ignoreConnectionError } from '../../support/http/api-client.ts'
import { startHttpServer, type TestServer } from '../../support/http/http-server.ts'
import { openPinnedConnection } from '../../support/http/pinned-connection.ts'
import { type ServeProcess, startServeProcess } from '../../support/service/serve-process.ts'
import {
  createTenant,
  type Settings,
  type Tenant,
  testEnvironment,
  withContext,
} from '../../support/service/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

/** A load balancer in front of several instances of the service. */
interface LoadBalancer extends TestServer {
  /** The URLs to send requests to, in turn; one that refuses connections is skipped. */
  readonly instances: Set<string>
}

/**
 * Starts a balancer without instances. A client whose instance dies loses its connection, and no request is sent twice.
 */
async function startLoadBalancer(): Promise<LoadBalancer> {
  const instances = new Set<string>()
  let next = 0
  const server = await startHttpServer(async (request, response) => {
    const body = await buffer(request)
    const all = [...instances]
    const start = next++ % Math.max(all.length, 1)
    try {
      const upstream = await forward([...all.slice(start), ...all.slice(0, start)], request, body)
      const { 'content-type': type, 'content-encoding': encoding } = upstream.headers
      const headers = {
        'content-type': type,
        ...(encoding !== undefined && { 'content-encoding': encoding }),
      }
      response.writeHead(upstream.statusCode ?? 502, headers).end(await buffer(upstream))
    } catch {
      response.destroy()
    }
  })
  return { ...server, url: server.url.slice(0, -1), instances }
}

async function forward(
  [instance, ...others]: readonly string[],
  request: IncomingMessage,
  body: Buffer,
): Promise<IncomingMessage> {
  const sent = requestOf(`${instance}${request.url}`, {
    method: request.method,
    headers: request.headers,
    agent: false,
  })
  const responded = once(sent, 'response')
  sent.end(body)
  try {
    const [response] = await responded
    return response
  } catch (error) {
    const isRefused = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'
    if (isRefused && others.length > 0) return forward(others, request, body)
    throw error
  }
}

const { address } = createWallet()

describe('Two instances over one PostgreSQL', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.stop())

  const addTo = ({ key, demo }: Tenant, call: ApiCall, label: string) =>
    call('POST', '/ens/v1/subname/add', {
      headers: { 'x-api-key': key },
      body: {
        ...subnameBody(demo[1], label),
        addresses: [ethereumAddress(address)],
        overrideSignatureCheck: true,
      },
    })

  const readFrom = (call: ApiCall, label: string) =>
    call('GET', `/ens/v1/subname/subname?chainId=1&subname=${label}.demo.eth`)

  it("rule: two instances start together, see each other's confirmed writes immediately, and are replaced without a failed request", async () => {
    const environment = testEnvironment(await temporaryFolder(), await server.createDatabase())
    const instances = await Promise.all([startServeProcess(environment), startServeProcess(environment)])
    const tenant = await withContext(environment, createTenant)
    const [one, other] = [
      await openPinnedConnection(instances[0].url),
      await openPinnedConnection(instances[1].url),
    ]
    for (let index = 0; index < 20; index++) {
      const [{ call: writer }, { call: reader }] = index % 2 === 0 ? [one, other] : [other, one]
      dataOf(await addTo(tenant, writer, `turn-${index}`))
      dataOf(await readFrom(reader, `turn-${index}`))
      const name = `turn-${index}.demo.eth`
      expect(await resolveAddress({ call: reader }, tenant.resolvers[1]['chain-bound'], name)).toBe(address)
    }

    const balancer = await startLoadBalancer()
    onTestFinished(balancer.close)
    for (const { url } of instances) balancer.instances.add(url)
    const call = await createClient(balancer.url)
    const confirmed: string[] = []
    let failed = 0
    let isOver = false
    const workUntilOver = async (client: number) => {
      for (let count = 0; !isOver; count++) {
        const label = `name-${client}-${count}`
        const added = await addTo(tenant, call, label).catch(ignoreConnectionError)
        const read = added && (await readFrom(call, label).catch(ignoreConnectionError))
        for (const response of [added, read]) if (response) dataOf(response)
        if (!read) failed++
        if (added) confirmed.push(label)
      }
    }
    const clients = Promise.all([0, 1, 2, 3].map(workUntilOver))
    const some = () => {
      const enough = confirmed.length + 10
      return waitUntil('names are added', () => confirmed.length >= enough)
    }

    await some()
    const first = await replaceInstances(environment, balancer.instances, instances[0])
    await some()
    await replaceInstances(environment, balancer.instances, instances[1])
    await some()
    expect(failed).toBe(0)

    await first.end('SIGKILL')
    await some()
    const failedThen = failed
    await some()
    expect(failed).toBe(failedThen)
    isOver = true
    await clients
    for (const label of confirmed) dataOf(await readFrom(call, label))
  })
})

/** Removes an instance from a balancer, shuts it down, and adds a new one. */
async function replaceInstances(
  environment: Settings,
  balanced: Set<string>,
  old: ServeProcess,
): Promise<ServeProcess> {
  balanced.delete(old.url)
  const [code, started] = await Promise.all([old.end('SIGTERM'), startServeProcess(environment)])
  expect(code).toBe(0)
  balanced.add(started.url)
  return started
}
