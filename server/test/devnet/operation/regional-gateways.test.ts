import { randomBytes } from 'node:crypto'
import { chmod, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bynameResolverAbi } from '@byname/contracts/BynameResolver'
import { pino } from 'pino'
import { type Address, getAddress, type Hex, toHex, zeroAddress } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../../src/config/config.ts'
import {
  createResolver,
  gatewayUrls,
  getResolver,
  resolverDefaults,
} from '../../../src/core/resolvers/resolvers.ts'
import type { Service } from '../../../src/listen.ts'
import type { Resolver } from '../../../src/model/resolver.ts'
import { startRegionalGateway } from '../../../src/regional-gateway.ts'
import { signerKeys } from '../../../src/sandbox/seed.ts'
import { openReplicaStore } from '../../../src/store/replica-store.ts'
import { addName, type OnboardedDomain, onboardNewDomain } from '../../support/chain/onboard-domain.ts'
import { startPostgresCluster } from '../../support/databases/postgres.ts'
import { connectRaw } from '../../support/databases/raw-sql.ts'
import { type Link, startLink } from '../../support/databases/replication-link.ts'
import { createFolder } from '../../support/folders.ts'
import { addressCall, decodeResponse, encodeLookup } from '../../support/gateway/client.ts'
import { sendFormerGateway, setFormerGateway, startFormerService } from '../../support/gateway/former.ts'
import { sendRequest } from '../../support/http/send-request.ts'
import { runCommand, startCommand } from '../../support/service/command.ts'
import { overrideConfig } from '../../support/service/override-config.ts'
import { startTestSandbox, type TestSandbox, viemClient } from '../../support/service/sandbox.ts'
import { waitUntil } from '../../support/wait-until.ts'

/** An idle primary is asked for a sign of life once a second. */
const receiverTimeout = '2s'

/** Read by a gateway when it first asks a former gateway. */
const outboundAllowedOrigins = new Set<string>()

/** Milliseconds. */
/** The first is below what an idle replica shows, half of the timeout of its receiver. */
const lagBounds = { degradedMs: 500, maxMs: 5_000 }

