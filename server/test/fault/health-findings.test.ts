import { execFile } from 'node:child_process'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { promisify } from 'node:util'
import { bynameResolverAbi } from '@byname/contracts/BynameResolver'
import { type Devnet, startDevnet } from '@byname/devnet'
import { createTestClient, encodeAbiParameters, encodeFunctionData, http, zeroAddress } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ensChain } from '../../src/ens/chains.ts'
import { send } from '../support/chain/registry-writes.ts'
import { runStatements } from '../support/databases/postgres.ts'
import { useDatabases } from '../support/databases/stores.ts'
import { printLine } from '../support/faults/duration.ts'
import { createFolder } from '../support/folders.ts'
import { documentedRows, type Row, secondsUntilReason } from '../support/health/findings.ts'
import { startRegions } from '../support/health/region.ts'
import { makeSigner, type Scene, type SceneOptions, startScene } from '../support/health/scene.ts'
import { type SignerBehaviour, startSwitchableSigner } from '../support/health/switchable.ts'
import { authority } from '../support/http/tls-certificates.ts'
import { waitUntil } from '../support/wait-until.ts'

/**
 * Breaks each thing that names resolve by, in services that are otherwise well, and waits for the reason that health gives.
 * `BYNAME_TEST_HEALTH_INTERVAL=60` measures with the interval of production.
 */
const { BYNAME_TEST_HEALTH_INTERVAL: interval = '5' } = process.env

const run = promisify(execFile)
const hour = 3_600_000

const databases = useDatabases('postgres')
const cleanups: (() => unknown)[] = []
const caBefore = getCACertificates('default')
let devnet: Devnet
let folder: string

beforeAll(async () => {
  setDefaultCACertificates([...caBefore, authority])
  folder = await createFolder('health')
  devnet = await startDevnet({ chains: [1] })
  // A live chain has blocks.
  const miner = createTestClient({ mode: 'anvil', transport: http(devnet.rpcUrl(1)) })
  const mining = setInterval(() => miner.mine({ blocks: 1 }).catch(() => {}), 1_000)
  cleanups.push(
    () => clearInterval(mining),
    devnet.stop,
    () => rm(folder, { recursive: true }),
  )
})
afterAll(async () => {
  for (const cleanup of cleanups) await cleanup()
  setDefaultCACertificates(caBefore)
})

async function scene(options: SceneOptions): Promise<Scene> {
  const started = await startScene(devnet, {
    ...options,
    settings: { SIGNER_MONITOR_INTERVAL: interval, ...options.settings },
  })
  cleanups.unshift(started.stop)
  return started
}

/** With a key in a process, behind a socket that behaves as a test wants. */
async function withSigner(label: string, options: Pick<SceneOptions, 'key'> = {}) {
  const own = await createFolder(`signer-${label}`)
  const made = await makeSigner(own)
  const socket = join(own, 'front.sock')
  const front = await startSwitchableSigner(socket, made.socket, made.address)
  const started = await scene({
    domains: { [label]: 'http' },
    signer: { socket, address: made.address },
    ...options,
  })
  const process = await made.start(started.domains.map(({ resolver }) => resolver))
  cleanups.unshift(
    front.close,
    () => process.end('SIGKILL'),
    () => rm(own, { recursive: true }),
  )
  return { scene: started, front, process, made }
}

async function signerRows(): Promise<readonly Row[]> {
  const [killed, spared, silent, other, rubbish] = [
    await withSigner('killed'),
    await withSigner('spared', { key: generatePrivateKey() }),
    await withSigner('silent'),
    await withSigner('other'),
    await withSigner('rubbish'),
  ]
  const stranger = await withStranger(other.scene)
  const behaves = (front: typeof other.front, behaviour: SignerBehaviour) => () => {
    front.behaviour = behaviour
  }
  const row = (title: string, { scene }: Pick<typeof other, 'scene'>, breaks: () => unknown): Row => ({
    ...{ title, scene, breaks, code: 'signer-failing' },
    subject: new RegExp(`the signer ${scene.signer} of chain 1 `, 'i'),
  })
  return [
    row('signer process killed', killed, () => killed.process.end('SIGKILL')),
    {
      ...row('signer process killed, another key signs', spared, () => spared.process.end('SIGKILL')),
      code: 'signer-partly-failing',
    },
    row('signer process hangs', silent, behaves(silent.front, 'silent')),
    row('signer process answers with another key', other, behaves(other.front, stranger)),
    row('signer process answers with rubbish', rubbish, behaves(rubbish.front, 'rubbish')),
  ]
}

