import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anchorDue } from '../../../src/anchor/anchor-due.ts'
import { addSealTree } from '../../../src/core/seals/add-tree.ts'
import { scanSeals } from '../../../src/core/seals/scan-seals.ts'
import { type EnsName, normalizeName } from '../../../src/ens/names.ts'
import { type FileHost, startFileHost } from '../../support/anchors/file-host.ts'
import { fundAccount } from '../../support/anchors/fund.ts'
import { addName, type OnboardedDomain, onboardNewDomain } from '../../support/chain/onboard-domain.ts'
import { send } from '../../support/chain/registry-writes.ts'
import { addressRecord, nextMonth, sealName, sendAsOwner, signSet } from '../../support/chain/sealed-names.ts'
import { createFolder } from '../../support/folders.ts'
import { dataOf } from '../../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox, viemClient } from '../../support/service/sandbox.ts'

const key = `0x${'b7'.repeat(32)}` as const
const signed = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const issued = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const records = { addresses: [{ coinType: 60, address: issued }] }
const holder = privateKeyToAccount(generatePrivateKey())
const issuer = privateKeyToAccount(generatePrivateKey())

let host: FileHost
let sandbox: TestSandbox
let domain: OnboardedDomain

beforeAll(async () => {
  const root = join(await createFolder('anchors'), 'files')
  await mkdir(root)
  host = await startFileHost(root)
  sandbox = await startTestSandbox({
    ANCHOR_TARGETS: `${root}=${host.url}`,
    ANCHOR_KEY_1: key,
    OUTBOUND_ALLOWED_ORIGINS: host.url,
  })
  domain = await onboardNewDomain(sandbox, { label: 'kept', scheme: 'merkle', form: 'GET' })
  await fundAccount(sandbox.devnet.rpcUrl(1), privateKeyToAccount(key).address)
})
afterAll(async () => {
  await sandbox.stop()
  await host.close()
})

function nameOf(label: string): EnsName {
  return normalizeName(`${label}.${domain.name}`)
}

async function storeSet(label: string): Promise<void> {
  const set = {
    ...{ name: nameOf(label), sequence: 1n, validUntil: nextMonth() },
    records: [addressRecord(60, signed)],
  }
  const response = await signSet(domain, set, holder)
  const path = `/byname/v1/names/${nameOf(label)}/sealed-set?chainId=1`
  dataOf(await sandbox.call('PUT', path, { body: { response } }))
}

interface Report {
  readonly ownerCalls: readonly { readonly to: Hex; readonly data: Hex }[]
}

/** Switched on, sent by the owner, and published, as the service does it. */
async function anchor(): Promise<void> {
  const path = `/byname/v1/domains/${domain.name}/anchor?chainId=1`
  const headers = { 'x-api-key': sandbox.file.adminKey }
  const { ownerCalls } = dataOf<Report>(await sandbox.call('PUT', path, { headers }))
  const owner = await viemClient(sandbox).readContract({
    address: domain.resolver,
    abi: [
      {
        type: 'function',
        name: 'owner',
        inputs: [],
        outputs: [{ type: 'address' }],
        stateMutability: 'view',
      },
    ],
    functionName: 'owner',
  })
  for (const { to, data } of ownerCalls) await send(sandbox.devnet.rpcUrl(1), owner, to, data)
  const { anchoring } = sandbox.context
  if (!anchoring) throw new Error('The settings name targets.')
  const onFailure = (_name: string, error: unknown) => {
    throw error
  }
  await anchorDue(anchoring, { onAnchored: () => {}, onFailure }, new AbortController().signal)
}

test('rule: in the dark sealed names are what their holders have signed, in storage and by a tree, and the others what was published', async () => {
  for (const label of ['stored', 'treed', 'plain', 'bare']) await addName(sandbox, domain, label, records)
  await sendAsOwner(sandbox, domain, { functionName: 'setIssuer', args: [issuer.address] })
  for (const label of ['stored', 'bare'])
    await sealName(sandbox, { ...domain, name: nameOf(label), issuer, holder })
  const tree = await addSealTree(sandbox.context, [
    { name: nameOf('treed'), holder: holder.address, kind: 'account' },
  ])
  await sendAsOwner(sandbox, domain, { functionName: 'addSealTree', args: [tree.root, tree.depth] })
  await scanSeals(sandbox.context)
  for (const label of ['stored', 'treed']) await storeSet(label)
  await anchor()

  await sandbox.devnet.increaseTime(1, 604_800 + 60)
  const client = viemClient(sandbox)
  const addressOf = (label: string) => client.getEnsAddress({ name: nameOf(label), strict: true })
  const before = host.requests.length
  expect(await addressOf('stored')).toBe(signed)
  expect(await addressOf('treed')).toBe(signed)
  expect(await addressOf('plain')).toBe(issued)
  // Its holder has signed nothing yet.
  await expect(addressOf('bare')).rejects.toThrow()
  expect(host.requests.length).toBeGreaterThan(before)
})
