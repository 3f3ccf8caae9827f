import { mkdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
  type Address,
  createClient,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  http,
  parseEther,
  publicActions,
  walletActions,
} from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import {
  bynameResolverAbi as abi,
  bynameResolverBytecode as bytecode,
} from '../../../contracts/artifacts/BynameResolver.ts'
import { startAnvil } from '../../../devnet/src/anvil.ts'
import { readConfig } from '../../../server/src/config/config.ts'
import { createContext } from '../../../server/src/context.ts'
import { operatorCaller } from '../../../server/src/core/auth/sessions.ts'
import { revokeAsAdmin } from '../../../server/src/core/subnames/remove.ts'
import { joinName, storedName } from '../../../server/src/ens/names.ts'
import type { BenchOptions, Report } from '../bench.ts'
import { chainId, domain } from '../databases/zone.ts'
import { figure, whole } from '../report/format.ts'
import { table } from '../report/table.ts'
import { type CommandRun, runCommand } from '../servers/command.ts'
import { type ServiceData, serviceEnvironment } from '../servers/service-environment.ts'

const mebibyte = 2 ** 20

/** By how much the memory of the largest zone may exceed that of the smallest one. */
const maxGrowth = 64 * mebibyte

/** MiB of a heap that is collected before it grows. */
const heapLimit = 128

const changes = 1000

interface Run extends CommandRun {
  readonly names: number
  readonly namesRead: number
  readonly files: number
  readonly bytes: number
}

/** Publishing a domain with many names as files, at first and after changes. */
export async function benchAnchor({ data, sizes }: BenchOptions): Promise<Report> {
  const rows: (readonly string[])[] = []
  const peaks: number[] = []
  for (const size of [sizes.small, sizes.medium, sizes.large]) {
    const location = await data.copy('sqlite', size)
    const { first, second } = await measure(location, join(data.scratchFolder(), 'files'))
    for (const [title, run] of [
      ['all', first],
      [whole(changes), second],
    ] as const)
      rows.push([
        whole(run.names),
        title,
        whole(run.namesRead),
        figure(run.seconds),
        figure(run.cpuSeconds),
        figure(run.peakBytes / mebibyte),
        whole(run.files),
        figure(run.bytes / 1e6),
      ])
    peaks.push(Math.max(first.peakBytes, second.peakBytes))
    console.error(`  ${figure(first.seconds)} s, then ${figure(second.seconds)} s`)
  }
  const growth = (peaks.at(-1) ?? 0) - (peaks[0] ?? 0)
  return {
    heading: 'Anchoring a domain',
    body: [
      table(['Names', 'changed', 'read', 's', 'of CPU', 'peak MiB', 'files put', 'MB put'], rows),
      `The heap of the command is bounded by ${heapLimit} MiB. One target, a folder; with the beat on a local chain.`,
    ].join('\n\n'),
    findings: [],
    failures:
      growth > maxGrowth
        ? [`A hundred times the names take ${figure(growth / mebibyte)} MiB more to anchor.`]
        : [],
  }
}

async function measure(location: ServiceData, folder: string): Promise<Record<'first' | 'second', Run>> {
  mkdirSync(folder)
  const host = await startHost(folder)
  const { rpcUrl, stop } = await startAnvil({ chainId })
  try {
    const key = generatePrivateKey()
    const contract = await deploy(rpcUrl, privateKeyToAddress(key), `${host.url}/${chainId}/${domain}`)
    const database = new DatabaseSync(location.url.replace(/^sqlite:/, ''))
    database.prepare('update resolvers set address = ?').run(contract.toLowerCase())
    const environment = {
      [`RPC_URL_${chainId}`]: rpcUrl,
      [`ANCHOR_KEY_${chainId}`]: key,
      ANCHOR_TARGETS: `${folder}=${host.url}`,
      OUTBOUND_ALLOWED_ORIGINS: host.url,
    }
    const anchor = async (): Promise<Run> => {
      const args = ['anchor', domain, '--chain', String(chainId), '--json']
      const run = await runCommand(args, location, { heapLimit, environment })
      const { names, namesRead, targets } = JSON.parse(run.output)
      return { ...run, names, namesRead, files: targets[0].files, bytes: targets[0].bytes }
    }
    database.close()
    const first = await anchor()
    await revokeNames(location)
    const second = await anchor()
    return { first, second }
  } finally {
    await Promise.all([host.close(), stop()])
  }
}

/** As many as are changed, evenly among all: each is in another bucket. */
async function revokeNames(location: ServiceData): Promise<void> {
  const { config, secrets } = readConfig(serviceEnvironment(location))
  const context = await createContext(config, secrets)
  try {
    const { db } = context.store
    const { count } = await db
      .selectFrom('subnames')
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    const step = Math.max(1, Math.floor(Number(count) / changes))
    const rows = await db
      .selectFrom('subnames')
      .select('label')
      .where((eb) => eb(eb('key', '%', step), '=', 0))
      .orderBy('key')
      .limit(changes)
      .execute()
    const caller = operatorCaller(context)
    for (const { label } of rows)
      await revokeAsAdmin(context, { caller, chainId, name: joinName(storedName(label), storedName(domain)) })
  } finally {
    await context.close()
  }
}

async function startHost(folder: string) {
  const server = createServer(async (request, response) => {
    const content = await readFile(join(folder, request.url ?? '')).catch(() => undefined)
    const headers = { 'content-type': 'application/json', 'access-control-allow-origin': '*' }
    response.writeHead(content ? 200 : 404, headers).end(content)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The host has no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () => {
      server.closeAllConnections()
      return new Promise((closed) => server.close(closed))
    },
  }
}

/** A contract that knows anchor and files. */
async function deploy(rpcUrl: string, anchor: Address, url: string): Promise<Address> {
  const client = createClient({ transport: http(rpcUrl), pollingInterval: 10 })
    .extend(publicActions)
    .extend(walletActions)
  const [account] = await client.getAddresses()
  if (!account) throw new Error('The chain has no account.')
  const send = async (transaction: {
    readonly to?: Address
    readonly data?: Hex
    readonly value?: bigint
  }) => {
    const hash = await client.sendTransaction({ account, chain: null, ...transaction })
    return client.waitForTransactionReceipt({ hash })
  }
  const data = encodeDeployData({ abi, bytecode, args: [account, ['http://127.0.0.1'], [], 604_800n, 0n] })
  const { contractAddress: to } = await send({ data })
  if (!to) throw new Error('The contract was not deployed.')
  await send({ to, data: encodeFunctionData({ abi, functionName: 'setHeartbeat', args: [anchor, 0] }) })
  await send({ to, data: encodeFunctionData({ abi, functionName: 'setFiles', args: [[url]] }) })
  await send({ to: anchor, value: parseEther('1') })
  return to
}