async function withStranger({ domains }: Scene): Promise<{ readonly key: string; readonly socket: string }> {
  const own = await createFolder('stranger')
  const made = await makeSigner(own)
  const process = await made.start(domains.map(({ resolver }) => resolver))
  cleanups.unshift(
    () => process.end('SIGKILL'),
    () => rm(own, { recursive: true }),
  )
  return { key: made.address, socket: made.socket }
}

async function clockRows(): Promise<readonly Row[]> {
  const [early, late] = [
    await scene({ domains: { early: 'http' } }),
    await scene({ domains: { late: 'http' } }),
  ]
  const row = (title: string, moved: Scene, offsetMs: number, subject: RegExp): Row => ({
    ...{ title, scene: moved, code: 'clock-wrong', subject },
    breaks: () => {
      moved.clock.offsetMs = offsetMs
    },
  })
  return [
    row(
      'clock an hour behind',
      early,
      -hour,
      /^the clock is 3[56]\d\d s behind the newest block of chain 1$/,
    ),
    row('clock an hour ahead', late, hour, /^the clock is 36\d\d s ahead of the newest block of chain 1$/),
  ]
}

async function gatewayRows(): Promise<readonly Row[]> {
  const shared = await scene({
    domains: {
      ...{ untrusted: 'http', moved: 'http', unset: 'http', dead: 'http', shop: 'http', broken: 'http' },
      ...{ drifting: 'http', tls: 'https' },
    },
  })
  const of = (label: string) => {
    const found = shared.domains.find(({ name }) => name === `${label}.eth`)
    if (!found) throw new Error(`There is no ${label}.`)
    return found
  }
  const deployer = devnet.accounts.at(-1)?.address ?? shared.signer
  const data = encodeFunctionData({
    abi: bynameResolverAbi,
    functionName: 'removeSigner',
    args: [shared.signer],
  })
  const gateway = (title: string, label: string, breaks: () => unknown, subject: RegExp): Row => ({
    ...{ title, scene: shared, breaks, code: 'gateway-failing' },
    subject: new RegExp(`${of(label).resolver} on chain 1: .*${subject.source}`, 'i'),
  })
  const answers = (label: string, status: number, body: string) => () => {
    of(label).gateway.answer = (_, response) => response.writeHead(status).end(body)
  }
  return [
    {
      ...{ title: 'contract no longer trusts the key', scene: shared, code: 'signer-untrusted' },
      breaks: () => send(devnet.rpcUrl(1), deployer, of('untrusted').resolver, data),
      subject: new RegExp(of('untrusted').resolver, 'i'),
    },
    {
      ...{ title: 'domain has another resolver on chain', scene: shared, code: 'domain-elsewhere' },
      breaks: () => devnet.setResolver(1, 'moved.eth', devnet.addresses(1).publicResolver),
      subject: /(^|\n)moved\.eth on chain 1 has the resolver/,
    },
    {
      ...{ title: 'domain has no resolver on chain', scene: shared, code: 'domain-elsewhere' },
      breaks: () => devnet.setResolver(1, 'unset.eth', zeroAddress),
      subject: /^unset\.eth on chain 1 has no resolver/,
    },
    gateway(
      'gateway does not respond',
      'dead',
      () => of('dead').gateway.close(),
      /cannot be reached \(ECONNREFUSED\)\. Step: connection/,
    ),
    gateway(
      'another service at the gateway URL',
      'shop',
      answers('shop', 200, '<html>'),
      /another service is at this URL\. Step: other service/,
    ),
    gateway(
      'gateway, or a proxy before it, answers 502',
      'broken',
      answers('broken', 502, 'Bad Gateway'),
      /answers HTTP 502\. Step: HTTP status/,
    ),
    gateway(
      'clock of a gateway an hour behind',
      'drifting',
      () => {
        of('drifting').gateway.answer = (_, response) => {
          const past = Date.now() - hour
          const types = [{ type: 'bytes' }, { type: 'uint64' }, { type: 'bytes' }] as const
          const data = encodeAbiParameters(types, ['0x', BigInt(Math.round(past / 1000)), '0x'])
          const headers = { 'content-type': 'application/json', date: new Date(past).toUTCString() }
          response.writeHead(200, headers).end(JSON.stringify({ data }))
        }
      },
      /has expired .*; its clock is 36\d\d s behind that of this service\. Step: expiry/,
    ),
    gateway(
      'TLS certificate expired',
      'tls',
      of('tls').gateway.expire,
      /TLS certificate that has expired\. Step: TLS/,
    ),
  ]
}

