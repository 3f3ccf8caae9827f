import { concat, encodeAbiParameters, encodePacked, type Hex, keccak256, namehash, pad } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSealTree } from '../../../src/core/seals/add-tree.ts'
import { scanSeals } from '../../../src/core/seals/scan-seals.ts'
import { storeSealedSet } from '../../../src/core/seals/store-set.ts'
import { normalizeName } from '../../../src/ens/names.ts'
import { buildSealTree } from '../../../src/gateway/seal-tree.ts'
import { type OnboardedDomain, onboardNewDomain } from '../../support/chain/onboard-domain.ts'
import { addressRecord, nextMonth, sealName, sendAsOwner, signSet } from '../../support/chain/sealed-names.ts'
import { dataOf } from '../../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox, viemClient } from '../../support/service/sandbox.ts'

const nameCount = 1000
/** Of them, those that are sealed in storage; the others by a tree. */
const storedCount = 100

const wanted = `0x${'66'.repeat(20)}` as const
const signerKey = generatePrivateKey()

interface Target {
  readonly name: string
  readonly holder: PrivateKeyAccount
  /** What the holder has signed. */
  readonly address: Hex
}

let sandbox: TestSandbox
let domain: OnboardedDomain
let targets: readonly Target[]
const attacker = privateKeyToAccount(signerKey)

beforeAll(async () => {
  // The key of the gateway is the attacker's.
  sandbox = await startTestSandbox({ SIGNER_KEY_1: signerKey })
  domain = await onboardNewDomain(sandbox, { label: 'fortress', scheme: 'merkle', form: 'POST' })
  const issuer = privateKeyToAccount(generatePrivateKey())
  await sendAsOwner(sandbox, domain, { functionName: 'setIssuer', args: [issuer.address] })
  targets = Array.from({ length: nameCount }, (_, index) => ({
    name: `n${index}.${domain.name}`,
    holder: privateKeyToAccount(pad(`0x${(index + 1).toString(16)}`, { size: 32 })),
    address: pad(`0x${(index + 1).toString(16)}`, { size: 20 }),
  }))
  await issueAll()
  for (const { name, holder } of targets.slice(0, storedCount))
    await sealName(sandbox, { ...domain, name, issuer, holder })
  const tree = await addSealTree(
    sandbox.context,
    targets.slice(storedCount).map(({ name, holder }) => ({
      name: normalizeName(name),
      holder: holder.address,
      kind: 'account',
    })),
  )
  await sendAsOwner(sandbox, domain, { functionName: 'addSealTree', args: [tree.root, tree.depth] })
  await scanSeals(sandbox.context)
  for (const { name, holder, address } of targets) {
    const records = [addressRecord(60, address)]
    const response = await signSet(domain, { name, sequence: 1n, validUntil: nextMonth(), records }, holder)
    await storeSealedSet(sandbox.context, { chainId: 1, name: normalizeName(name), response })
  }
}, 240_000)
afterAll(() => sandbox.stop())

async function issueAll(): Promise<void> {
  const items = targets.map(({ name, address }) => ({
    ...{ action: 'issue', label: name.split('.')[0] },
    addresses: [{ coinType: 60, address }],
  }))
  const headers = { 'x-api-key': sandbox.file.adminKey }
  const body = { domain: domain.name, mode: 'atomic', items }
  dataOf(await sandbox.call('POST', '/byname/v1/names/batch?chainId=1', { headers, body }))
}

/** A live response for an address, as the gateway signs it. */
async function liveResponse(name: string): Promise<Hex> {
  const expires = BigInt(Math.floor(Date.now() / 1000) + 300)
  const result = pad(wanted, { size: 32 })
  const addr = concat(['0x3b3b57de', namehash(name)])
  const digest = keccak256(
    encodePacked(
      ['bytes2', 'address', 'uint256', 'uint64', 'bytes32', 'bytes32'],
      ['0x1900', domain.resolver, 1n, expires, keccak256(addr), keccak256(result)],
    ),
  )
  const signature = await attacker.sign({ hash: digest })
  return encodeAbiParameters(
    [{ type: 'bytes' }, { type: 'uint64' }, { type: 'bytes' }],
    [result, expires, signature],
  )
}

/** What is put in the place of a set, by the number of the attack. */
const forgeries: readonly ((target: Target, other: Target) => Promise<Hex>)[] = [
  // A set of the gateway's key.
  ({ name }) =>
    signSet(
      domain,
      { name, sequence: 9n, validUntil: nextMonth(), records: [addressRecord(60, wanted)] },
      attacker,
    ),
  // The set of another name, by its holder.
  async (_target, { name, holder }) =>
    signSet(
      domain,
      { name, sequence: 9n, validUntil: nextMonth(), records: [addressRecord(60, wanted)] },
      holder,
    ),
  ({ name }) => liveResponse(name),
  // The address is replaced behind the signature.
  async ({ name, holder, address }) => {
    const records = [addressRecord(60, address)]
    const response = await signSet(domain, { name, sequence: 9n, validUntil: nextMonth(), records }, holder)
    return concat([response.slice(0, -40) as Hex, wanted])
  },
  async () => '0x',
  // For another chain, by the holder.
  ({ name, holder }) =>
    signSet(
      { ...domain, chainId: 11155111 },
      { name, sequence: 9n, validUntil: nextMonth(), records: [addressRecord(60, wanted)] },
      holder,
    ),
]

