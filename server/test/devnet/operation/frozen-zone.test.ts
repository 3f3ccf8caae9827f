import { appendFile, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bynameResolverAbi as abi } from '@byname/contracts/BynameResolver'
import { type Devnet, startDevnet } from '@byname/devnet'
import { minedReceipt } from '@byname/devnet/mined-receipt'
import { addEnsContracts } from '@ensdomains/ensjs'
import { getRecords } from '@ensdomains/ensjs/public'
import { JsonRpcProvider } from 'ethers'
import {
  createPublicClient,
  createWalletClient,
  decodeFunctionResult,
  encodeFunctionData,
  getAddress,
  type Hex,
  http,
  namehash,
  publicActions,
  toHex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { packetToBytes } from 'viem/ens'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { resolverDeployData } from '../../../src/chain/deploy-resolver.ts'
import { emptyRecords, type Records } from '../../../src/ens/stored-records.ts'
import type { Domain } from '../../../src/model/domain.ts'
import { updateDomainRecords } from '../../../src/store/entities/domain-changes.ts'
import { newSubname } from '../../support/databases/entities.ts'
import { insertSubnames } from '../../support/databases/insert-subnames.ts'
import { createFolder } from '../../support/folders.ts'
import { resolverAbi } from '../../support/gateway/calls.ts'
import { lookupName } from '../../support/gateway/client.ts'
import { type StaticServer, startStaticServer } from '../../support/http/static-server.ts'
import { runCommand } from '../../support/service/command.ts'
import { startTestService } from '../../support/service/service.ts'

const domainName = 'frozen.eth'
const count = 1000
const content = '0xe30101701220aabbccddeeff00112233445566778899aabbccddeeff00112233445566778899'
const bitcoin = '0x76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac'
const base = 0x80002105

/** A different record set for each name: all kinds, the default address, large texts, the zero address, and none. */
function recordsOf(index: number): Records {
  const address = toHex(index + 1, { size: 20 })
  return {
    addresses: [
      ...(index % 5 === 4
        ? []
        : [{ coinType: 60, address: index % 7 === 6 ? toHex(0, { size: 20 }) : address }]),
      ...(index % 3 === 0 ? [{ coinType: 0, address: bitcoin } as const] : []),
      ...(index % 4 === 1 ? [{ coinType: 0x80000000, address }] : []),
      ...(index % 6 === 2 ? [{ coinType: base, address: toHex(index + 5000, { size: 20 }) }] : []),
    ],
    texts: [
      { key: 'description', value: `name ${index} 🦊` },
      ...(index % 10 === 0 ? [{ key: 'avatar', value: `https://example.com/${index}.png` }] : []),
      ...(index % 250 === 3 ? [{ key: 'large', value: 'é'.repeat(6000) }] : []),
    ],
    contenthash: index % 8 === 0 ? content : null,
  }
}

const labels = Array.from({ length: count }, (_, index) => (index === 77 ? '🦊fox' : `n${index}`))
const nameOf = (label: string) => `${label}.${domainName}`
/** Issued names, the domain, a reservation, and names that nothing knows. */
const names = [...labels.map(nameOf), domainName, nameOf('reserved'), nameOf('absent'), nameOf('a.n1')]

/** Every call that the contract answers. */
function callsAbout(name: string): readonly Hex[] {
  const node = namehash(name)
  const coins = [60n, 0n, 0x80000000n, BigInt(base), 0x8000000an, 2n ** 40n]
  const keys = ['description', 'avatar', 'large', 'none']
  const encode = (functionName: string, ...args: readonly unknown[]) =>
    encodeFunctionData({ abi: resolverAbi, functionName, args: [node, ...args] } as never)
  return [
    encode('addr'),
    ...coins.flatMap((coin) => [encode('addr', coin), encode('hasAddr', coin)]),
    ...keys.map((key) => encode('text', key)),
    ...['contenthash', 'name', 'pubkey'].map((functionName) => encode(functionName)),
    encode('ABI', 15n),
    encode('interfaceImplementer', '0x01ffc9a7'),
    encode('setText', 'key', 'value'),
  ]
}

function multicallAbout(name: string): Hex {
  return encodeFunctionData({ abi: resolverAbi, functionName: 'multicall', args: [callsAbout(name)] })
}

let devnet: Devnet
let folder: string
let zone: string
let files: StaticServer
let contract: Hex
let root: Hex
let environment: Readonly<Record<string, string>>
/** What the gateway responded while it ran, by name. */
const responses = new Map<string, Hex>()

const withoutService = { DATA_DIR: '/nonexistent', DATABASE_URL: 'sqlite:/nonexistent/byname.db' }

/** Of a command that succeeds, with what it printed beside it. */
async function output(command: readonly string[]) {
  const { code, output, errors } = await runCommand([...command, '--json'], environment)
  expect(code, errors).toBe(0)
  return { ...JSON.parse(output), errors }
}

/** A domain of 1,000 names is frozen, its service stopped and its database deleted; its contract is deployed. */
beforeAll(async () => {
  folder = await createFolder('frozen')
  zone = join(folder, 'zone')
  const [service, chains] = await Promise.all([startTestService(), startDevnet({ chains: [1] })])
  devnet = chains
  try {
    const domain = await service.onboard({ name: domainName })
    await fill(service.context.store, domain)
    const resolver = service.resolvers[1]['chain-bound']
    for (const name of names)
      responses.set(name, await lookupName(service, resolver, name, multicallAbout(name)))
    const args = ['freeze', domainName, '--chain', '1', '--out', zone, '--json']
    const frozen = await runCommand(args, { DATA_DIR: service.context.config.dataDir })
    expect(frozen.code, frozen.errors).toBe(0)
    root = JSON.parse(frozen.output).root
  } finally {
    await service.stop()
  }
  files = await startStaticServer(zone)
  const [deployer] = devnet.accounts
  environment = {
    ...withoutService,
    RPC_URL_1: devnet.rpcUrl(1),
    DEPLOYER_KEY: deployer?.privateKey ?? '',
    OWNER_KEY: deployer?.privateKey ?? '',
  }
  const owner = deployer?.address ?? '0x'
  await devnet.registerName(1, 'frozen', { owner })
  const command = ['frozen', 'deploy', zone, '--owner', owner, '--url', files.url, '--private']
  const { address, errors } = await output(command)
  contract = address
  const freezing = `frozen set ${contract} ${zone} --url ${files.url} --private --key-from OWNER_KEY`.split(
    ' ',
  )
  expect((await runCommand(freezing, environment)).errors).toContain('--for-good')
  await output([...freezing, '--for-good'])
  // The transaction that the command prints, sent by the owner's wallet.
  const [, data, to] = /send (0x\w+) to (0x\w+)/.exec(errors) ?? []
  const account = privateKeyToAccount(deployer?.privateKey ?? '0x')
  const wallet = createWalletClient({ account, transport: http(devnet.rpcUrl(1)) }).extend(publicActions)
  await minedReceipt(wallet, await wallet.sendTransaction({ to: to as Hex, data: data as Hex, chain: null }))
}, 300_000)

afterAll(async () => {
  await files?.close()
  await devnet?.stop()
  await rm(folder, { recursive: true })
})

async function fill(store: Parameters<typeof insertSubnames>[0], domain: Domain): Promise<void> {
  const reserved = newSubname(domain, 'reserved', {
    isClaimed: false,
    claimedAt: null,
    records: recordsOf(1),
  })
  const issued = labels.map((label, index) => newSubname(domain, label, { records: recordsOf(index) }))
  await insertSubnames(store, [...issued, reserved])
  const records: Records = { ...emptyRecords, texts: [{ key: 'url', value: 'https://frozen.example' }] }
  await store.transaction((tx) => updateDomainRecords(tx, { domain, records, updatedAt: Date.now() }))
}

/** A stock client. */
function viemClient() {
  return createPublicClient({ chain: mainnet, transport: http(devnet.rpcUrl(1)) })
}

describe('without the service', () => {
  test('viem resolves names over all kinds of records, and null where there is no record', async () => {
    const client = viemClient()
    expect(await client.getEnsResolver({ name: nameOf('n0') })).toBe(getAddress(contract))
    for (const index of [0, 1, 2, 3, 6, 8, 77, 503, 996, 999]) {
      const name = nameOf(labels[index] ?? '')
      const { addresses, texts, contenthash } = recordsOf(index)
      const stored = (coin: number) => addresses.find(({ coinType }) => coinType === coin)?.address
      const isUnset = stored(60) === undefined || stored(60) === toHex(0, { size: 20 })
      const expected = isUnset ? stored(0x80000000) : stored(60)
      expect(await client.getEnsAddress({ name, strict: true })).toBe(expected ? getAddress(expected) : null)
      expect(await client.getEnsAddress({ name, coinType: 0n, strict: true })).toBe(stored(0) ?? null)
      for (const { key, value } of texts)
        expect(await client.getEnsText({ name, key, strict: true })).toBe(value)
      expect(await client.getEnsText({ name, key: 'none', strict: true })).toBeNull()
      const args = [
        toHex(packetToBytes(name)),
        callsAbout(name).find((call) => call.startsWith('0xbc1c58d1')) ?? '0x',
      ] as const
      const data = await client.readContract({
        address: contract,
        abi: resolverAbi,
        functionName: 'resolve',
        args,
      })
      expect(decodeFunctionResult({ abi: resolverAbi, functionName: 'contenthash', data })).toBe(
        contenthash ?? '0x',
      )
    }
    expect(await client.getEnsText({ name: domainName, key: 'url' })).toBe('https://frozen.example')
    for (const absent of ['absent', 'reserved', 'a.n1'])
      expect(await client.getEnsAddress({ name: nameOf(absent), strict: true })).toBeNull()
  })

  test('ethers resolves names, and null where there is no record', async () => {
    const provider = new JsonRpcProvider(devnet.rpcUrl(1))
    onTestFinished(() => provider.destroy())
    expect(await provider.resolveName(nameOf('n0'))).toBe(getAddress(toHex(1, { size: 20 })))
    const resolver = await provider.getResolver(nameOf('n0'))
    expect(await resolver?.getAvatar()).toBe('https://example.com/0.png')
    expect(await resolver?.getText('description')).toBe('name 0 🦊')
    expect(await resolver?.getContentHash()).toMatch(/^ipfs:\/\//)
    expect(await resolver?.getText('none')).toBeFalsy()
    expect(await provider.resolveName(nameOf('absent'))).toBeNull()
  })

  test('ensjs reads all records of a name with one way through the files', async () => {
    const client = createPublicClient({ chain: addEnsContracts(mainnet), transport: http(devnet.rpcUrl(1)) })
    files.requests.length = 0
    const name = nameOf('n0')
    const found = await getRecords(client, {
      name,
      texts: ['description', 'avatar', 'none'],
      coins: ['ETH', 'BTC'],
      contentHash: true,
      abi: true,
    })
    expect(found.texts).toEqual([
      { key: 'description', value: 'name 0 🦊' },
      { key: 'avatar', value: 'https://example.com/0.png' },
    ])
    expect(found.coins.map(({ id }) => id)).toEqual([60, 0])
    expect(found.contentHash).toMatchObject({ protocolType: 'ipfs' })
    expect(files.requests).toHaveLength(2)
  })

  test('rule: clients send a GET of the path alone, and every bucket is a file', async () => {
    files.requests.length = 0
    await viemClient().getEnsText({ name: nameOf('n5'), key: 'description' })
    const ofTile = `GET /${root.slice(2)}.json`
    expect(files.requests).toEqual([ofTile, expect.stringMatching(/^GET \/[0-9a-f]{64}\.json$/)])
    const client = viemClient()
    await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        client.getEnsAddress({ name: nameOf(`x${index}`), strict: true }),
      ),
    )
    expect(files.requests.length).toBeGreaterThan(200)
  })

  test('rule: each name answers every call as the gateway did', async () => {
    const client = createPublicClient({
      chain: mainnet,
      transport: http(devnet.rpcUrl(1), { timeout: 60_000 }),
    })
    const different: string[] = []
    for (let start = 0; start < names.length; start += 50)
      await Promise.all(
        names.slice(start, start + 50).map(async (name) => {
          const args = [toHex(packetToBytes(name)), multicallAbout(name)] as const
          const resolved = await client.readContract({
            address: contract,
            abi: resolverAbi,
            functionName: 'resolve',
            args,
          })
          if (resolved !== responses.get(name)) different.push(name)
        }),
      )
    expect(different).toEqual([])
    expect(responses.size).toBe(count + 4)
  })

  test('rule: a host without the files is passed over for the next one', async () => {
    const other = await startStaticServer(join(folder, 'nothing'))
    onTestFinished(other.close)
    await setUrls(other.url, files.url)
    expect(await description('n0')).toBe('name 0 🦊')
    expect(other.requests).toHaveLength(2)
    await setUrls(files.url)
  })

  test('rule: what a host has changed is an error, and never a record', async () => {
    files.requests.length = 0
    await description('n0')
    const path = join(zone, files.requests.at(-1)?.replace('GET /', '') ?? '')
    const original = await readFile(path, 'utf8')
    onTestFinished(() => writeFile(path, original))
    const [stored = '', changed = ''] = ['name 0', 'evil 0'].map((text) => Buffer.from(text).toString('hex'))
    await writeFile(path, original.replace(stored, changed))
    await expect(description('n0')).rejects.toThrow()
    await writeFile(path, await readFile(join(zone, `${root.slice(2)}.json`)))
    await expect(description('n0')).rejects.toThrow()
    await writeFile(path, original)
    expect(await description('n0')).toBe('name 0 🦊')
  })

  test('rule: without a key, what a wallet has to send is printed', async () => {
    const command = ['frozen', 'set', contract, zone, '--url', 'https://a.example/', '--json']
    const { output: printed } = await runCommand(command, environment)
    const zoneCall = encodeFunctionData({ abi, functionName: 'setZone', args: [root, 6] })
    const urlCall = encodeFunctionData({ abi, functionName: 'setFiles', args: [['https://a.example']] })
    const transaction = { chainId: 1, to: contract, value: '0' }
    expect(JSON.parse(printed)).toEqual([
      { title: 'change of the URLs', ...transaction, data: urlCall },
      { title: 'change of the zone', ...transaction, data: zoneCall },
    ])
    const owner = devnet.accounts[0]?.address ?? '0x'
    const deploy = ['frozen', 'deploy', zone, '--owner', owner, '--url', 'https://a.example', '--json']
    const deployment = await runCommand(deploy, { ...environment, DEPLOYER_KEY: '' })
    const data = resolverDeployData({ owner, urls: ['https://a.example'], signers: [] })
    expect(JSON.parse(deployment.output)).toEqual({ chainId: 1, data, value: '0' })
  })

  test('rule: URLs that clients cannot fetch files from, and a damaged zone, are refused before anything is sent', async () => {
    const owner = devnet.accounts[0]?.address ?? ''
    for (const [urls, reason] of [
      [[], 'Give --url once'],
      [['ipfs://bafy'], 'is not an http(s) URL'],
      [['https://a.example/{data}'], 'is not an http(s) URL'],
      [['https://a.example/#x'], 'is not an http(s) URL'],
      [[files.url], 'cannot reach'],
    ] as const) {
      const options = urls.flatMap((url) => ['--url', url])
      const { code, errors } = await runCommand(
        ['frozen', 'deploy', zone, '--owner', owner, ...options],
        environment,
      )
      expect({ code, errors }).toEqual({ code: 1, errors: expect.stringContaining(reason) })
    }
    const command = ['frozen', 'deploy', folder, '--owner', owner, '--url', 'https://a.example']
    expect((await runCommand(command, environment)).code).toBe(1)
  })
})

