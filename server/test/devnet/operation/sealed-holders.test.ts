import {
  type Address,
  concat,
  encodePacked,
  getAddress,
  type Hex,
  hashTypedData,
  hexToBytes,
  keccak256,
  size,
  slice,
  toHex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addSealTree } from '../../../src/core/seals/add-tree.ts'
import { scanSeals } from '../../../src/core/seals/scan-seals.ts'
import { normalizeName } from '../../../src/ens/names.ts'
import { deploy, localWallet } from '../../support/chain/deployer.ts'
import { addName, type OnboardedDomain, onboardNewDomain } from '../../support/chain/onboard-domain.ts'
import {
  addressRecord,
  nextMonth,
  sendAsOwner,
  signSet,
  type TypedSigner,
} from '../../support/chain/sealed-names.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import {
  ethersProvider,
  startTestSandbox,
  type TestSandbox,
  viemClient,
} from '../../support/service/sandbox.ts'
import { createPasskey, type Passkey } from '../../support/wallets/passkey-account.ts'

const first = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const second = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

let sandbox: TestSandbox
let domain: OnboardedDomain
let rpcUrl: string

beforeAll(async () => {
  sandbox = await startTestSandbox()
  domain = await onboardNewDomain(sandbox, { label: 'holders', scheme: 'merkle', form: 'GET' })
  rpcUrl = sandbox.devnet.rpcUrl(1)
})
afterAll(() => sandbox.stop())

interface Holder extends TypedSigner {
  readonly kind: 'account' | 'passkey'
}

/** A contract that verifies signatures of its owner's key (ERC-1271). */
async function newContractHolder(): Promise<Holder> {
  const owner = privateKeyToAccount(generatePrivateKey())
  const address = await deploy(rpcUrl, 'SmartAccount', owner.address)
  return { kind: 'account', address, signTypedData: (data) => owner.signTypedData(data) }
}

const halfOrder = 0x7fffffff800000007fffffffffffffffde737d56d38bcf4279dce5617e3192a8n
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/** ASN.1 as an authenticator returns it: two integers of up to 33 bytes. */
function readDer(der: Uint8Array): readonly [r: bigint, s: bigint] {
  const lengthOfR = der[3] ?? 0
  const [r, s] = [der.slice(4, 4 + lengthOfR), der.slice(6 + lengthOfR)]
  return [BigInt(toHex(r)), BigInt(toHex(s))]
}

/** As docs/format.md has it. */
async function signWithPasskey({ publicKey, assert }: Passkey, digest: Hex): Promise<Hex> {
  const { authenticatorData, clientDataJson, signature } = await assert(hexToBytes(digest))
  const [r, s] = readDer(signature)
  return concat([
    publicKey,
    encodePacked(
      ['uint256', 'uint256', 'uint16'],
      [r, s > halfOrder ? order - s : s, authenticatorData.length],
    ),
    toHex(authenticatorData),
    toHex(clientDataJson),
  ])
}

function passkeyHolder(passkey: Passkey): Holder {
  const address: Address = getAddress(slice(keccak256(passkey.publicKey), 12))
  return {
    kind: 'passkey',
    address,
    signTypedData: (data) => signWithPasskey(passkey, hashTypedData(data)),
  }
}

const newHolders = {
  'a contract': newContractHolder,
  'a passkey': async () => passkeyHolder(createPasskey()),
} as const

const put = (name: string, response: Hex) =>
  sandbox.call('PUT', `/byname/v1/names/${name}/sealed-set?chainId=1`, { body: { response } })

let issued = 0

/** Issued here, and sealed by a tree. */
async function newSealedName(holder: Holder): Promise<string> {
  issued += 1
  const label = `holder-${issued}`
  await addName(sandbox, domain, label, { addresses: [{ coinType: 60, address: first }] })
  const name = normalizeName(`${label}.${domain.name}`)
  const { root, depth } = await addSealTree(sandbox.context, [
    { name, holder: holder.address as `0x${string}`, kind: holder.kind },
  ])
  await sendAsOwner(sandbox, domain, { functionName: 'addSealTree', args: [root, depth] })
  await scanSeals(sandbox.context)
  return name
}

const signedBy = (holder: TypedSigner, name: string, sequence = 1n, address: Address = second) =>
  signSet(domain, { name, sequence, validUntil: nextMonth(), records: [addressRecord(60, address)] }, holder)

describe.each(['a contract', 'a passkey'] as const)('a name that %s holds', (kind) => {
  test('resolves in clients to what the holder has signed', async () => {
    const holder = await newHolders[kind]()
    const name = await newSealedName(holder)
    dataOf(await put(name, await signedBy(holder, name)))
    expect(await viemClient(sandbox).getEnsAddress({ name, strict: true })).toBe(second)
    expect(await ethersProvider(sandbox).resolveName(name)).toBe(second)
    dataOf(await put(name, await signedBy(holder, name, 2n, first)))
    expect(await viemClient(sandbox).getEnsAddress({ name, strict: true })).toBe(first)
  })

  test('takes nothing of another holder of its kind, and nothing that is changed in any part', async () => {
    const holder = await newHolders[kind]()
    const name = await newSealedName(holder)
    expectError(
      await put(name, await signedBy(await newHolders[kind](), name)),
      ...([401, 'InvalidSignatureException'] as const),
    )
    const response = await signedBy(holder, name)
    for (let at = 0; at < size(response); at += 11) {
      const byte = (hexToBytes(slice(response, at, at + 1))[0] ?? 0) ^ 1
      const { status } = await put(
        name,
        concat([
          slice(response, 0, at),
          toHex(byte, { size: 1 }),
          at + 1 < size(response) ? slice(response, at + 1) : '0x',
        ]),
      )
      expect([400, 401], `byte ${at}`).toContain(status)
    }
    dataOf(await put(name, response))
  })
})

test('what a contract has signed counts as long as the contract confirms it', async () => {
  const holder = await newContractHolder()
  const name = await newSealedName(holder)
  dataOf(await put(name, await signedBy(holder, name)))
  expect(await viemClient(sandbox).getEnsAddress({ name, strict: true })).toBe(second)
  await localWallet(rpcUrl).request({ method: 'anvil_setCode', params: [holder.address, '0x'] } as never)
  await expect(viemClient(sandbox).getEnsAddress({ name, strict: true })).rejects.toThrow()
})

test.each(['BurningResolver', 'EndlessAccount'] as const)(
  'a holder that is a %s is refused, in time',
  async (contract) => {
    const address = await deploy(rpcUrl, contract)
    const key = privateKeyToAccount(generatePrivateKey())
    const holder: Holder = { kind: 'account', address, signTypedData: (data) => key.signTypedData(data) }
    const name = await newSealedName(holder)
    const { status } = await put(name, await signedBy(holder, name))
    expect(status).toBe(401)
  },
)