async function rpcRows(): Promise<readonly Row[]> {
  const scenes = {
    gone: await scene({ domains: { gone: 'http' } }),
    foreign: await scene({ domains: { foreign: 'http' } }),
    behind: await scene({ domains: { behind: 'http' } }),
    universal: await scene({ domains: { universal: 'http' } }),
  }
  const block = { timestamp: `0x${(Math.floor(Date.now() / 1000) - 7_200).toString(16)}` }
  const respond = (result: unknown) =>
    ({ kind: 'respond', status: 200, body: JSON.stringify({ jsonrpc: '2.0', id: 1, result }) }) as const
  return [
    {
      ...{ title: 'RPC dead', scene: scenes.gone, code: 'rpc-unreachable' },
      breaks: () => scenes.gone.rpc.addFault({ kind: 'drop-call' }),
      subject: /^the RPC of chain 1$/,
    },
    {
      ...{ title: 'RPC of another chain', scene: scenes.foreign, code: 'rpc-wrong-chain' },
      breaks: () => scenes.foreign.rpc.addFault({ ...respond('0x5'), method: 'eth_chainId' }),
      subject: /serves chain 5$/,
    },
    {
      ...{ title: 'RPC two hours behind', scene: scenes.behind, code: 'rpc-behind' },
      breaks: () => scenes.behind.rpc.addFault({ ...respond(block), method: 'eth_getBlockByNumber' }),
      subject: /^the newest block of the RPC of chain 1 is 7\d\d\d s old$/,
    },
    {
      ...{ title: 'Universal Resolver fails', scene: scenes.universal, code: 'universal-resolver-failing' },
      breaks: () => {
        const { universalResolver: to } = ensChain(1).contracts
        scenes.universal.rpc.addFault({ kind: 'error', code: 3, message: 'execution reverted', to })
      },
      subject: /of universal\.eth: the Universal Resolver fails with no reason$/,
    },
  ]
}

async function regionRows(): Promise<readonly Row[]> {
  const regions = await startRegions(devnet, 'region', { SIGNER_MONITOR_INTERVAL: interval })
  cleanups.unshift(regions.stop)
  const { registry, gateway } = regions
  const code = 'replica-behind'
  return [
    {
      ...{ title: 'replica of the database behind', scene: registry, code, breaks: regions.pauseReplica },
      subject: /socket:5432 is \d+ s behind$/,
    },
    {
      ...{ title: 'gateway of another region cut off, at the registry', scene: registry, code },
      breaks: regions.cutOff,
      subject: /its gateway POST \S+ answers from a replica that is \d+ s behind$/,
    },
    {
      ...{
        title: 'gateway of another region cut off, at itself',
        scene: gateway,
        code,
        breaks: regions.cutOff,
      },
      subject: /^replica-behind$/,
    },
  ]
}