function description(label: string) {
  return viemClient().getEnsText({ name: nameOf(label), key: 'description', strict: true })
}

/** Of any bucket. */
async function bucketName(): Promise<string> {
  const name = (await readdir(zone)).find(
    (file) => file !== 'manifest.json' && file !== `${root.slice(2)}.json`,
  )
  if (name === undefined) throw new Error('The zone has buckets.')
  return name
}

async function setUrls(...urls: readonly string[]) {
  const options = urls.flatMap((url) => ['--url', url])
  await output(['frozen', 'set', contract, zone, ...options, '--private', '--key-from', 'OWNER_KEY'])
}

describe('byname verify', () => {
  test('a whole zone and each of its files are verified, and names are printed', async () => {
    const manifest = await output(['verify', zone, '--root', root])
    expect(manifest).toMatchObject({
      domain: domainName,
      chainId: 1,
      names: count + 1,
      depth: 6,
      root,
    })
    const name = await output(['verify', zone, '--name', nameOf('N10')])
    expect(name).toMatchObject({ name: nameOf('n10'), 'text description': 'name 10 🦊' })
    const tile = await output(['verify', join(zone, `${root.slice(2)}.json`)])
    expect(tile).toMatchObject({ hash: root, kind: 'tile', children: 64 })
    const bucket = await output(['verify', join(zone, await bucketName())])
    expect(bucket).toMatchObject({ kind: 'bucket', names: expect.any(Array) })
  })

  test('rule: another root, a changed file and a missing file are refused, with their names', async () => {
    const name = await bucketName()
    const path = join(zone, name)
    const original = await readFile(path, 'utf8')
    onTestFinished(() => writeFile(path, original))
    const outcome = async (...args: readonly string[]) => {
      const { code, errors } = await runCommand(['verify', ...args], withoutService)
      return `${code} ${errors}`
    }
    const wrongRoot = `0x${'12'.repeat(32)}`
    expect(await outcome(zone, '--root', wrongRoot)).toMatch(/^1 .*instead of 0x1212/)
    expect(await outcome(path, '--root', wrongRoot)).toMatch(/^1 Give the folder/)
    expect(await outcome(zone, '--name', nameOf('absent'))).toMatch(
      /^1 The zone proves that it has no absent/,
    )
    await appendFile(path, '\n')
    expect(await outcome(zone)).toContain(`\n  ${name}: It is not `)
    await rm(path)
    expect(await outcome(zone)).toContain(`\n  ${name}: ENOENT`)
  })
})
