import { statSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  createClient,
  encodeDeployData,
  encodeFunctionData,
  encodePacked,
  type Hex,
  http,
  namehash,
  parseAbi,
  publicActions,
  walletActions,
} from 'viem'
import {
  bynameResolverAbi as abi,
  bynameResolverBytecode as bytecode,
} from '../../../contracts/artifacts/BynameResolver.ts'
import { startAnvil } from '../../../devnet/src/anvil.ts'
import { fromHex, toHex } from '../../../server/src/crypto/hex.ts'
import { fileName, parseFile } from '../../../server/src/frozen/file.ts'
import { type Manifest, manifestFile, parseManifest } from '../../../server/src/frozen/manifest.ts'
import { bitsOfTile } from '../../../server/src/frozen/tree.ts'
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
  readonly files: number
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
  const rows = measured.map(({ manifest, freeze, verify, files, bytes, largest }) => [
    whole(manifest.names),
    whole(files),
    figure(freeze.seconds),
    figure(freeze.cpuSeconds),
    figure(freeze.peakBytes / mebibyte),
    figure(verify.seconds),
    figure(verify.cpuSeconds),
    figure(bytes / mebibyte),
    figure(bytes / manifest.names),
    whole(bytes / files),
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
  return { manifest, freeze, verify, ...(await sizesOf(zone)), gas }
}

async function sizesOf(zone: string): Promise<Sizes> {
  const names = (await readdir(zone)).filter((name) => name !== manifestFile)
  const sizes = names.map((name) => statSync(join(zone, name)).size)
  return {
    files: names.length,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    largest: sizes.reduce((largest, size) => Math.max(largest, size), 0),
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

/** Of the callback with the bucket, the last one of a lookup. */
async function measureGas(zone: string, { root, depth }: Manifest): Promise<Measurement['gas']> {
  const { rpcUrl, stop } = await startAnvil({ chainId })
  try {
    const client = createClient({ transport: http(rpcUrl), pollingInterval: 10 })
      .extend(publicActions)
      .extend(walletActions)
    const [account] = await client.getAddresses()
    if (!account) throw new Error('The chain has no account.')
    const urls = ['http://127.0.0.1']
    const data = encodeDeployData({ abi, bytecode, args: [account, urls, [], 604_800n, 0n] })
    const deployed = await client.sendTransaction({ account, data, chain: null })
    const { contractAddress: to, gasUsed } = await client.waitForTransactionReceipt({ hash: deployed })
    for (const call of [
      encodeFunctionData({ abi, functionName: 'setFiles', args: [urls] }),
      encodeFunctionData({ abi, functionName: 'freeze', args: [root, depth] }),
    ])
      await client.waitForTransactionReceipt({
        hash: await client.sendTransaction({ account, to, data: call, chain: null }),
      })
    const measured: [string, bigint][] = [['deployment', gasUsed]]
    for (const [title, name, call] of calls()) {
      const file = await readBucket(zone, { root, depth }, namehash(name))
      const question = encodePacked(
        ['bytes32', 'uint8', 'uint8', 'bytes32', 'bytes'],
        [file.hash, depth, 0, namehash(name), call],
      )
      const args = [file.content, question] as const
      const callback = encodeFunctionData({ abi, functionName: 'resolveFromFile', args })
      measured.push([title, await client.estimateGas({ account, to, data: callback })])
    }
    return measured
  } finally {
    await stop()
  }
}

/** The bucket of a node, found by the files on the way. */
async function readBucket(zone: string, { root, depth }: Pick<Manifest, 'root' | 'depth'>, node: Hex) {
  let hash = root
  let bits = depth
  for (;;) {
    const content = parseFile(await readFile(join(zone, fileName(fromHex(hash))), 'utf8'))
    if (bits === 0) return { hash, content: toHex(content) }
    const width = bitsOfTile(bits)
    bits -= width
    const index = Number((BigInt(node) >> BigInt(256 - depth + bits)) & BigInt(2 ** width - 1))
    hash = toHex(content.subarray(32 * index, 32 * index + 32))
  }
}
