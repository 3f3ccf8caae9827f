import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { type Devnet, startDevnet } from '@byname/devnet'
import { type Hex, http } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { type Pebble, startPebble } from '../../test/support/acme/pebble.ts'
import { startDnsServer } from '../../test/support/http/dns-server.ts'
import { startBackupBucket } from '../../test/support/media/bucket.ts'
import { type Alerts, startAlerts } from './alerts.ts'
import { type Client, startClient } from './lookups.ts'
import { type Machine, startMachine } from './machine.ts'
import { createNetwork, ownAddress, startRegistryProxy } from './network.ts'
import { type Relay, startRelay } from './relay.ts'

export const host = 'names.acme-club.com'
export const addresses = { first: '10.77.0.2', second: '10.77.0.3' } as const
const authorities = '/etc/ssl/certs/ca-certificates.crt'

/** What the machines find outside: a chain, an authority of certificates, a bucket, a receiver of alerts; and a client of the names. */
export interface World {
  readonly run: string
  readonly devnet: Devnet
  /** Of the chain, as the machines see it; the client reads it elsewhere. */
  readonly rpcUrl: string
  readonly rpc: Relay
  readonly bucketUrl: string
  readonly alerts: Alerts
  readonly client: Client
  readonly registryBytes: () => number
  readonly directoryUrl: string
  readonly start: (name: keyof typeof addresses) => Promise<Machine>
  /** Where clients and the authority find the host from now on. */
  readonly pointTo: (machine: Machine) => Promise<void>
  /** The authority forgets its accounts, and has another root. */
  readonly restartAuthority: () => Promise<void>
  readonly trustAuthority: (machine: Machine) => Promise<void>
}

export interface WorldOptions {
  readonly folder: string
  /** Of certificates, in seconds. */
  readonly validitySeconds?: number
}

/** What it starts ends with `use`. */
export async function withWorld<T>(options: WorldOptions, use: (world: World) => Promise<T>): Promise<T> {
  const releases: (() => unknown)[] = []
  const releaseLater = <S>(started: S, release: (started: S) => unknown): S => {
    releases.unshift(() => release(started))
    return started
  }
  const releaseAll = async () => {
    for (const release of releases.splice(0)) await release()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => releaseAll().finally(() => process.exit(1)))
  try {
    return await use(await startWorld(options, releaseLater))
  } finally {
    await releaseAll()
  }
}

type ReleaseLater = <S>(started: S, release: (started: S) => unknown) => S

async function startWorld(
  { folder, validitySeconds }: WorldOptions,
  releaseLater: ReleaseLater,
): Promise<World> {
  const run = `${folder}/run`
  await rm(run, { recursive: true, force: true })
  await mkdir(`${run}/bucket`, { recursive: true })
  let current: string = addresses.first
  releaseLater(await createNetwork(), (remove) => remove())
  const proxy = releaseLater(await startRegistryProxy(), ({ close }) => close())
  const devnet = releaseLater(await startDevnet({ chains: [1] }), ({ stop }) => stop())
  const blocks = setInterval(() => void mine(devnet.rpcUrl(1)), 10_000)
  releaseLater(blocks, clearInterval)
  const bucket = releaseLater(await startBackupBucket(`${run}/bucket`), ({ stop }) => stop())
  const alerts = releaseLater(await startAlerts(), ({ stop }) => stop())
  const dns = releaseLater(await startDnsServer(), ({ close }) => close())
  dns.hosts.add(host)
  const close = (relay: Relay) => relay.close()
  const toMachine = async (port: number) =>
    releaseLater(await startRelay({ host: '127.0.0.1', port: 0 }, () => ({ host: current, port })), close)
      .port
  const [httpPort, httpsPort] = [await toMachine(80), await toMachine(443)]
  const authorityOptions = {
    folder: run,
    httpPort,
    httpsPort,
    dns: dns.address,
    ...(validitySeconds && { validitySeconds }),
  }
  let pebble: Pebble = await startPebble(authorityOptions)
  releaseLater(undefined, () => pebble.stop())
  const directory = new URL(pebble.directoryUrl)
  const outward = async (port: number) =>
    releaseLater(await startRelay({ host: ownAddress, port }, () => ({ host: '127.0.0.1', port })), close)
  const portOf = (url: string) => Number(new URL(url).port)
  const rpcUrl = devnet.rpcUrl(1)
  const rpc = await outward(portOf(rpcUrl))
  const others = [directory.href, bucket.url, alerts.url].map(portOf)
  for (const port of others) await outward(port)
  const hostsFile = `${run}/hosts`
  const trusted = `${run}/trusted.pem`
  await writeFile(trusted, await pebble.readRoot())
  await writeHosts(hostsFile, current)
  const client = releaseLater(
    startClient({ rpcUrl, lookupsPerSecond: 8, hostsFile, authority: trusted }),
    ({ stop }) => stop(),
  )
  const trustAuthority = async ({ path }: Machine) =>
    appendFile(
      `${path}${authorities}`,
      `\n${await pebble.readRoot()}\n${await readFile(pebble.authorityFile, 'utf8')}`,
    )
  return {
    ...{ run, devnet, rpcUrl, rpc, bucketUrl: bucket.url, alerts, client, trustAuthority },
    registryBytes: proxy.receivedBytes,
    directoryUrl: directory.href,
    start: async (name) => {
      const address = addresses[name]
      const machine = await startMachine({
        ...{ name, address, folder, log: `${run}/log`, registryProxy: proxy.url },
        ports: [portOf(rpcUrl), ...others],
        hosts: `${address} ${host}`,
      })
      releaseLater(machine, ({ stop }) => stop())
      await trustAuthority(machine)
      return machine
    },
    pointTo: async ({ address }) => {
      current = address
      await writeHosts(hostsFile, address)
    },
    restartAuthority: async () => {
      await pebble.stop()
      pebble = await startPebble({ ...authorityOptions, port: Number(directory.port) })
      client.trust(await pebble.readRoot())
    },
  }
}

/** As a chain that lives. */
async function mine(rpcUrl: string): Promise<void> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'evm_mine', params: [] })
  await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).catch(
    () => {},
  )
}

/** In place, because the client has it mounted. */
const writeHosts = (file: string, address: string) =>
  writeFile(file, `127.0.0.1 localhost\n${address} ${host}\n`)

export function accountOf({ devnet }: World, index: number): PrivateKeyAccount {
  return privateKeyToAccount(privateKeyOf({ devnet }, index))
}

export function privateKeyOf({ devnet }: Pick<World, 'devnet'>, index: number): Hex {
  const found = devnet.accounts[index]
  if (!found) throw new Error(`The chain has no account ${index}.`)
  return found.privateKey
}

export const transportOf = ({ rpcUrl }: World) => http(rpcUrl)
