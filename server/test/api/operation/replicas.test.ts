import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WireRecord } from '../../../src/http/schema/names.ts'
import { openStore } from '../../../src/store/store.ts'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { type PostgresPair, runStatements, startPostgresPair } from '../../support/databases/postgres.ts'
import { connectRaw, type RawConnection } from '../../support/databases/raw-sql.ts'
import { requestSubname } from '../../support/entities/domains.ts'
import { ethereumAddress, getSubname, seedSubname } from '../../support/entities/subnames.ts'
import { resolveAddress } from '../../support/gateway/client.ts'
import { dataOf } from '../../support/http/api-client.ts'
import { startTestService, type TestService } from '../../support/service/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

/** Milliseconds for which a confirmed write may be missing in a list. */
const maxLag = 8_000

/** The service's, whose connections can be limited. */
const role = 'byname_service'

/** Milliseconds: bound of a response while a server is down. */
const quickly = 6_000

describe('A service with a primary and a replica', () => {
  let pair: PostgresPair
  let service: TestService
  let databaseUrl: string
  const names = new Map<string, string>()

  beforeAll(async () => {
    pair = await startPostgresPair()
    databaseUrl = await pair.primary.createDatabase()
    const name = new URL(databaseUrl).pathname.slice(1)
    await runStatements(databaseUrl, [
      `create role ${role} login`,
      `alter database ${name} owner to ${role}`,
      `grant pg_monitor to ${role}`,
    ])
    const asRole = (url: string) => url.replace('postgres@', `${role}@`)
    const settings = { DATABASE_REPLICA_URL: pair.replicaUrl(databaseUrl) }
    service = await startTestService(asRole(databaseUrl), settings, { databaseReplicaMaxLagMs: maxLag })
  })
  afterAll(async () => {
    await service.stop()
    await pair.replica.stop()
    await pair.primary.stop()
  })

  /** Adds a name with an address of its own. */
  const addName = async (label: string) => {
    const { address } = createWallet()
    await seedSubname(service, service.demo[1], label, { addresses: [ethereumAddress(address)] })
    names.set(label, address)
  }

  const labelsOf = (records: readonly WireRecord[]) => records.map(({ ens }) => ens.split('.')[0])

  /** Labels in the listing of the domain. */
  const list = async () => {
    const response = await service.call('GET', '/ens/v1/subname/ens?ensDomain=demo.eth&chainId=1&limit=100')
    return labelsOf(dataOf<{ data: readonly WireRecord[] }>(response).data)
  }

  const expectEveryRead = async () => {
    expect((await list()).sort()).toEqual([...names.keys()].sort())
    const search = await service.call('GET', '/ens/v1/subname/search?name=name&chainId=1&take=100')
    expect(dataOf<{ domains: readonly unknown[] }>(search).domains).toHaveLength(names.size)
    for (const [label, address] of names) {
      expect(await resolveAddress(service, service.resolvers[1]['chain-bound'], `${label}.demo.eth`)).toBe(
        address,
      )
      dataOf(await getSubname(service, service.demo[1], label))
    }
    const absent = await resolveAddress(service, service.resolvers[1]['chain-bound'], 'absent.demo.eth')
    expect(absent).toMatch(/^0x0{40}$/)
  }

  const isFresh = () => service.context.store.replicaStates().every((replica) => replica.isFresh)
  /** For a moment, a replica counts as fresh although it lacks a new write. */
  const untilFresh = () =>
    waitUntil('the replica has every name', async () => {
      const listed = isFresh() ? await list() : []
      return [...names.keys()].every((label) => listed.includes(label))
    })

  /** Codes at `/ready`. */
  const reasons = async () => {
    const ready = dataOf<{ reasons: readonly { code: string }[] }>(await service.call('GET', '/ready'))
    return ready.reasons.map(({ code }) => code)
  }

  const withReplica = async <Result>(use: (raw: RawConnection) => Promise<Result>): Promise<Result> => {
    const raw = await connectRaw(pair.replicaUrl(databaseUrl))
    return use(raw).finally(() => raw.close())
  }

  it('rule: lists are read from the replica, and include every write older than the maximum lag', async () => {
    await addName('name-1')
    await untilFresh()
    await withReplica(async (raw) => {
      await raw.run('select pg_wal_replay_pause()')
      await addName('name-2')
      const writtenAt = performance.now()
      expect(await resolveAddress(service, service.resolvers[1]['chain-bound'], 'name-2.demo.eth')).toBe(
        names.get('name-2'),
      )
      dataOf(await getSubname(service, service.demo[1], 'name-2'))
      expect(await list()).toEqual(['name-1'])
      await waitUntil('the write is listed', async () => {
        const askedAt = performance.now()
        const isListed = (await list()).includes('name-2')
        if (!isListed) expect(askedAt - writtenAt).toBeLessThan(maxLag)
        return isListed
      })
      expect(isFresh()).toBe(false)
      await raw.run('select pg_wal_replay_resume()')
    })
    await untilFresh()
    await expectEveryRead()
  })

  it('rule: while the replica is down, requests continue immediately, and it is used when it is back', async () => {
    await pair.replica.kill()
    const killedAt = performance.now()
    await addName('name-3')
    await expectEveryRead()
    expect(performance.now() - killedAt).toBeLessThan(quickly)
    await waitUntil('its absence is seen', () => !isFresh())
    await expect.poll(reasons).toEqual(['replica-behind'])
    await addName('name-4')
    await expectEveryRead()
    await pair.replica.start()
    await untilFresh()
  })

  it('rule: while the primary has no connection left, all reads continue', async () => {
    await untilFresh()
    const raw = await connectRaw(databaseUrl)
    await raw.run(`alter role ${role} connection limit 0`)
    await raw.run(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`)
    const limitedAt = performance.now()
    for (let round = 0; round < 3; round++) await expectEveryRead()
    expect(performance.now() - limitedAt).toBeLessThan(3 * quickly)
    expect((await requestSubname(service, service.demo[1], 'refused')).status).toBe(503)
    await raw.run(`alter role ${role} connection limit -1`)
    await raw.close()
    await waitUntil('the primary takes connections', () =>
      service.context.store.ping().then(
        () => true,
        () => false,
      ),
    )
    await addName('name-4b')
    await untilFresh()
  })

  it('503 for writes while the primary is down; rule: all reads continue, and writes when it is back', async () => {
    await untilFresh()
    await addName('name-5')
    await untilFresh()
    await expectEveryRead()
    await pair.primary.kill()
    const killedAt = performance.now()
    const refuse = async () => {
      const askedAt = performance.now()
      expect((await requestSubname(service, service.demo[1], 'refused')).status).toBe(503)
      expect(performance.now() - askedAt).toBeLessThan(quickly)
    }
    // At first by failed attempts, then by the known status.
    for (let round = 0; round < 3 || performance.now() - killedAt < 3_500; round++) {
      await expectEveryRead()
      await refuse()
    }
    expect(dataOf(await service.call('GET', '/ready'))).toMatchObject({
      status: 'degraded',
      reasons: [expect.objectContaining({ code: 'primary-unavailable' })],
      checks: expect.arrayContaining([{ name: 'store', isOk: false }]),
    })
    await pair.primary.start()
    await waitUntil('names are added', async () => {
      const { status } = await requestSubname(service, service.demo[1], 'later')
      return status === 200
    })
    await addName('name-6')
    expect((await getSubname(service, service.demo[1], 'refused')).status).toBe(404)
    dataOf(await getSubname(service, service.demo[1], 'later'))
    for (const label of names.keys()) dataOf(await getSubname(service, service.demo[1], label))
    await untilFresh()
  })

  it('rule: a primary that returns after its replica was promoted gets no write and answers no read', async () => {
    await untilFresh()
    await pair.primary.kill()
    await withReplica(async (raw) => {
      await raw.run('select pg_promote()')
      // Which the old primary still has.
      await raw.run("delete from subnames where label = 'later'")
    })
    await waitUntil('the service has seen the promotion', () =>
      service.context.store.replicaStates().some(({ isPromoted }) => isPromoted),
    )
    await pair.primary.start()
    const old = await connectRaw(databaseUrl)
    for (let round = 0; round < 10; round++) {
      expect((await requestSubname(service, service.demo[1], `lost-${round}`)).status).toBe(503)
      await expectEveryRead()
    }
    expect(await old.run("select label from subnames where label like 'lost-%'")).toEqual([])
    await old.close()
    const replicas = { urls: [pair.replicaUrl(databaseUrl)], maxLagMs: maxLag }
    await expect(openStore({ url: databaseUrl, replicas })).rejects.toThrow(
      'Another database server has become the primary.',
    )
    expect(await reasons()).toEqual(['primary-unavailable'])
  })
})
