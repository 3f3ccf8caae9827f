import { type Address, concatHex, numberToHex, serializeErc6492Signature, slice } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lowerCaseHex } from '../../../src/crypto/hex.ts'
import { authorizationDigest, recoverPayer } from '../../../src/payments/rules/authorization.ts'
import { type ContractName, deploy } from '../../support/chain/deployer.ts'
import { signOwnTransfer, signTransfer, terms, transferFrom } from '../../support/payments/authorizations.ts'
import { type PaymentChain, startPaymentChain } from '../../support/payments/chain.ts'
import { cancelAuthorization, sendAsThirdParty } from '../../support/payments/third-party.ts'

let chain: PaymentChain

beforeAll(async () => {
  chain = await startPaymentChain()
})
afterAll(() => chain.stop())

/** A contract wallet with a dollar, and the account that signs for it. */
async function newWallet(contract: ContractName = 'SmartAccount') {
  const owner = privateKeyToAccount(generatePrivateKey())
  const args = contract === 'SmartAccount' ? [owner.address] : []
  const address = lowerCaseHex(await deploy(chain.base.rpcUrl, contract, ...args))
  await chain.base.mint(address, 1_000_000n)
  return { owner, address }
}

test('rule: a payment that can be made passes, in four calls', async () => {
  const authorization = await signOwnTransfer(await chain.newPayer())
  const called = chain.node.methods.length
  const check = await chain.token.check(authorization)
  const block = await chain.control.getBlock()
  expect(check).toEqual({
    block: Number(block.number),
    time: block.timestamp,
    balance: 1_000_000n,
    isUsed: false,
    isTransferable: true,
  })
  expect(chain.node.methods.slice(called).sort()).toEqual([
    'eth_call',
    'eth_call',
    'eth_call',
    'eth_getBlockByNumber',
  ])
})

test('rule: a payer without funds cannot pay', async () => {
  const authorization = await signOwnTransfer(privateKeyToAccount(generatePrivateKey()))
  expect(await chain.token.check(authorization)).toMatchObject({
    balance: 0n,
    isUsed: false,
    isTransferable: false,
  })
})

test.each([
  ['expired', { validBefore: 1n }],
  ['not valid yet', { validAfter: 4_000_000_000n, validBefore: 5_000_000_000n }],
])('rule: a payment that is %s is rejected', async (_, given) => {
  const authorization = await signOwnTransfer(await chain.newPayer(), given)
  expect(await chain.token.check(authorization)).toMatchObject({ isUsed: false, isTransferable: false })
})

test('rule: a payment that another key signed is rejected', async () => {
  const payer = await chain.newPayer()
  const authorization = await signTransfer(await chain.newPayer(), transferFrom(payer.address))
  expect(await chain.token.check(authorization)).toMatchObject({ isTransferable: false })
})

test('rule: a recovery byte of 0 or 1 is sent to the token as 27 or 28', async () => {
  const authorization = await signOwnTransfer(await chain.newPayer())
  const last = numberToHex(Number(slice(authorization.signature, 64)) - 27, { size: 1 })
  const signature = concatHex([slice(authorization.signature, 0, 64), last])
  expect(await chain.token.check({ ...authorization, signature })).toMatchObject({ isTransferable: true })
})

test('rule: a high s is rejected by the token as it is here', async () => {
  const authorization = await signOwnTransfer(await chain.newPayer())
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const { signature } = authorization
  const s = numberToHex(order - BigInt(slice(signature, 32, 64)), { size: 32 })
  const v = numberToHex(55 - Number(slice(signature, 64)), { size: 1 })
  const other = concatHex([slice(signature, 0, 32), s, v])
  expect(await chain.token.check({ ...authorization, signature: other })).toMatchObject({
    isTransferable: false,
  })
  expect(recoverPayer(authorizationDigest(authorization, terms), other)).toBeNull()
})

test('rule: an authorization that was used or cancelled is used', async () => {
  const payer = await chain.newPayer()
  const used = await signOwnTransfer(payer)
  const cancelled = await signOwnTransfer(payer)
  const fresh = await signOwnTransfer(payer)
  await sendAsThirdParty(chain.base.rpcUrl, used)
  await cancelAuthorization(chain.base.rpcUrl, payer, cancelled.nonce)
  for (const authorization of [used, cancelled])
    expect(await chain.token.check(authorization)).toMatchObject({ isUsed: true, isTransferable: false })
  const { timestamp: time } = await chain.control.getBlock()
  expect(await chain.token.isUsed(used)).toEqual({ isUsed: true, time })
  expect(await chain.token.isUsed(cancelled)).toEqual({ isUsed: true, time })
  expect(await chain.token.isUsed(fresh)).toEqual({ isUsed: false, time })
})

