import {
  type Address,
  encodeFunctionData,
  getAddress,
  type Hex,
  parseAbi,
  serializeErc6492Signature,
  zeroHash,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deploy, localWallet } from '../../support/chain/deployer.ts'
import { sendSignIn, type WireSession } from '../../support/credentials/sessions.ts'
import {
  createWallet,
  type SignedMessage,
  type Signer,
  signMessage,
  toSignedHeaders,
} from '../../support/credentials/signed-headers.ts'
import {
  purposeOf,
  sendRelease,
  sendTransfer,
  transferResources,
} from '../../support/credentials/single-use.ts'
import { openClaims, sendClaim } from '../../support/entities/claims.ts'
import { type ApiResponse, dataOf, expectError } from '../../support/http/api-client.ts'
import {
  type ChainId,
  startTestSandbox,
  type TestSandbox,
  viemClient,
} from '../../support/service/sandbox.ts'
import { createPasskeyAccount, deployBoundAccount } from '../../support/wallets/bound-accounts.ts'
import { createPasskey, passkeyAccount, placePasskeyFactory } from '../../support/wallets/passkey-account.ts'

const factoryAbi = parseAbi([
  'function create(address owner, bytes32 salt) returns (address)',
  'function addressOf(address owner, bytes32 salt) view returns (address)',
])

const owner = privateKeyToAccount(generatePrivateKey())

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())

/** A message in the name of `wallet`, signed by its owner's key. */
function signAs(wallet: Address, chainId: ChainId) {
  return signMessage(owner, { chainId, address: wallet })
}

function add(label: string, chainId: ChainId, signed: SignedMessage): Promise<ApiResponse> {
  const headers = { 'x-api-key': sandbox.file.apiKey, ...toSignedHeaders(signed) }
  return sandbox.call('POST', '/ens/v1/subname/add', {
    headers,
    body: { username: label, ensDomain: 'demo.eth', chainId },
  })
}

test('rule: a contract wallet signs for itself (ERC-1271), and the name is its own', async () => {
  const wallet = await deploy(sandbox.devnet.rpcUrl(1), 'SmartAccount', owner.address)
  dataOf(await add('contract', 1, await signAs(wallet, 1)))
  expect(await viemClient(sandbox).getEnsAddress({ name: 'contract.demo.eth', strict: true })).toBe(
    getAddress(wallet),
  )
})

test('rule: a contract wallet of one chain signs nothing on the other', async () => {
  const wallet = await deploy(sandbox.devnet.rpcUrl(1), 'SmartAccount', owner.address)
  expectError(
    await add('elsewhere', 11155111, await signAs(wallet, 11155111)),
    401,
    'InvalidSignatureException',
  )
})

test('rule: a wallet that is not deployed yet signs too (ERC-6492)', async () => {
  const rpcUrl = sandbox.devnet.rpcUrl(1)
  const factory = await deploy(rpcUrl, 'SmartAccountFactory')
  const args = [owner.address, zeroHash] as const
  const wallet = await localWallet(rpcUrl).readContract({
    address: factory,
    abi: factoryAbi,
    functionName: 'addressOf',
    args,
  })
  const signed = await signAs(wallet, 1)
  const signature = serializeErc6492Signature({
    address: factory,
    data: encodeFunctionData({ abi: factoryAbi, functionName: 'create', args }),
    signature: signed.signature,
  })
  dataOf(await add('counterfactual', 1, { ...signed, signature }))
  expect(await viemClient(sandbox).getEnsAddress({ name: 'counterfactual.demo.eth', strict: true })).toBe(
    wallet,
  )
})

test('401 when another key signs for a contract wallet', async () => {
  const wallet = await deploy(sandbox.devnet.rpcUrl(1), 'SmartAccount', owner.address)
  const otherAccount = privateKeyToAccount(generatePrivateKey())
  const signed = await signMessage(otherAccount, { chainId: 1, address: wallet })
  expectError(await add('stolen', 1, signed), 401, 'InvalidSignatureException')
})

test('rule: a contract wallet transfers a name to another, which releases it', async () => {
  const from = await deploy(sandbox.devnet.rpcUrl(1), 'SmartAccount', owner.address)
  const to = await deploy(sandbox.devnet.rpcUrl(1), 'SmartAccount', owner.address)
  dataOf(await add('shared', 1, await signAs(from, 1)))
  const name = 'shared.demo.eth'
  const sign = async (wallet: Address, resources: string[]) =>
    toSignedHeaders(await signMessage(owner, { chainId: 1, address: wallet, resources }))
  const transferTo = async (wallet: Address, by: Address) =>
    sendTransfer(sandbox, name, wallet, await sign(by, transferResources(name, wallet)))
  dataOf(await transferTo(to, from))
  expectError(await transferTo(to, from), 403, 'NotHolderException')
  expect(await viemClient(sandbox).getEnsAddress({ name, strict: true })).toBe(getAddress(to))
  dataOf(await sendRelease(sandbox, name, await sign(to, purposeOf('release', { name }))))
  expect(await viemClient(sandbox).getEnsAddress({ name })).toBeNull()
})