async function databaseRows(): Promise<readonly Row[]> {
  const [readOnlyUrl, slowUrl] = [await databases.create(), await databases.create()]
  const readOnly = await scene({ domains: { readonly: 'http' }, databaseUrl: readOnlyUrl })
  const slow = await scene({ domains: { slow: 'http' }, databaseUrl: slowUrl })
  const name = new URL(readOnlyUrl).pathname.slice(1)
  return [
    {
      ...{ title: 'database read-only', scene: readOnly, code: 'writes-failing' },
      breaks: () =>
        runStatements(readOnlyUrl, [
          `alter database "${name}" set default_transaction_read_only = on`,
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`,
        ]),
      subject: /^the database is read-only \(SQLSTATE 25006\)$/,
    },
    {
      ...{ title: 'database takes 2.5 s to write a row', scene: slow, code: 'database-slow' },
      breaks: () =>
        runStatements(slowUrl, [
          'create function wait() returns trigger language plpgsql as $$ begin perform pg_sleep(2.5); return new; end $$',
          'create trigger waits before update on rate_counts for each row execute function wait()',
        ]),
      subject: /^the database took 2\.\d s to write a row$/,
    },
    ...(await diskRows()),
  ]
}

let canMount = true

/** None where this user may not mount a file system. */
async function diskRows(): Promise<readonly Row[]> {
  const disk = await createFolder('small-disk')
  const mounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'byname-health', disk]).catch(
    () => undefined,
  )
  canMount = mounted !== undefined
  if (!mounted) {
    printLine('database full: not measured, this user may not mount a file system (mount -t tmpfs)')
    await rm(disk, { recursive: true })
    return []
  }
  cleanups.unshift(async () => {
    await run('umount', ['--lazy', disk])
    await rm(disk, { recursive: true })
  })
  const full = await scene({ domains: { full: 'http' }, folder: disk, settings: { MIN_FREE_DISK_MB: '1' } })
  return [
    {
      ...{ title: 'disk of the database full', scene: full, code: 'writes-failing', beside: ['disk-low'] },
      breaks: async () => {
        await using file = await open(join(disk, 'filler'), 'a')
        for (let isWritten = true; isWritten; )
          isWritten = await file.write(Buffer.alloc(4096)).then(
            () => true,
            () => false,
          )
      },
      subject: /^the database has no space left on its disk/,
    },
  ]
}

it('rule: each thing that breaks is the reason of its own within 90 seconds, and no other reason is given', async () => {
  const rows = [
    ...(await signerRows()),
    ...(await clockRows()),
    ...(await gatewayRows()),
    ...(await rpcRows()),
    ...(await databaseRows()),
    ...(await regionRows()),
  ]
  const documented = await documentedRows()
  expect(documented.filter(({ seconds }) => !(seconds <= 90))).toEqual([])
  for (const { title, code } of rows)
    expect(documented.filter((row) => row.title === title).map((row) => row.code)).toEqual([code])
  expect(documented).toHaveLength(rows.length + (canMount ? 0 : 1))
  const scenes = [...new Set(rows.map(({ scene }) => scene))]
  await waitUntil(
    'all have resolved their names, and are well',
    async () => {
      const states = await Promise.all(scenes.map((each) => each.isWell()))
      return states.every((isWell) => isWell)
    },
    120,
  )
  const measured = await Promise.all(
    rows.map(async (row) => {
      await row.breaks()
      return { ...row, seconds: await secondsUntilReason(row) }
    }),
  )
  for (const { title, code, seconds } of measured) printLine(`| ${title} | ${code} | ${seconds} s |`)
  for (const each of scenes) {
    const expected = new Set(
      rows.filter(({ scene }) => scene === each).flatMap(({ code, beside = [] }) => [code, ...beside]),
    )
    expect((await each.codes()).filter((code) => !expected.has(code))).toEqual([])
  }
}, 400_000)