test('rule: a contract wallet pays with a signature that it accepts (ERC-1271)', async () => {
  const { owner, address } = await newWallet()
  const authorization = await signTransfer(owner, transferFrom(address))
  const digest = authorizationDigest(authorization, terms)
  expect(await chain.token.isSignedByContract(authorization, digest)).toBe(true)
  expect(await chain.token.check(authorization)).toMatchObject({ isTransferable: true })
})

test('rule: an authorization that a contract wallet does not accept is not valid', async () => {
  const { address } = await newWallet()
  const authorization = await signOwnTransfer(await chain.newPayer(), { from: address })
  expect(await chain.token.isSignedByContract(authorization, authorizationDigest(authorization, terms))).toBe(
    false,
  )
})

test.each(['EndlessAccount', 'SmartAccountFactory'] as const)(
  'rule: a %s signs nothing',
  async (contract) => {
    const { owner, address } = await newWallet(contract)
    const authorization = await signTransfer(owner, transferFrom(address))
    expect(
      await chain.token.isSignedByContract(authorization, authorizationDigest(authorization, terms)),
    ).toBe(false)
    expect(await chain.token.check(authorization)).toMatchObject({ isTransferable: false })
    expect(await chain.relayer.draft(authorization)).toBeNull()
  },
)

test('rule: an EOA is not a contract, with any signature', async () => {
  const authorization = await signOwnTransfer(await chain.newPayer())
  expect(await chain.token.isSignedByContract(authorization, authorizationDigest(authorization, terms))).toBe(
    false,
  )
})

test('rule: a wallet that is not deployed yet cannot pay (ERC-6492)', async () => {
  const factory = await deploy(chain.base.rpcUrl, 'SmartAccountFactory')
  const owner = privateKeyToAccount(generatePrivateKey())
  const address: Address = '0x00000000000000000000000000000000000000ee'
  const signed = await signTransfer(owner, transferFrom(address))
  const signature = serializeErc6492Signature({ address: factory, data: '0x', signature: signed.signature })
  const authorization = { ...signed, signature }
  expect(await chain.token.isSignedByContract(authorization, authorizationDigest(authorization, terms))).toBe(
    false,
  )
})

test('502 when the token is not a contract', async () => {
  const authorization = await signOwnTransfer(await chain.newPayer())
  const code = await chain.control.getCode({ address: chain.base.token })
  await chain.control.setCode({ address: chain.base.token, bytecode: '0x' })
  try {
    await expect(chain.token.check(authorization)).rejects.toMatchObject({ name: 'UpstreamException' })
  } finally {
    await chain.control.setCode({ address: chain.base.token, bytecode: code ?? '0x' })
  }
})

/** Expects that all reads fail. */
async function failuresOf(reads: readonly Promise<unknown>[]): Promise<PromiseRejectedResult[]> {
  const outcomes = await Promise.allSettled(reads)
  const failures = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(failures).toHaveLength(reads.length)
  return failures
}

const never = new Promise<never>(() => {})

test.each([
  ['504 when the RPC does not respond', { kind: 'hold-call', until: never }, 'UpstreamTimeoutException'],
  ['502 when the node is gone', { kind: 'drop-call' }, 'UpstreamException'],
  ['502 when the response is lost', { kind: 'drop-response' }, 'UpstreamException'],
  [
    '502 when the RPC responds without JSON',
    { kind: 'respond', status: 200, body: '<html>' },
    'UpstreamException',
  ],
  [
    '502 when the RPC responds with another schema',
    { kind: 'respond', status: 200, body: '{"jsonrpc":"2.0","id":1,"result":"0xzz"}' },
    'UpstreamException',
  ],
  [
    '502 when the node has spent its quota',
    { kind: 'error', code: -32005, message: 'no' },
    'UpstreamException',
  ],
] as const)('%s', async (_, fault, name) => {
  const authorization = await signOwnTransfer(await chain.newPayer())
  const undo = chain.node.addFault(fault)
  try {
    const { token } = chain
    const reads = [
      token.check(authorization),
      token.isUsed(authorization),
      token.findTransfer(authorization, 0),
      token.isSignedByContract(authorization, authorization.nonce),
    ]
    for (const { reason } of await failuresOf(reads)) expect(reason).toMatchObject({ name })
  } finally {
    undo()
  }
})
