import { text as readText } from 'node:stream/consumers'
import { bynameResolverAbi as abi } from '@byname/contracts/BynameResolver'
import { type Devnet, startDevnet } from '@byname/devnet'
import { minedReceipt } from '@byname/devnet/mined-receipt'
import {
  type Address,
  type ContractFunctionArgs,
  createPublicClient,
  createWalletClient,
  decodeFunctionData,
  encodeAbiParameters,
  type Hex,
  http,
  publicActions,
  toHex,
  zeroHash,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { packetToBytes } from 'viem/ens'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startHttpServer, type TestServer } from '../../../server/test/support/http/http-server.ts'
import { type VerifyOptions, verify } from '../../src/verify.ts'
import { type Files, filesOf } from './files.ts'
import {
  abi as callAbi,
  digestOf,
  domainOf,
  encodeLive,
  entries,
  holder,
  name,
  node,
  signedSet,
  signer,
  signHash,
  textResult,
} from './signed-answers.ts'

/** A gateway and a host of files in one; a test sets what it answers. */
interface Host extends TestServer {
  answer: (callData: Hex) => Promise<Hex> | Hex
  files: Files['contents']
  readonly asked: string[]
}

let devnet: Devnet
let host: Host
let resolver: Address

beforeAll(async () => {
  devnet = await startDevnet({ chains: [1] })
  host = await startHost()
  resolver = await devnet.deployResolver(1, {
    urls: [`${host.url}gateway`],
    signers: [signer.address],
    grace: 3600n,
  })
  const owner = devnet.accounts[0]?.address ?? '0x'
  await devnet.registerName(1, 'acme', { owner, resolver })
})
afterAll(async () => {
  await host.close()
  await devnet.stop()
})

async function startHost(): Promise<Host> {
  const state: Pick<Host, 'answer' | 'files' | 'asked'> = { answer: () => '0x', files: new Map(), asked: [] }
  const server = await startHttpServer(async (request, response) => {
    const { url = '' } = request
    state.asked.push(url)
    response.setHeader('content-type', 'application/json')
    if (url === '/gateway') {
      const { data }: { data: Hex } = JSON.parse(await readText(request))
      return response.end(JSON.stringify({ data: await state.answer(data) }))
    }
    if (url === '/redirects') return response.writeHead(302, { location: '/redirects' }).end()
    if (url === '/large') return response.end(`{"data":"0x${'00'.repeat(40_000)}"}`)
    const content = state.files.get(`0x${/^\/files\/([0-9a-f]{64})\.json$/.exec(url)?.[1]}`)
    return content ? response.end(JSON.stringify({ data: content })) : response.writeHead(404).end()
  })
  return Object.assign(state, server)
}

const client = () => createPublicClient({ chain: mainnet, transport: http(devnet.rpcUrl(1)) })
const now = async () => (await client().getBlock()).timestamp
const resolve = (options: Partial<VerifyOptions> = {}) =>
  verify(name, { rpc: devnet.rpcUrl(1), isAllowed: () => true, ...options })
const byClient = () => client().getEnsText({ name, key: 'url', strict: true })

async function send<
  Name extends 'setIssuer' | 'change' | 'setFiles' | 'setHeartbeat' | 'beat' | 'removeSigner' | 'addSigner',
>(
  functionName: Name,
  args: ContractFunctionArgs<typeof abi, 'nonpayable', Name>,
  account = devnet.accounts.at(-1),
) {
  const wallet = createWalletClient({
    account: privateKeyToAccount(account?.privateKey ?? '0x'),
    chain: mainnet,
    transport: http(devnet.rpcUrl(1)),
  }).extend(publicActions)
  // Safe: each function is given its own arguments.
  const hash = await wallet.writeContract({ address: resolver, abi, functionName, args } as never)
  await minedReceipt(wallet, hash)
}

/** What a gateway does: the one text, to each item of a multicall. */
async function live(callData: Hex): Promise<Hex> {
  const { args } = decodeFunctionData({ abi: callAbi, data: callData })
  const [, data] = args as readonly [Hex, Hex]
  const call = decodeFunctionData({ abi: callAbi, data })
  const result =
    call.functionName === 'multicall'
      ? encodeAbiParameters([{ type: 'bytes[]' }], [call.args[0].map(itemResult)])
      : textResult('https://live.example')
  const expires = (await now()) + 300n
  const hash = digestOf({ callData, result, expires, of: { chainId: 1n, resolver } })
  return encodeLive(result, expires, await signHash(hash))
}

const itemResult = (item: Hex) =>
  textResult(item.includes(toHex('url').slice(2).padEnd(64, '0')) ? 'https://live.example' : '')