test('rule: contract wallets claim names, also one that is not deployed yet', async () => {
  const domain = { name: 'demo.eth', chainId: 1 }
  const key = sandbox.file.apiKey
  await openClaims({ call: sandbox.call, key }, domain)
  const rpcUrl = sandbox.devnet.rpcUrl(1)
  const [deployed, factory] = [
    await deploy(rpcUrl, 'SmartAccount', owner.address),
    await deploy(rpcUrl, 'SmartAccountFactory'),
  ]
  const args = [owner.address, zeroHash] as const
  const address = { address: factory, abi: factoryAbi, functionName: 'addressOf', args } as const
  const counterfactual = await localWallet(rpcUrl).readContract(address)
  const claimAs = async (wallet: Address, label: string, wrap = (signature: Hex): Hex => signature) => {
    const resources = purposeOf('claim', { name: `${label}.demo.eth` })
    const signed = await signMessage(owner, { chainId: 1, address: wallet, resources })
    const headers = toSignedHeaders({ ...signed, signature: wrap(signed.signature) })
    return sendClaim(sandbox, domain, label, headers)
  }
  dataOf(await claimAs(deployed, 'claimed'), 201)
  const data = encodeFunctionData({ abi: factoryAbi, functionName: 'create', args })
  const wrap = (signature: Hex) => serializeErc6492Signature({ address: factory, data, signature })
  dataOf(await claimAs(counterfactual, 'early', wrap), 201)
  const client = viemClient(sandbox)
  expect(await client.getEnsAddress({ name: 'claimed.demo.eth', strict: true })).toBe(getAddress(deployed))
  expect(await client.getEnsAddress({ name: 'early.demo.eth', strict: true })).toBe(counterfactual)
  expectError(await claimAs(createWallet().address, 'stolen'), 401, 'InvalidSignatureException')
})

test.each([1, 11155111] as const)(
  'rule: an account with a passkey claims a name on chain %i before it is deployed (ERC-6492), and signs for it later (ERC-1271)',
  async (chainId) => {
    const rpcUrl = sandbox.devnet.rpcUrl(chainId)
    const domain = { name: 'demo.eth', chainId }
    await openClaims({ call: sandbox.call, key: sandbox.file.apiKey }, domain)
    await placePasskeyFactory(rpcUrl)
    const [account, other] = [
      await passkeyAccount(rpcUrl, chainId, createPasskey()),
      await passkeyAccount(rpcUrl, chainId, createPasskey()),
    ]
    const sign = (label: string, action = 'claim') =>
      signMessage(account, { chainId, resources: purposeOf(action, { name: `${label}.demo.eth` }) })
    const claim = async (label: string, signed: SignedMessage) =>
      sendClaim(sandbox, domain, label, toSignedHeaders(signed))
    dataOf(await claim('passkey', await sign('passkey')), 201)
    expect(await account.isDeployed()).toBe(false)
    const client = viemClient(sandbox, chainId)
    expect(await client.getEnsAddress({ name: 'passkey.demo.eth', strict: true })).toBe(account.address)
    const bySomeKey = { ...(await sign('stolen')), signature: await other.signMessage({ message: 'a' }) }
    expectError(await claim('stolen', bySomeKey), 401, 'InvalidSignatureException')
    const asAnother = { ...(await sign('as-another')), address: other.address }
    expectError(await claim('as-another', asAnother), 401, 'InvalidSignatureException')

    const { factory, factoryData } = await account.getFactoryArgs()
    const wallet = localWallet(rpcUrl)
    const hash = await wallet.sendTransaction({ to: factory, data: factoryData, chain: null })
    await wallet.waitForTransactionReceipt({ hash })
    const signed = await sign('deployed')
    expect(signed.signature.endsWith('6492')).toBe(false)
    dataOf(await claim('deployed', signed), 201)
  },
)

