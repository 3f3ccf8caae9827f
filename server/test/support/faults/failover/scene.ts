import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { type NodeName, nodeNames, type PatroniCluster, startPatroni } from '../../databases/patroni.ts'
import { openClaims } from '../../entities/claims.ts'
import { temporaryFolder } from '../../folders.ts'
import { setSharedMaxAge } from '../../gateway/shared-caches.ts'
import { type ApiCall, createClient, dataOf } from '../../http/api-client.ts'
import { findFreePorts } from '../../http/deployed-proxy.ts'
import { startVarnish } from '../../http/edge-cache.ts'
import { type PaymentFixture, startPaymentFixture } from '../../payments/fixture.ts'
import { startCommand } from '../../service/command.ts'
import { type ServeProcess, startServeProcess } from '../../service/serve-process.ts'
import { createTenant, type Settings, type Tenant, withContext } from '../../service/service.ts'
import { waitUntil } from '../../wait-until.ts'
import { addName } from '../served-names.ts'

/** Seconds for which the cache may keep responses. */
export const sharedMaxAgeSeconds = 2

const knownNames = 200

const gatewayServers: readonly NodeName[] = ['db2', 'db3']

/** Two services, two regional gateways and a cache on three servers of PostgreSQL, with the chains of payments. */
export interface FailoverScene {
  readonly cluster: PatroniCluster
  readonly fixture: PaymentFixture
  readonly tenant: Tenant
  readonly services: readonly ServeProcess[]
  /** Of the services. */
  readonly calls: readonly ApiCall[]
  readonly call: ApiCall
  /** URLs of lookups, by what they are, in the order of the contract. */
  readonly targets: ReadonlyMap<string, string>
  /** The server that a regional gateway reads. */
  readonly serverOf: (target: string) => NodeName | undefined
  /** Names that were added before. */
  readonly labels: readonly string[]
}

/** All of it is stopped after the running test. */
export async function startFailoverScene(
  options: Parameters<typeof startPatroni>[0] = {},
): Promise<FailoverScene> {
  const cluster = await startPatroni(options)
  onTestFinished(cluster.stop)
  const fixture = await startPaymentFixture(cluster.url)
  onTestFinished(fixture.stop)
  const environment = fixture.environment({
    // The host of the wallets' messages.
    PUBLIC_URL: 'http://localhost:3333',
    DATABASE_REPLICA_URL: nodeNames.map(cluster.urlOf).join(','),
    RATE_LIMIT_PER_KEY: '0',
    RATE_LIMIT_PER_IP: '0',
    RATE_LIMIT_EXPENSIVE_PER_IP: '0',
    WRITE_LIMIT_PER_IP: '0',
  })
  const tenant = await withContext(environment, createTenant)
  const services = await Promise.all([1, 2].map(() => startServeProcess(environment)))
  const [first] = services
  if (!first) throw new Error('There are two services.')
  const calls = await Promise.all(services.map(({ url }) => createClient(url)))
  const call = await createClient(first.url)
  const gateways = await Promise.all(
    gatewayServers.map((node) => startGateway({ ...environment, DATABASE_URL: cluster.urlOf(node) })),
  )
  dataOf(await setSharedMaxAge({ call, key: tenant.key }, tenant.demo[1], sharedMaxAgeSeconds))
  await openClaims({ call, key: tenant.key }, tenant.demo[1])
  const labels = Array.from({ length: knownNames }, (_, index) => `known-${index}`)
  for (const label of labels) dataOf(await addName(call, tenant, label))
  const targets = new Map([
    ['cache', await startCache(first.url)],
    ...services.map(({ url }, index) => [`service ${index + 1}`, url] as const),
    ...gateways.map((url, index) => [`gateway ${index + 1}`, url] as const),
  ])
  const serverOf = (target: string) => gatewayServers[Number(/^gateway (\d)$/.exec(target)?.[1]) - 1]
  return { cluster, fixture, tenant, services, calls, call, targets, serverOf, labels }
}

async function startGateway({ DATABASE_REPLICA_URL: _, ...settings }: Settings): Promise<string> {
  const listening = /The gateway listens on (http[^"]+)/
  const { output, end } = await startCommand(['gateway'], { ...settings, LOG_LEVEL: 'info' }, listening)
  onTestFinished(async () => {
    await end('SIGKILL')
  })
  return listening.exec(output)?.[1] ?? ''
}

/** Varnish in front of a service, by the lines of docs/operating/scale-out.md. */
async function startCache(serviceUrl: string): Promise<string> {
  const [port = 0] = await findFreePorts(1)
  const folder = await temporaryFolder()
  const cache = await startVarnish({ folder, port, servicePort: Number(new URL(serviceUrl).port) })
  onTestFinished(async () => {
    const ended = once(cache, 'exit')
    cache.kill('SIGTERM')
    await ended
  })
  const url = `http://127.0.0.1:${port}`
  await waitUntil('the cache forwards', () =>
    fetch(`${url}/ccip/none/0x/0x`).then(
      ({ status }) => status < 500,
      () => false,
    ),
  )
  return url
}