describe('A name on a chain', () => {
  it('rule: live, a record is the gateway’s word, and what a client resolves', async () => {
    host.answer = live
    const report = await resolve()
    expect(report).toMatchObject({
      verdict: 'verified',
      word: 'gateway',
      signer: signer.address.toLowerCase(),
      resolver: resolver.toLowerCase(),
      records: [{ kind: 'text', key: 'url', value: 'https://live.example', word: 'gateway' }],
    })
    expect(await byClient()).toBe('https://live.example')
  })

  it('rule: what a host may cost is bounded, and where it is', async () => {
    const at = async (path: string, options: Partial<VerifyOptions> = {}) => {
      await devnet.setResolverUrls(1, resolver, [`${host.url}${path}`])
      const report = await resolve({ maxBytes: 60_000, ...options })
      return report.verdict === 'unverified' ? report.detail : report.verdict
    }
    expect(await at('gateway')).toBe('verified')
    expect(await at('large')).toContain('more than 60000 bytes')
    expect(await at('redirects')).toContain('more than 3 redirects')
    expect(await at('absent')).toContain('status 404')
    expect(await at('gateway', { isAllowed: ({ protocol }) => protocol === 'https:' })).toContain(
      'may be asked',
    )
    const waiting = Promise.withResolvers<Hex>()
    host.answer = () => waiting.promise
    expect(await at('gateway', { timeoutMs: 1500 })).toContain('did not answer')
    waiting.resolve('0x')
    host.answer = live
    await devnet.setResolverUrls(1, resolver, [`${host.url}gateway`])
  })

  it('rule: a signer’s word ends with the block that removes it', async () => {
    await send('removeSigner', [signer.address])
    expect(await resolve()).toMatchObject({ verdict: 'unverified', reason: 'UntrustedSigner' })
    await send('addSigner', [signer.address])
    expect(await resolve()).toMatchObject({ verdict: 'verified' })
  })

  it('rule: sealed, the records are the holder’s word', async () => {
    const issuer = privateKeyToAccount(signer.key)
    await send('setIssuer', [issuer.address])
    const message = {
      ...{ node, holder: holder.address, kind: 1, recovery: `0x${'00'.repeat(20)}` as Hex },
      ...{ sequence: 1n, until: (await now()) + 1000n },
    }
    const types = {
      Change: [
        ...[
          { name: 'node', type: 'bytes32' },
          { name: 'holder', type: 'address' },
          { name: 'kind', type: 'uint8' },
        ],
        ...[
          { name: 'recovery', type: 'address' },
          { name: 'sequence', type: 'uint64' },
          { name: 'until', type: 'uint64' },
        ],
      ],
    } as const
    const typed = {
      domain: domainOf({ chainId: 1n, resolver }),
      types,
      primaryType: 'Change',
      message,
    } as const
    const signatures = [issuer, privateKeyToAccount(holder.key)].map((account) =>
      account.signTypedData(typed),
    )
    const [authorization = '0x', consent = '0x'] = await Promise.all(signatures)
    await send('change', [message, authorization, consent, '0x'])

    host.answer = () => '0x'
    expect(await resolve()).toMatchObject({ verdict: 'unverified', reason: 'MalformedSet' })
    const validUntil = (await now()) + 10_000n
    host.answer = () => signedSet({ at: { chainId: 1n, resolver }, validUntil })
    const report = await resolve()
    expect(report).toMatchObject({
      verdict: 'verified',
      word: 'holder',
      signer: holder.address.toLowerCase(),
    })
    const records = report.verdict === 'verified' ? report.records : []
    expect(records).toHaveLength(entries.length)
    expect(records).toContainEqual({ kind: 'text', key: 'url', value: 'https://a.example', word: 'holder' })
    expect(await byClient()).toBe('https://a.example')
  })

  it('rule: dark, the files of the last beat answer, and the holder in them', async () => {
    const at = { chainId: 1n, resolver }
    const anchor = devnet.accounts[1]
    const set = await signedSet({ at, validUntil: (await now()) + 10_000n })
    const files = filesOf([{ node, entries: [['0x7f', set]] }], 9)
    host.files = files.contents
    await send('setFiles', [[`${host.url}files`]])
    await send('setHeartbeat', [anchor?.address ?? '0x', 0])
    await send('beat', [files.root, files.depth, zeroHash, 0n], anchor)
    expect(await resolve({ block: 0n })).toMatchObject({ verdict: 'unverified' })
    await devnet.increaseTime(1, 3601)

    host.asked.length = 0
    const wire = toHex(packetToBytes(name))
    expect(
      await client().readContract({ address: resolver, abi, functionName: 'trustOf', args: [wire] }),
    ).toBe(1)
    const report = await resolve()
    expect(report).toMatchObject({
      verdict: 'verified',
      word: 'holder',
      signer: holder.address.toLowerCase(),
    })
    expect(host.asked).toHaveLength(3)
    const ownPaths = [...host.asked]
    host.asked.length = 0
    expect(await byClient()).toBe('https://a.example')
    expect(host.asked).toEqual(ownPaths)

    host.files = new Map([...files.contents].map(([hash]) => [hash, '0x1234']))
    expect(await resolve()).toMatchObject({ verdict: 'unverified', reason: 'WrongFile' })
    host.files = files.contents
    await send('setFiles', [['https://gone.invalid']])
    expect(await resolve({ files: [`${host.url}files/`] })).toMatchObject({ verdict: 'verified' })
  })

  it('rule: a node of another chain, without the block, the name or the contract is said', async () => {
    expect(await resolve({ chainId: 5 })).toMatchObject({ reason: 'WrongChain' })
    expect(await resolve({ block: 10n ** 9n })).toMatchObject({ reason: 'NoSuchBlock' })
    const down = await resolve({ rpc: `${host.url}absent/secret` })
    expect(down).toMatchObject({ reason: 'RpcFailed' })
    expect(JSON.stringify(down)).not.toContain('secret')
    const { addresses, accounts } = devnet
    expect(await resolve({ resolver: addresses(1).registry })).toMatchObject({ reason: 'NotBynameResolver' })
    expect(await resolve({ resolver: accounts[0]?.address ?? '0x' })).toMatchObject({
      reason: 'NotBynameResolver',
    })
    expect(await verify('alice.absent.eth', { rpc: devnet.rpcUrl(1) })).toMatchObject({
      reason: 'NoResolver',
    })
    await expect(verify('Älice.acme.eth', { rpc: devnet.rpcUrl(1) })).rejects.toThrow('pass normalize')
  })
})
