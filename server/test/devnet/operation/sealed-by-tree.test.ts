import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSealTree, type SealedBy } from '../../../src/core/seals/add-tree.ts'
import { scanSeals } from '../../../src/core/seals/scan-seals.ts'
import { normalizeName } from '../../../src/ens/names.ts'
import { buildSealTree } from '../../../src/gateway/seal-tree.ts'
import { addName, type OnboardedDomain, onboardNewDomain } from '../../support/chain/onboard-domain.ts'
import { addressRecord, nextMonth, sendAsOwner, signSet } from '../../support/chain/sealed-names.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox, viemClient } from '../../support/service/sandbox.ts'

const signed = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const stored = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

let sandbox: TestSandbox
let domain: OnboardedDomain

beforeAll(async () => {
  sandbox = await startTestSandbox()
  domain = await onboardNewDomain(sandbox, { label: 'trees', scheme: 'merkle', form: 'POST' })
})
afterAll(() => sandbox.stop())

const nameOf = (label: string) => normalizeName(`${label}.${domain.name}`)
const addressOf = (label: string) => viemClient(sandbox).getEnsAddress({ name: nameOf(label), strict: true })

async function addNames(...labels: readonly string[]): Promise<void> {
  for (const label of labels)
    await addName(sandbox, domain, label, { addresses: [{ coinType: 60, address: stored }] })
}

async function addTree(names: readonly SealedBy[]): Promise<void> {
  const { root, depth } = await addSealTree(sandbox.context, names)
  await sendAsOwner(sandbox, domain, { functionName: 'addSealTree', args: [root, depth] })
  await scanSeals(sandbox.context)
}

const put = (label: string, response: `0x${string}`) =>
  sandbox.call('PUT', `/byname/v1/names/${nameOf(label)}/sealed-set?chainId=1`, { body: { response } })

test('names of trees resolve to what their holders have signed, others to what is stored, by the first tree with the name', async () => {
  await addNames('anna', 'ben', 'cleo')
  const [first, second] = [generatePrivateKey(), generatePrivateKey()].map((key) => privateKeyToAccount(key))
  if (!first || !second) throw new Error('Two keys were made.')
  const sealed = (label: string, { address: holder }: typeof first) =>
    ({ name: nameOf(label), holder, kind: 'account' }) as const
  const others = Array.from({ length: 200 }, (_, index) => sealed(`other-${index}`, second))
  await addTree([sealed('anna', first), ...others])
  expect(await addressOf('ben')).toBe(stored)
  expect(await addressOf('absent')).toBeNull()
  await expect(addressOf('anna')).rejects.toThrow()
  await addTree([sealed('anna', second), sealed('ben', second)])
  const setOf = (label: string, holder: typeof first) =>
    signSet(
      domain,
      { name: nameOf(label), sequence: 1n, validUntil: nextMonth(), records: [addressRecord(60, signed)] },
      holder,
    )
  expectError(await put('anna', await setOf('anna', second)), 401, 'InvalidSignatureException')
  dataOf(await put('anna', await setOf('anna', first)))
  dataOf(await put('ben', await setOf('ben', second)))
  expect(await addressOf('anna')).toBe(signed)
  expect(await addressOf('ben')).toBe(signed)
  expect(await addressOf('cleo')).toBe(stored)
})

test('a tree that is not stored here is said to be missing, and nothing of the domain resolves until it is', async () => {
  const holder = privateKeyToAccount(generatePrivateKey())
  const leaf = { node: `0x${'ab'.repeat(32)}`, kind: 1, holder: holder.address.toLowerCase() } as const
  const { root, depth } = buildSealTree([{ ...leaf, holder: leaf.holder as `0x${string}` }])
  await addNames('dora')
  expect(await addressOf('dora')).toBe(stored)
  await sendAsOwner(sandbox, domain, { functionName: 'addSealTree', args: [root, depth] })
  await scanSeals(sandbox.context)
  await expect(addressOf('dora')).rejects.toThrow()
  expect(await addressOf('anna')).toBe(signed)
})
