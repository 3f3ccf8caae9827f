import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  createClient,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  http,
  namehash,
  parseAbi,
  publicActions,
  walletActions,
} from 'viem'
import {
  frozenZoneResolverAbi as abi,
  frozenZoneResolverBytecode as bytecode,
} from '../../../contracts/artifacts/FrozenZoneResolver.ts'
import { startAnvil } from '../../../devnet/src/anvil.ts'
import { fromHex } from '../../../server/src/crypto/hex.ts'
import { bucketOf, bucketPath } from '../../../server/src/frozen/bucket.ts'
import { type Manifest, parseManifest } from '../../../server/src/frozen/manifest.ts'
import type { BenchOptions, Report } from '../bench.ts'
import { chainId, domain, profileAt, userAt } from '../databases/zone.ts'
import { figure, whole } from '../report/format.ts'
import { table } from '../report/table.ts'
import { type CommandRun, runCommand } from '../servers/command.ts'
import type { ServiceData } from '../servers/service-environment.ts'

const mebibyte = 2 ** 20

/** By how much the memory of the largest zone may exceed that of the other one. */
const maxGrowth = 64 * mebibyte

interface Sizes {
  readonly bytes: number
  readonly largest: number
}

interface Measurement extends Sizes {
  readonly manifest: Manifest
  readonly freeze: CommandRun
  readonly verify: CommandRun
  readonly gas: readonly (readonly [call: string, gas: bigint])[]
}

/** Freezing a domain with many names: time, memory, bytes, and the gas of the callback. */
export async function benchFrozen({ data, sizes }: BenchOptions): Promise<Report> {
  const measured: Measurement[] = []
  for (const size of [sizes.medium, sizes.large]) {
    const location = await data.open('sqlite', size)
    const measurement = await measure(location, join(data.scratchFolder(), 'zone'))
    console.error(`  ${figure(measurement.freeze.seconds)} s for ${whole(measurement.manifest.names)} names`)
    measured.push(measurement)
  }
  const rows = measured.map(({ manifest, freeze, verify, bytes, largest }) => [
    whole(manifest.names),
    whole(manifest.buckets),
    figure(freeze.seconds),
    figure(freeze.cpuSeconds),
    figure(freeze.peakBytes / mebibyte),
    figure(verify.seconds),
    figure(verify.cpuSeconds),
    figure(bytes / mebibyte),
    figure(bytes / manifest.names),
    whole(bytes / manifest.buckets),
    whole(largest),
  ])
  const [smaller, larger] = measured
  const growth = (larger?.freeze.peakBytes ?? 0) - (smaller?.freeze.peakBytes ?? 0)
  return {
    heading: 'Freezing a domain',
    body: [
      table(
        [
          'Names',
          'files',
          's to freeze',
          'of CPU',
          'peak MiB',
          's to verify',
          'of CPU',
          'MiB of files',
          'bytes a name',
          'bytes a file',
          'largest file',
        ],
        rows,
      ),
      `The heap of the commands is bounded by ${heapLimit} MiB.`,
      'Gas of the callback, with that of its call data; `eth_call` does not charge it, nodes bound it:',
      table(
        ['Call', ...measured.map(({ manifest }) => `of ${whole(manifest.names)} names`)],
        (smaller?.gas ?? []).map(([call], index) => [
          call,
          ...measured.map(({ gas }) => whole(Number(gas[index]?.[1]))),
        ]),
      ),
    ].join('\n\n'),
    findings: [],
    failures:
      growth > maxGrowth ? [`Ten times the names take ${figure(growth / mebibyte)} MiB more to freeze.`] : [],
  }
}

async function measure(location: ServiceData, zone: string): Promise<Measurement> {
  const freeze = await run(['freeze', domain, '--chain', String(chainId), '--out', zone], location)
  const verify = await run(['verify', zone], location)
  const manifest = parseManifest(await readFile(join(zone, 'manifest.json'), 'utf8'))
  const gas = await measureGas(zone, manifest)
  return { manifest, freeze, verify, ...sizesOf(zone, manifest), gas }
}

function sizesOf(zone: string, { buckets }: Manifest): Sizes {
  const files = Array.from({ length: buckets }, (_, index) => statSync(join(zone, bucketPath(index))).size)
  return {
    bytes: files.reduce((sum, size) => sum + size, 0),
    largest: files.reduce((largest, size) => Math.max(largest, size), 0),
  }
}

/** MiB of a heap that is collected before it grows: otherwise the peak shows what the collector left, and not what is needed. */
const heapLimit = 96

function run(args: readonly string[], location: ServiceData): Promise<CommandRun> {
  return runCommand(args, location, { heapLimit })
}

const recordAbi = parseAbi([
  'function addr(bytes32 node) view returns (address)',
  'function text(bytes32 node, string key) view returns (string)',
  'function multicall(bytes[] calls) view returns (bytes[])',
])

/** The calls whose gas is measured: name and call data. */
function calls(): readonly (readonly [title: string, name: string, call: Hex])[] {
  const user = userAt(0)
  const profile = profileAt(0)
  const [userName, profileName] = [user, profile].map(({ label }) => `${label}.${domain}`)
  const addr = (name = '') =>
    encodeFunctionData({ abi: recordAbi, functionName: 'addr', args: [namehash(name)] })
  const texts = (name = '', keys: readonly string[]) => {
    const items = keys.map((key) =>
      encodeFunctionData({ abi: recordAbi, functionName: 'text', args: [namehash(name), key] }),
    )
    return encodeFunctionData({ abi: recordAbi, functionName: 'multicall', args: [items] })
  }
  return [
    ['`addr` of a name', userName ?? '', addr(userName)],
    ['`addr` of an absent name', `absent.${domain}`, addr(`absent.${domain}`)],
    [
      '`multicall` of its 2 texts',
      userName ?? '',
      texts(
        userName,
        user.texts.map(({ key }) => key),
      ),
    ],
    [
      '`multicall` of 22 texts of a profile',
      profileName ?? '',
      texts(
        profileName,
        profile.texts.map(({ key }) => key),
      ),
    ],
  ]
}

async function measureGas(zone: string, { root, depth }: Manifest): Promise<Measurement['gas']> {
  const { rpcUrl, stop } = await startAnvil({ chainId })
  try {
    const client = createClient({ transport: http(rpcUrl), pollingInterval: 10 })
      .extend(publicActions)
      .extend(walletActions)
    const [account] = await client.getAddresses()
    if (!account) throw new Error('The chain has no account.')
    const data = encodeDeployData({ abi, bytecode, args: [account, root, depth, ['http://127.0.0.1']] })
    const deployed = await client.sendTransaction({ account, data, chain: null })
    const { contractAddress: to, gasUsed } = await client.waitForTransactionReceipt({ hash: deployed })
    const measured: [string, bigint][] = [['deployment', gasUsed]]
    for (const [title, name, call] of calls()) {
      const path = bucketPath(bucketOf(fromHex(namehash(name)), depth))
      const { data: file }: { data: Hex } = JSON.parse(await readFile(join(zone, path), 'utf8'))
      const args = [file, `${namehash(name)}${call.slice(2)}`] as const
      const callback = encodeFunctionData({ abi, functionName: 'resolveWithProof', args })
      measured.push([title, await client.estimateGas({ account, to, data: callback })])
    }
    return measured
  } finally {
    await stop()
  }
}
