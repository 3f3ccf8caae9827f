import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Call, createClient, dataOf, lostConnection } from '../support/api-client.ts'
import { startBalancer } from '../support/balancer.ts'
import { addressOf } from '../support/gateway-client.ts'
import { ethereumAddress, subnameIn } from '../support/names.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import { type ServeProcess, startServeProcess } from '../support/serve-process.ts'
import { createTenant, environmentOf, type Settings, type Tenant, withContext } from '../support/service.ts'
import { newWallet } from '../support/signed-headers.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { until } from '../support/until.ts'

const { address } = newWallet()

describe('Two instances over one PostgreSQL', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.stop())

  const addTo = ({ key, demo }: Tenant, call: Call, label: string) =>
    call('POST', '/ens/v1/subname/add', {
      headers: { 'x-api-key': key },
      body: {
        ...subnameIn(demo[1], label),
        addresses: [ethereumAddress(address)],
        overrideSignatureCheck: true,
      },
    })

  const readFrom = (call: Call, label: string) =>
    call('GET', `/ens/v1/subname/subname?chainId=1&subname=${label}.demo.eth`)

  /** Starts two instances at once on an empty database. */
  const startBoth = async () => {
    const environment = environmentOf(await temporaryFolder(), await server.createDatabase())
    const instances = await Promise.all([startServeProcess(environment), startServeProcess(environment)])
    const tenant = await withContext(environment, createTenant)
    return { environment, instances, tenant }
  }

  it('rule: they may start together on an empty database, and each shows at once what the other has answered', async () => {
    const { instances, tenant } = await startBoth()
    const [one, other] = await Promise.all([createClient(instances[0].url), createClient(instances[1].url)])
    for (let turn = 0; turn < 20; turn++) {
      const [writer, reader] = turn % 2 === 0 ? [one, other] : [other, one]
      dataOf(await addTo(tenant, writer, `name-${turn}`))
      dataOf(await readFrom(reader, `name-${turn}`))
      const name = `name-${turn}.demo.eth`
      expect(await addressOf({ call: reader }, tenant.resolvers[1]['chain-bound'], name)).toBe(address)
    }
  })

  it('rule: behind a balancer no request fails while each is replaced, and those under way at one that dies are all', async () => {
    const { environment, instances, tenant } = await startBoth()
    const balancer = await startBalancer()
    onTestFinished(balancer.close)
    for (const { url } of instances) balancer.instances.add(url)
    const call = await createClient(balancer.url)
    const answered: string[] = []
    let failed = 0
    let isOver = false
    const workUntilOver = async (client: number) => {
      for (let count = 0; !isOver; count++) {
        const label = `name-${client}-${count}`
        const added = await addTo(tenant, call, label).catch(lostConnection)
        const read = added && (await readFrom(call, label).catch(lostConnection))
        for (const answer of [added, read]) if (answer) dataOf(answer)
        if (!read) failed++
        if (added) answered.push(label)
      }
    }
    const clients = Promise.all([0, 1, 2, 3].map(workUntilOver))
    const some = () => {
      const enough = answered.length + 20
      return until('names are added', () => answered.length >= enough)
    }

    await some()
    const first = await replace(environment, balancer.instances, instances[0])
    await some()
    await replace(environment, balancer.instances, instances[1])
    await some()
    expect(failed).toBe(0)

    await first.end('SIGKILL')
    await some()
    const failedThen = failed
    await some()
    expect(failed).toBe(failedThen)
    isOver = true
    await clients
    for (const label of answered) dataOf(await readFrom(call, label))
  })
})

/** Takes an instance out of a balancer, has it finish, and puts a new one in. */
async function replace(
  environment: Settings,
  balanced: Set<string>,
  old: ServeProcess,
): Promise<ServeProcess> {
  balanced.delete(old.url)
  expect(await old.end('SIGTERM')).toBe(0)
  const started = await startServeProcess(environment)
  balanced.add(started.url)
  return started
}
