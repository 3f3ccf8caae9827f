import { type Anvil, startAnvil } from '@byname/devnet/anvil'
import {
  type Address,
  concatHex,
  createTestClient,
  encodeFunctionData,
  getAddress,
  type Hex,
  http,
  pad,
  parseAbi,
  parseSignature,
  serializeCompactSignature,
  serializeErc6492Signature,
  signatureToCompactSignature,
  size,
  zeroAddress,
  zeroHash,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type AdmitCheck,
  createSignatureVerifier,
  type SignatureVerifier,
} from '../../../src/chain/signatures.ts'
import type { ChainId } from '../../../src/ens/chains.ts'
import { type ChainClients, createChainClients } from '../../../src/rpc/operator.ts'
import { deploy, localWallet } from '../../support/chain/deployer.ts'
import { deployHostileContract } from '../../support/chain/hostile-contract.ts'
import { type RpcProxy, startRpcProxy } from '../../support/chain/rpc-proxy.ts'
import { startHttpServer } from '../../support/http/http-server.ts'

const factoryAbi = parseAbi([
  'function create(address owner, bytes32 salt) returns (address)',
  'function addressOf(address owner, bytes32 salt) view returns (address)',
])

const message = 'example.com wants you to sign in\nwith a naïve message ✍️'
const signer = privateKeyToAccount(generatePrivateKey())
const otherAccount = privateKeyToAccount(generatePrivateKey())
const unreadable = createSignatureVerifier(createChainClients({ rpcUrls: {}, timeoutMs: 5_000 }))

let anvils: Anvil[]
let nodes: RpcProxy[]
let chains: ChainClients
let verifier: SignatureVerifier
/** Signers whose signatures needed a call. */
let admitted: Address[]
/** Milliseconds by which the verifier's clock is ahead. */
let ahead: number
let signature: Hex
let smartAccount: Address
let endlessAccount: Address
let factory: Address

beforeAll(async () => {
  anvils = await Promise.all([startAnvil({ chainId: 1 }), startAnvil({ chainId: 11155111 })])
  nodes = await Promise.all(anvils.map(({ rpcUrl }) => startRpcProxy(rpcUrl)))
  const [mainnet, sepolia] = nodes
  chains = createChainClients({ rpcUrls: { 1: mainnet?.url, 11155111: sepolia?.url }, timeoutMs: 5_000 })
  signature = await signer.signMessage({ message })
  smartAccount = await deploy(mainnetUrl(), 'SmartAccount', signer.address)
  endlessAccount = await deploy(mainnetUrl(), 'EndlessAccount')
  factory = await deploy(mainnetUrl(), 'SmartAccountFactory')
})

afterAll(async () => {
  await Promise.all(nodes.map((node) => node.close()))
  await Promise.all(anvils.map((anvil) => anvil.stop()))
})

beforeEach(() => {
  for (const { methods } of nodes) methods.length = 0
  admitted = []
  ahead = 0
  verifier = createSignatureVerifier(chains, () => performance.now() + ahead)
})

function mainnetUrl() {
  return anvils[0]?.rpcUrl ?? ''
}

/** The JSON-RPC methods that the test has called, on either chain. */
function calls() {
  return nodes.flatMap(({ methods }) => methods)
}

const admit: AdmitCheck = (signer, check) => {
  admitted.push(signer)
  return check()
}

function verify(address: Address, signed: string, chainId: ChainId = 1) {
  return verifier.verify(chainId, { address, message, signature: signed }, admit)
}

/**
 * The address of the wallet that `factory` would deploy for the signer, and the signer's signature wrapped for it, with call data
 * that is longer by as many bytes.
 */
async function counterfactual(padding = 0) {
  const args = [signer.address, zeroHash] as const
  const address = await localWallet(mainnetUrl()).readContract({
    address: factory,
    abi: factoryAbi,
    functionName: 'addressOf',
    args,
  })
  const data = encodeFunctionData({ abi: factoryAbi, functionName: 'create', args })
  const padded = concatHex([data, pad('0x', { size: padding })])
  return { address, wrapped: serializeErc6492Signature({ address: factory, data: padded, signature }) }
}

test('rule: the signature of an EOA is verified without a call', async () => {
  const signed = { address: signer.address, message, signature }
  expect(await unreadable.verify(1, signed, admit)).toBe(true)
  expect(await verifier.verify(11155111, signed, admit)).toBe(true)
  expect({ calls: calls(), admitted }).toEqual({ calls: [], admitted: [] })
})