async function keyOf(name: string): Promise<number> {
  const { key } = await sandbox.context.store.db
    .selectFrom('subnames')
    .select('subnames.key')
    .innerJoin('domains', 'domains.key', 'subnames.domainKey')
    .where('domains.name', '=', domain.name)
    .where('subnames.label', '=', name.split('.')[0] ?? '')
    .executeTakeFirstOrThrow()
  return key
}

/** Each name resolves to what its holder has signed, or to nothing; returns how many do. */
async function countUnchanged(some: readonly Target[]): Promise<number> {
  sandbox.context.responseCache.clear()
  const client = viemClient(sandbox)
  let unchanged = 0
  for (const { name, address } of some) {
    const resolved = await client.getEnsAddress({ name, strict: true }).catch(() => undefined)
    if (resolved === undefined) continue
    expect({ name, resolved: resolved?.toLowerCase() }).toEqual({ name, resolved: address })
    unchanged++
  }
  return unchanged
}

test('with the key of the gateway, its database and an admin key no address of a sealed name changes', async () => {
  const { store } = sandbox.context
  expect(await countUnchanged(targets)).toBe(nameCount)

  const headers = { 'x-api-key': sandbox.file.adminKey }
  const put = targets.slice(0, 20).map(({ name }) => ({
    ...{ action: 'put', label: name.split('.')[0], holder: attacker.address },
    addresses: [{ coinType: 60, address: wanted }],
  }))
  const body = { domain: domain.name, mode: 'each', items: put }
  const { succeeded } = dataOf<{ succeeded: number }>(
    await sandbox.call('POST', '/byname/v1/names/batch?chainId=1', { headers, body }),
  )
  expect(succeeded).toBe(0)

  // All that is stored says something else.
  await store.transaction(async (tx) => {
    const { records } = await tx.selectFrom('subnames').select('records').executeTakeFirstOrThrow()
    await tx
      .updateTable('subnames')
      .set(({ eb }) => ({ records, version: eb('version', '+', 1) }))
      .execute()
    await tx.deleteFrom('seals').execute()
  })
  expect(await countUnchanged(targets)).toBe(nameCount)
  for (const [index, target] of targets.entries()) {
    const forge = forgeries[index % forgeries.length]
    const response = await forge?.(target, targets[(index + 1) % nameCount] ?? target)
    const key = await keyOf(target.name)
    await store.db.updateTable('sealedSets').set({ response }).where('subnameKey', '=', key).execute()
  }
  await store.transaction((tx) =>
    tx
      .updateTable('subnames')
      .set(({ eb }) => ({ version: eb('version', '+', 1) }))
      .execute(),
  )
  expect(await countUnchanged(targets)).toBe(0)

  const sample = targets.filter((_, index) => index % 5 === 0)

  // Trees that say that the names are not sealed, or that the attacker holds them.
  const [tree] = await store.db.selectFrom('sealTrees').selectAll().execute()
  const own = buildSealTree(
    targets.map(({ name }) => ({ node: namehash(name), kind: 1, holder: attacker.address })),
  )
  const response = async ({ name }: Target) =>
    signSet(
      domain,
      { name, sequence: 9n, validUntil: nextMonth(), records: [addressRecord(60, wanted)] },
      attacker,
    )
  for (const target of targets) {
    const set = { response: await response(target) }
    const key = await keyOf(target.name)
    await store.db.updateTable('sealedSets').set(set).where('subnameKey', '=', key).execute()
  }
  for (const [bucket, proof] of own.proofs.entries())
    await store.db
      .updateTable('sealProofs')
      .set({ proof })
      .where('root', '=', tree?.root ?? '0x')
      .where('bucket', '=', bucket)
      .execute()
  expect(await countUnchanged(sample)).toBe(0)
  const empty = Buffer.concat([
    ...Array.from({ length: tree?.depth ?? 0 }, () => Buffer.alloc(32)),
    Buffer.alloc(4),
  ])
  await store.db.updateTable('sealProofs').set({ proof: empty }).execute()
  expect(await countUnchanged(sample)).toBe(0)
  await store.transaction((tx) => tx.updateTable('resolvers').set({ sealTrees: '' }).execute())
  expect(await countUnchanged(sample)).toBe(0)
}, 300_000)