test('rule: a contract wallet signs in to the console, and another key cannot sign in as it', async () => {
  const wallet = await deploy(sandbox.devnet.rpcUrl(1), 'SmartAccount', owner.address)
  const { url } = sandbox.file
  const signInBy = async (account: typeof owner) => {
    const fields = {
      chainId: 1,
      address: wallet,
      domain: new URL(url).host,
      resources: purposeOf('sign-in', {}),
    }
    return sendSignIn({ ...sandbox, url }, toSignedHeaders(await signMessage(account, fields)))
  }
  const session = dataOf<WireSession>(await signInBy(owner), 201)
  expect(session).toMatchObject({ address: getAddress(wallet), isOperator: false })
  const other = privateKeyToAccount(generatePrivateKey())
  expectError(await signInBy(other), 401, 'InvalidSignatureException')
})

const refused = { status: 401, name: 'InvalidSignatureException' }

/** The ways in which a wallet vouches for itself: sign-in, a name for it, a claim. */
async function tryAll(signer: Signer, label: string, { address = signer.address, site = '' } = {}) {
  const { url } = sandbox.file
  const sign = (resources: string[], domain?: string) =>
    signMessage(signer, { chainId: 1, address, resources, ...(domain !== undefined && { domain }) })
  const signIn = await sign(purposeOf('sign-in', {}), site === '' ? new URL(url).host : site)
  const claim = await sign(purposeOf('claim', { name: `${label}-claimed.demo.eth` }))
  const responses = [
    await sendSignIn({ ...sandbox, url }, toSignedHeaders(signIn)),
    await add(`${label}-added`, 1, await sign([])),
    await sendClaim(sandbox, { name: 'demo.eth', chainId: 1 }, `${label}-claimed`, toSignedHeaders(claim)),
  ]
  return responses.map(({ status, body }) =>
    status < 400 ? 'accepted' : { status, name: /"error":"(\w+)/.exec(JSON.stringify(body))?.[1] },
  )
}

const all = (outcome: unknown) => [outcome, outcome, outcome]

test('rule: a wallet that binds its signatures (ERC-7739) signs for itself, for no other of its owner, and on no other chain', async () => {
  const rpcUrl = sandbox.devnet.rpcUrl(1)
  await openClaims({ call: sandbox.call, key: sandbox.file.apiKey }, { name: 'demo.eth', chainId: 1 })
  const [one, other] = [await deployBoundAccount(rpcUrl, owner), await deployBoundAccount(rpcUrl, owner)]
  expect(await tryAll(one.signer(), 'bound')).toEqual(all('accepted'))
  expect(await tryAll(one.signer({ account: other.address }), 'of-another')).toEqual(all(refused))
  expect(await tryAll(one.signer(), 'as-another', { address: other.address })).toEqual(all(refused))
  expect(await tryAll(one.signer({ chainId: 11155111 }), 'elsewhere')).toEqual(all(refused))
  expect(await tryAll({ address: one.address, signMessage: owner.signMessage }, 'plain')).toEqual(
    all(refused),
  )
  const [foreign] = await tryAll(one.signer(), 'foreign', { site: 'https://other.example' })
  expect(foreign).toEqual({ status: 403, name: 'OriginNotAllowedException' })
})

test('rule: an account that delegates (EIP-7702) signs by a P-256 key, also before the delegation is on chain (ERC-8010)', async () => {
  const rpcUrl = sandbox.devnet.rpcUrl(1)
  const [account, other] = [await createPasskeyAccount(rpcUrl), await createPasskeyAccount(rpcUrl)]
  const { withDelegation } = account
  expect(await tryAll(other.signer(), 'not-yet')).toEqual(all(refused))
  expect(await tryAll(withDelegation(), 'delegating')).toEqual(all('accepted'))
  expect(await tryAll(withDelegation({ chainId: 0 }), 'any-chain')).toEqual(all('accepted'))
  expect(await tryAll(withDelegation({ chainId: 11155111 }), 'other-chain')).toEqual(all(refused))
  expect(await tryAll(withDelegation({ by: other.key }), 'not-its-own')).toEqual(all(refused))
  expect(await tryAll(withDelegation({ nonce: 1 }), 'other-nonce')).toEqual(all(refused))
  expect(await tryAll(withDelegation({ data: '0x' }), 'without-key')).toEqual(all(refused))
  expect(await tryAll(withDelegation(), 'for-another', { address: other.address })).toEqual(all(refused))
  await account.delegate()
  expect(await tryAll(account.signer(), 'delegated')).toEqual(all('accepted'))
  expect(await tryAll(withDelegation(), 'again')).toEqual(all('accepted'))
  expect(await tryAll(other.signer(), 'other-key', { address: account.address })).toEqual(all(refused))
  expect(await tryAll(account.signer({ account: other.address }), 'bound-to-other')).toEqual(all(refused))
  expect(await tryAll(account.key, 'own-key')).toEqual(all('accepted'))
})