test.each([
  ['with a recovery byte of 0 or 1', (hex: Hex) => hex.replace(/1b$/, '00').replace(/1c$/, '01')],
  ['in capital digits', (hex: Hex) => `0x${hex.slice(2).toUpperCase()}`],
  [
    'in the 64 bytes of EIP-2098',
    (hex: Hex) => serializeCompactSignature(signatureToCompactSignature(parseSignature(hex))),
  ],
])('rule: the signature of an EOA is accepted %s', async (_, write) => {
  for (let round = 0; round < 8; round++) {
    const text = `round ${round}`
    const written = write(await signer.signMessage({ message: text }))
    const signed = { address: signer.address, message: text, signature: written }
    expect(await unreadable.verify(1, signed, admit)).toBe(true)
  }
})

test('rule: bad signatures for an account without code cost one read of its code in a minute', async () => {
  expect(await verify(otherAccount.address, signature)).toBe(false)
  for (const text of ['0x', signature, `0x${'ab'.repeat(32 * 1024)}`, `${signature}00`])
    expect(await verify(otherAccount.address, text)).toBe(false)
  expect({ calls: calls(), admitted }).toEqual({ calls: ['eth_getCode'], admitted: [otherAccount.address] })
  ahead = 61_000
  expect(await verify(otherAccount.address, signature)).toBe(false)
  expect(calls()).toEqual(['eth_getCode', 'eth_getCode'])
})

test('rule: a signature that a contract wallet rejected is rejected again for a minute without a call', async () => {
  const refused = await otherAccount.signMessage({ message })
  expect(await verify(smartAccount, refused)).toBe(false)
  expect(await verify(smartAccount, refused)).toBe(false)
  expect(await verify(getAddress(smartAccount), refused.toUpperCase().replace('0X', '0x'))).toBe(false)
  expect({ calls: calls(), admitted: admitted.length }).toEqual({
    calls: ['eth_getCode', 'eth_call'],
    admitted: 1,
  })
  expect(await verify(smartAccount, signature)).toBe(true)
  ahead = 61_000
  expect(await verify(smartAccount, refused)).toBe(false)
  expect(calls()).toEqual(['eth_getCode', 'eth_call', 'eth_call', 'eth_call'])
})

test('rule: a check that may not be made is thrown, makes no call and is not cached', async () => {
  const refusing: AdmitCheck = () => Promise.reject(new Error('no room'))
  const signed = { address: smartAccount, message, signature }
  await expect(verifier.verify(1, signed, refusing)).rejects.toThrow('no room')
  expect(calls()).toEqual([])
  expect(await verify(smartAccount, signature)).toBe(true)
})

test('rule: a wallet that answers with 1 MB is rejected, not an outage', async () => {
  const wallet = await deployHostileContract(mainnetUrl())
  await wallet.answer('isValidSignature(bytes32,bytes)', { kind: 'returnZeros', length: 1_000_000 })
  expect(await verify(wallet.address, signature)).toBe(false)
})

test('rule: an RPC that fails with a page of 1 MB is an outage, and is asked twice', async () => {
  let requests = 0
  const broken = await startHttpServer((_, response) => {
    requests++
    response.writeHead(502).end('x'.repeat(1_000_000))
  })
  const dead = createSignatureVerifier(createChainClients({ rpcUrls: { 1: broken.url }, timeoutMs: 5_000 }))
  const { address, wrapped } = await counterfactual()
  await expect(dead.verify(1, { address, message, signature: wrapped }, admit)).rejects.toThrow(
    'answered HTTP 502',
  )
  expect(requests).toBe(2)
  await broken.close()
})

test('rule: a signature of 32 KiB by an undeployed wallet is verified in one call (ERC-6492)', async () => {
  const { address, wrapped } = await counterfactual(32 * 1024 - 32 * 13)
  expect(size(wrapped)).toBeLessThanOrEqual(32 * 1024)
  expect(size(wrapped)).toBeGreaterThan(32 * 1024 - 64)
  expect(await verify(address, wrapped)).toBe(true)
  expect(calls()).toEqual(['eth_call'])
})

test('rule: an RPC failure is an outage each time, and nothing is cached', async () => {
  const broken = await startHttpServer((_, response) => response.writeHead(500).end())
  const dead = createSignatureVerifier(createChainClients({ rpcUrls: { 1: broken.url }, timeoutMs: 5_000 }))
  const signed = { address: smartAccount, message, signature }
  for (const _ of ['the first time', 'again'])
    await expect(dead.verify(1, signed, admit)).rejects.toMatchObject({ name: 'UpstreamException' })
  expect(admitted).toHaveLength(2)
  await broken.close()
})