const listening = /The gateway listens on (http[^"]+)/

interface Region {
  readonly key: Hex
  readonly signer: Address
  readonly databaseUrl: string
  readonly gateway: Service
  /** Of the connection to the primary. */
  readonly link: Link
}

interface Reached {
  readonly gateway: Pick<Service, 'url'>
}

let cluster: Awaited<ReturnType<typeof startPostgresCluster>>
let folder: string
let sandboxUrl: string
let sandbox: TestSandbox
let domain: OnboardedDomain
let resolver: Resolver
let east: Region
let west: Region

beforeAll(async () => {
  folder = await createFolder('regions')
  await chmod(folder, 0o755)
  cluster = await startPostgresCluster(2)
  sandboxUrl = await cluster.primary.createDatabase()
  sandbox = await startTestSandbox({ DATABASE_URL: sandboxUrl })
  const keys = [toHex(randomBytes(32)), toHex(randomBytes(32))] as const
  domain = await onboardNewDomain(sandbox, {
    label: 'regions',
    scheme: 'chain-bound',
    form: 'POST',
    furtherSigners: keys.map((key) => privateKeyToAddress(key)),
  })
  resolver = await getResolver(sandbox.context, domain.resolverId)
  const database = new URL(sandboxUrl).pathname.slice(1)
  ;[east, west] = [await startRegion(keys[0], 0, database), await startRegion(keys[1], 1, database)]
  const urls = [east, west].flatMap(({ gateway }) => gatewayUrls(gateway.url, resolver.id))
  await sandbox.devnet.setResolverUrls(1, domain.resolver, urls)
})
afterAll(async () => {
  await Promise.all([east, west].map(({ gateway }) => gateway.stop()))
  await sandbox.stop()
  for (const server of [...cluster.replicas, cluster.primary]) await server.stop()
  for (const { link } of [east, west]) link.close()
  await rm(folder, { recursive: true })
})

async function startRegion(key: Hex, index: number, database: string): Promise<Region> {
  const databaseUrl = cluster.replicas[index]?.urlOf(database) ?? ''
  const link = await startLink(`${folder}/${index}`, new URL(cluster.primary.urlOf(database)))
  await withRaw(databaseUrl, async (run) => {
    await run(`alter system set primary_conninfo = 'host=${link.folder} user=postgres'`)
    await run(`alter system set wal_receiver_timeout = '${receiverTimeout}'`)
    await run('select pg_reload_conf()')
  })
  // Until the domain is replicated, the schema is not.
  await waitUntil('the domain is replicated', async () =>
    (await replicatedDomains(databaseUrl)).includes(domain.name),
  )
  const { config, secrets } = readConfig(environmentOf(databaseUrl, key))
  const settings = overrideConfig(config, { gatewayLag: lagBounds, outboundAllowedOrigins })
  const gateway = await startRegionalGateway(settings, secrets, pino({ level: 'silent' }))
  return { key, signer: privateKeyToAddress(key), databaseUrl, gateway, link }
}

function environmentOf(databaseUrl: string, key: Hex) {
  return {
    ...{ DATA_DIR: folder, DATABASE_URL: databaseUrl, PORT: '0', SIGNER_KEY: key },
    ...{ LOG_LEVEL: 'info', LOG_REQUESTS: 'false', MAX_EVENT_LOOP_DELAY_MS: '60000' },
  }
}

async function withRaw<Result>(
  url: string,
  use: (run: (sql: string) => Promise<readonly Record<string, unknown>[]>) => Promise<Result>,
): Promise<Result> {
  const raw = await connectRaw(url)
  return use(raw.run).finally(() => raw.close())
}

async function replicatedDomains(url: string): Promise<unknown[]> {
  const rows = await withRaw(url, (run) => run('select name from domains')).catch(() => [])
  return rows.map(({ name }) => name)
}

const one = getAddress('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
const two = getAddress('0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC')

function add(label: string, address: Address) {
  return addName(sandbox, domain, label, { addresses: [{ coinType: 60, address }] })
}

async function ask({ gateway }: Reached, label: string) {
  const name = `${label}.${domain.name}`
  const data = encodeLookup(name, addressCall(name))
  const body = { data, sender: zeroAddress }
  const response = await sendRequest('POST', `${gateway.url}/ccip/${resolver.id}`, { body })
  return { data, status: response.status, headers: response.headers, body: await response.readJson() }
}

/** Of a response that the contract accepts. */
async function resultOf(region: Region, label: string): Promise<Hex> {
  const response = await ask(region, label)
  return (await decodeResponse(resolver, response.data, response, region.signer)).result
}

async function addressAt(region: Region, label: string): Promise<Address> {
  return getAddress(`0x${(await resultOf(region, label)).slice(-40)}`)
}

async function get(url: string, method = 'GET') {
  const response = await sendRequest(method, url, {})
  return { status: response.status, headers: response.headers, body: await response.readJson() }
}

/** As `/ready` has it: the state and the codes of its reasons. */
async function stateOf({ gateway }: Reached): Promise<string> {
  const { body } = await get(`${gateway.url}/ready`)
  const { result, ...failed } = body as { result: { data: object | null } }
  const { status, reasons } = (result.data ?? failed) as { status: string; reasons: { code: string }[] }
  return [status, ...reasons.map(({ code }) => code)].join(' ')
}

function untilState(region: Reached, state: string) {
  return expect.poll(() => stateOf(region), { interval: 100 }).toBe(state)
}

function untilAddress(region: Region, label: string, address: Address) {
  return expect.poll(() => addressAt(region, label).catch(String)).toBe(address)
}

function signersOf(address: Address) {
  return viemClient(sandbox).readContract({ address, abi: bynameResolverAbi, functionName: 'signers' })
}

async function run(region: Region, sql: string) {
  await withRaw(region.databaseUrl, (run) => run(sql))
}

test('rule: gateways give equal results, each under a signature of its own, and see each change', async () => {
  await add('alice', one)
  for (const region of [east, west]) {
    await untilState(region, 'ok')
    await untilAddress(region, 'alice', one)
    expect(await addressAt(region, 'absent')).toBe(zeroAddress)
  }
  expect(await resultOf(east, 'alice')).toBe(await resultOf(west, 'alice'))
  await add('bob', two)
  for (const region of [east, west]) await untilAddress(region, 'bob', two)
  expect(await viemClient(sandbox).getEnsAddress({ name: `bob.${domain.name}`, strict: true })).toBe(two)
})

test('rule: a gateway is ok while nothing is written, although its bound is below what an idle replica shows', async () => {
  await untilState(east, 'ok')
  const states = new Set<string>()
  let longestMs = 0
  const startedAt = performance.now()
  while (performance.now() - startedAt < 5_000) {
    states.add(await stateOf(east))
    const [row] = await withRaw(east.databaseUrl, (run) =>
      run(
        'select extract(epoch from clock_timestamp() - last_msg_receipt_time) * 1000 as ms from pg_stat_wal_receiver',
      ),
    )
    longestMs = Math.max(longestMs, Number(row?.['ms'] ?? 0))
  }
  expect(longestMs).toBeGreaterThan(lagBounds.degradedMs)
  expect([...states]).toEqual(['ok'])
})

test('rule: a gateway serves lookups, /health and /ready, and nothing else', async () => {
  const { url } = east.gateway
  expect(await get(`${url}/health`)).toMatchObject({
    status: 200,
    body: { statusCode: 200, result: { data: { status: 'ok' }, error: null } },
  })
  expect(await get(`${url}/ready`, 'POST')).toMatchObject({ status: 405 })
  for (const path of [
    '/',
    '/console',
    '/openapi.json',
    '/ens/v1/subname/ens',
    '/mcp',
    `/ccip/${resolver.id}`,
  ])
    expect(await get(url + path), path).toMatchObject({
      status: 404,
      body: { result: { error: expect.stringContaining('This is a gateway') } },
    })
  const preflight = await fetch(`${url}/ccip/${resolver.id}`, { method: 'OPTIONS' })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
  const read = await get(`${url}/ccip/${resolver.id}/${zeroAddress}/${(await ask(east, 'alice')).data}.json`)
  expect(read.status).toBe(200)
  expect((await get(`${url}/ccip/${resolver.id}/${zeroAddress}/0x12`)).status).toBe(400)
})

test('503 beyond the lag while the replay is paused, which clients take to the next gateway, until it resumes', async () => {
  await run(east, 'select pg_wal_replay_pause()')
  await add('carol', one)
  await untilAddress(west, 'carol', one)
  expect(await addressAt(east, 'carol')).toBe(zeroAddress)
  await untilState(east, 'degraded replica-behind')
  expect((await ask(east, 'carol')).status).toBe(200)
  await untilState(east, 'unavailable replica-behind')
  const refused = await ask(east, 'alice')
  expect(refused).toMatchObject({
    status: 503,
    body: { message: expect.stringContaining('another gateway') },
  })
  expect(refused.headers.get('retry-after')).toBe('1')
  expect(await viemClient(sandbox).getEnsAddress({ name: `carol.${domain.name}`, strict: true })).toBe(one)
  await run(east, 'select pg_wal_replay_resume()')
  await untilState(east, 'ok')
  await untilAddress(east, 'carol', one)
})

test('503 beyond the lag while the replica is cut off, although nothing was written, until the link is mended', async () => {
  west.link.cut()
  await untilState(west, 'degraded replica-behind')
  await untilState(west, 'unavailable replica-behind')
  expect((await ask(west, 'alice')).status).toBe(503)
  expect(await stateOf(east)).toBe('ok')
  west.link.mend()
  await untilState(west, 'ok')
  await add('dave', two)
  await untilAddress(west, 'dave', two)
})

test('rule: a gateway outlives a kill of its replica', async () => {
  expect(await addressAt(east, 'alice')).toBe(one)
  await cluster.replicas[0]?.kill()
  await untilState(east, 'unavailable database-unavailable')
  await add('erin', one)
  await cluster.replicas[0]?.start()
  await untilState(east, 'ok')
  await untilAddress(east, 'erin', one)
})

test('rule: a newer schema is reported, and what a gateway cannot read is refused at its start', async () => {
  const change = (sql: string) => withRaw(sandboxUrl, (run) => run(sql))
  const open = async (user = 'postgres') => {
    const store = await openReplicaStore({ url: east.databaseUrl.replace('postgres@', `${user}@`) })
    await store.close()
  }
  await change(`insert into migrations values ('9999-later', 0)`)
  await untilState(east, 'degraded schema-newer')
  expect(await addressAt(east, 'alice')).toBe(one)
  await expect(open()).rejects.toThrow('a newer version has migrated it (9999-later)')
  await change(`delete from migrations where name = '9999-later'`)
  await change(`update migrations set applied_at = 1, name = '0000-other' where name = '0001-initial'`)
  await untilState(east, 'degraded schema-newer')
  await change(`delete from migrations where name = '0000-other'`)
  await untilState(east, 'ok')
  await expect(open()).rejects.toThrow('it lacks 0001-initial. Upgrade the registry first')
  await change(`insert into migrations values ('0001-initial', 1)`)
  await change('create role reader login; grant select on all tables in schema public to reader')
  await expect.poll(() => open('reader').catch(String)).toContain('grant pg_read_all_stats')
  await change('grant pg_read_all_stats to reader')
  await expect.poll(() => open('reader').catch(String)).toBe(undefined)
  await expect(openReplicaStore({ url: 'sqlite:names.db' })).rejects.toThrow(
    'set DATABASE_URL to postgres://',
  )
})

test('rule: a name of a former gateway resolves, and is neither reported nor issued', async () => {
  const former = await startFormerService(sandbox, domain.name, { signingScheme: 'chain-bound' })
  onTestFinished(former.service.stop)
  outboundAllowedOrigins.add(former.service.url)
  await former.addName('frank', { addresses: [{ coinType: 60, address: two }] })
  await setFormerGateway(sandbox, domain, former, { importOnRead: true })
  await untilAddress(east, 'frank', two)
  expect(await addressAt(east, 'alice')).toBe(one)
  const written = await withRaw(sandboxUrl, (run) =>
    run(`select label from former_names union all select label from subnames where label = 'frank'`),
  )
  expect(written).toEqual([])
  await sendFormerGateway(sandbox, 'DELETE', domain)
})

test('rule: a gateway whose key is replaced sends no response of the old one, also of those that it has kept', async () => {
  const label = 'rotating'
  const { chainId, address } = { chainId: 1, address: privateKeyToAddress(toHex(randomBytes(32))) } as const
  const moved = await onboardNewDomain(sandbox, { label, scheme: 'chain-bound', form: 'POST' })
  await addName(sandbox, moved, 'alice', { addresses: [{ coinType: 60, address: one }] })
  // Of a contract that lists no key, the first key signs.
  const entry = { ...resolverDefaults(chainId), chainId, address, signingScheme: 'chain-bound' } as const
  const unlisted = await createResolver(sandbox.context, entry)
  await sandbox.context.store.transaction((tx) =>
    tx.updateTable('domains').set({ resolverId: unlisted.id }).where('name', '=', moved.name).execute(),
  )
  const name = `alice.${moved.name}`
  const data = encodeLookup(name, addressCall(name))
  const signerOf = async () => {
    const body = { data, sender: zeroAddress }
    const sent = await sendRequest('POST', `${east.gateway.url}/ccip/${unlisted.id}`, { body })
    const response = { status: sent.status, headers: sent.headers, body: await sent.readJson() }
    const decoded = await decodeResponse(unlisted, data, response, east.signer).catch(() => undefined)
    return sent.status === 200 && (decoded ? 'old' : 'other')
  }
  await expect.poll(signerOf).toBe('old')
  const file = join(folder, 'signer-key-1')
  await writeFile(file, toHex(randomBytes(32)))
  onTestFinished(() => rm(file))
  await expect.poll(signerOf).toBe('other')
})

test('rule: a rotation of the registry leaves the signers of gateways in the contract', async () => {
  const { context, devnet } = sandbox
  const before = await signersOf(domain.resolver)
  const { code, errors } = await runCommand(
    ['signers', 'rotate', resolver.id, '--key-from', 'OWNER_KEY', '--settle', '0'],
    {
      DATA_DIR: context.config.dataDir,
      DATABASE_URL: sandboxUrl,
      RPC_URL_1: devnet.rpcUrl(1),
      SIGNER_KEY_1: signerKeys(devnet)[1],
      GATEWAY_SIGNATURE_TTL: '1',
      OWNER_KEY: devnet.accounts.at(-1)?.privateKey ?? '',
    },
  )
  expect({ code, errors }).toEqual({ code: 0, errors: expect.stringContaining('All gateways sign with') })
  const after = await signersOf(domain.resolver)
  expect(after).toHaveLength(before.length)
  expect(after).toEqual(expect.arrayContaining([east.signer, west.signer]))
  expect(after.filter((signer) => !before.includes(signer))).toHaveLength(1)
  expect(await viemClient(sandbox).getEnsAddress({ name: `alice.${domain.name}`, strict: true })).toBe(one)
})

test('rule: while the primary is gone, a gateway refuses in the end, or serves without bound if it is set to', async () => {
  await cluster.primary.kill()
  await untilState(east, 'unavailable replica-behind')
  const settings = { GATEWAY_MAX_LAG: '0', GATEWAY_DEGRADED_LAG: '1' }
  const { output, end } = await startCommand(
    ['gateway'],
    { ...environmentOf(east.databaseUrl, east.key), ...settings },
    listening,
  )
  onTestFinished(async () => {
    await end('SIGKILL')
  })
  const unbounded = { gateway: { url: listening.exec(output)?.[1] ?? '' } }
  await untilState(unbounded, 'degraded replica-behind')
  const response = await ask(unbounded, 'alice')
  expect((await decodeResponse(resolver, response.data, response, east.signer)).result).toBe(
    `0x${one.slice(2).toLowerCase().padStart(64, '0')}`,
  )
  expect(await end('SIGTERM')).toBe(0)
  await cluster.primary.start()
  await untilState(east, 'ok')
})