test('rule: an account with delegated code is verified as a contract (EIP-7702)', async () => {
  const delegating = privateKeyToAddress(generatePrivateKey())
  const test = createTestClient({ mode: 'anvil', transport: http(mainnetUrl()) })
  await test.setCode({ address: delegating, bytecode: `0xef0100${smartAccount.slice(2)}` })
  expect(await verify(delegating, signature)).toBe(true)
  expect(await verify(delegating, await otherAccount.signMessage({ message }))).toBe(false)
})

test('rule: the zero address signs nothing, though a failed recovery returns it', async () => {
  const garbled = `0x${'00'.repeat(65)}` as const
  const wrapped = serializeErc6492Signature({ address: factory, data: '0x', signature: garbled })
  for (const text of ['0x', garbled, signature, wrapped]) expect(await verify(zeroAddress, text)).toBe(false)
  expect(calls()).toEqual([])
})

test('rule: a signature over another message is rejected', async () => {
  const other = await signer.signMessage({ message: `${message}.` })
  expect(await verify(signer.address, other)).toBe(false)
})

test('rule: a signature that is not hex, or too long, is rejected without a call', async () => {
  const malformed = [
    '',
    '0',
    'garbage',
    signature.slice(2),
    `${signature}0`,
    `${signature} `,
    `0x${'zz'.repeat(65)}`,
  ]
  for (const text of [...malformed, `0x${'00'.repeat(32 * 1024 + 1)}`])
    expect(await verify(signer.address, text)).toBe(false)
  expect(await verify('0x1234', signature)).toBe(false)
  expect(calls()).toEqual([])
})

test('rule: a truncated, empty, overlong or garbled signature is rejected', async () => {
  const overlong = `0x${'00'.repeat(32 * 1024)}`
  const garbledWrapper = `0x${'11'.repeat(96)}${'6492'.repeat(16)}`
  for (const text of ['0x', signature.slice(0, 66), signature.slice(0, -4), `${signature}00`])
    expect(await verify(signer.address, text)).toBe(false)
  for (const text of [overlong, garbledWrapper]) expect(await verify(smartAccount, text)).toBe(false)
})

test('rule: an address with a wrong checksum is compared by its bytes', async () => {
  const address: Address = `0x${smartAccount.slice(2).toUpperCase()}`
  expect(await verify(address, signature)).toBe(true)
})

test('rule: a contract wallet is verified on its own chain only (ERC-1271)', async () => {
  expect(await verify(smartAccount, signature, 1)).toBe(true)
  expect(calls()).toEqual(['eth_getCode', 'eth_call'])
  expect(await verify(smartAccount, signature, 1)).toBe(true)
  expect(calls()).toEqual(['eth_getCode', 'eth_call', 'eth_call'])
  expect(await verify(smartAccount, signature, 11155111)).toBe(false)
})

test('rule: a contract wallet rejects the signature of another key', async () => {
  expect(await verify(smartAccount, await otherAccount.signMessage({ message }))).toBe(false)
})

test('rule: an undeployed wallet is verified in one call (ERC-6492)', async () => {
  const { address, wrapped } = await counterfactual()
  expect(await verify(address, wrapped)).toBe(true)
  expect(calls()).toEqual(['eth_call'])
  expect(await verify(address, wrapped, 11155111)).toBe(false)
})

test('rule: verifying an undeployed wallet does not deploy it', async () => {
  const { address, wrapped } = await counterfactual()
  await verify(address, wrapped)
  expect(await localWallet(mainnetUrl()).getCode({ address })).toBeUndefined()
})

test('rule: an ERC-6492 wrapper does not make another key the signer', async () => {
  const { wrapped } = await counterfactual()
  expect(await verify(otherAccount.address, wrapped)).toBe(false)
})

test('rule: a wallet that consumes all gas is rejected, not an outage', async () => {
  expect(await verify(endlessAccount, signature)).toBe(false)
})

test('rule: no URL named by a contract wallet is ever fetched (EIP-3668)', async () => {
  const requestedUrls: (string | undefined)[] = []
  const urlServer = await startHttpServer((request, response) => {
    requestedUrls.push(request.url)
    response.end('{"data":"0x"}')
  })
  const account = await deploy(mainnetUrl(), 'OffchainAccount', urlServer.url)
  expect(await verify(account, signature)).toBe(false)
  expect(requestedUrls).toEqual([])
  await urlServer.close()
})

test('503 when a call is needed and the chain has no RPC', async () => {
  const signed = { address: smartAccount, message, signature }
  await expect(unreadable.verify(1, signed, admit)).rejects.toMatchObject({
    name: 'ServiceUnavailableException',
    status: 503,
  })
})
