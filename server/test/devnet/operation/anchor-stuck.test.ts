import { bynameResolverAbi as abi } from '@byname/contracts/BynameResolver'
import { type Address, createTestClient, formatGwei, type Hex, http, publicActions } from 'viem'
import { foundry } from 'viem/chains'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type AnchorScene, prepareAnchor, startAnchorScene } from '../../support/anchors/scene.ts'
import { newSubname } from '../../support/databases/entities.ts'
import { insertSubnames } from '../../support/databases/insert-subnames.ts'
import { beginCommand } from '../../support/service/command.ts'
import { waitUntil } from '../../support/wait-until.ts'

let scene: AnchorScene
let anchor: Address
let chain: ReturnType<typeof controlChain>
let names = 0

function controlChain(rpcUrl: string) {
  return createTestClient({ chain: foundry, mode: 'anvil', transport: http(rpcUrl) }).extend(publicActions)
}

beforeAll(async () => {
  scene = await startAnchorScene()
  anchor = await prepareAnchor(scene)
  chain = controlChain(scene.devnet.rpcUrl(1))
}, 120_000)
afterAll(() => scene?.stop())
afterEach(() => chain.setAutomine(true))

/** Another root. */
function addName(): Promise<void> {
  names += 1
  return insertSubnames(scene.service.context.store, [newSubname(scene.domain, `n${names}`)])
}

async function beats(): Promise<readonly { readonly root: Hex; readonly hash: Hex }[]> {
  const { client, contract } = scene
  const logs = await client.getContractEvents({
    abi,
    address: contract,
    eventName: 'Beat',
    fromBlock: 0n,
    strict: true,
  })
  return logs.map(({ args, transactionHash }) => ({ root: args.root, hash: transactionHash }))
}

/** What waits of the anchor, by nonce. */
async function waiting(): Promise<
  readonly { readonly nonce: number; readonly fee: bigint; readonly hash: Hex }[]
> {
  const { pending, queued } = await chain.getTxpoolContent()
  return [pending, queued].flatMap((part) =>
    Object.entries(part)
      .filter(([address]) => address.toLowerCase() === anchor.toLowerCase())
      .flatMap(([, byNonce]) => Object.entries(byNonce))
      .map(([nonce, { maxFeePerGas, hash }]) => ({
        nonce: Number(nonce),
        fee: BigInt(maxFeePerGas ?? 0),
        hash: hash as Hex,
      })),
  )
}

const hasty = { ANCHOR_REPLACE_AFTER_SECONDS: '1' }
const patient = { ANCHOR_REPLACE_AFTER_SECONDS: '60' }

/** As a process of its own. */
function begin(settings: Readonly<Record<string, string>>) {
  return beginCommand(['anchor', scene.domain.name, '--json'], { ...scene.environment, ...settings })
}

async function row() {
  return scene.service.context.store.db.selectFrom('anchors').selectAll().executeTakeFirstOrThrow()
}

/** A killed run leaves its lease, which ends by time. */
async function endLease(): Promise<void> {
  await scene.service.context.store.db.updateTable('anchors').set({ leaseUntil: 0 }).execute()
}

async function firstWaiting() {
  await waitUntil('one waits', async () => (await waiting()).length === 1)
  const [first] = await waiting()
  if (!first) throw new Error('One waits.')
  return first
}

test('rule: a beat that is not mined is replaced with a higher fee, and one of them counts', async () => {
  await addName()
  const before = await beats()
  await chain.setAutomine(false)
  const command = begin(hasty)
  const first = await firstWaiting()
  await waitUntil('it has a higher fee', async () => (await waiting()).some(({ fee }) => fee > first.fee))
  expect(await waiting()).toMatchObject([{ nonce: first.nonce }])
  await chain.mine({ blocks: 1 })
  const { code, errors } = await command.ended()
  expect(code, errors).toBe(0)
  const after = await beats()
  expect(after).toHaveLength(before.length + 1)
  expect(await row()).toMatchObject({ transactionHash: after.at(-1)?.hash, root: after.at(-1)?.root })
}, 120_000)

test('rule: a beat that was dropped, as by another RPC, is sent again', async () => {
  await addName()
  const before = await beats()
  await chain.setAutomine(false)
  const command = begin(hasty)
  const { hash, nonce } = await firstWaiting()
  await chain.dropTransaction({ hash })
  const again = await firstWaiting()
  expect(again.nonce).toBe(nonce)
  await chain.mine({ blocks: 1 })
  expect((await command.ended()).code).toBe(0)
  expect(await beats()).toHaveLength(before.length + 1)
}, 120_000)

test('rule: the beat of a run that was killed before it was mined counts for the next run', async () => {
  await addName()
  const before = await beats()
  await chain.setAutomine(false)
  const killed = begin(patient)
  const { hash } = await firstWaiting()
  await killed.end('SIGKILL')
  await endLease()
  const next = begin(patient)
  await waitUntil('the next run has begun', async () => (await row()).leaseHolder !== null)
  await chain.mine({ blocks: 1 })
  const { code, errors } = await next.ended()
  expect(code, errors).toBe(0)
  expect(await beats()).toHaveLength(before.length + 1)
  expect(await row()).toMatchObject({ transactionHash: hash, problem: null })
}, 120_000)

test('rule: a beat of a killed run that is never mined is replaced by the next run', async () => {
  await addName()
  const before = await beats()
  await chain.setAutomine(false)
  const killed = begin(patient)
  const { hash, nonce } = await firstWaiting()
  await killed.end('SIGKILL')
  await endLease()
  await addName()
  const next = begin(hasty)
  await waitUntil('it is replaced', async () => (await waiting()).some((one) => one.hash !== hash))
  expect(await waiting()).toMatchObject([{ nonce }])
  await chain.mine({ blocks: 1 })
  expect((await next.ended()).code).toBe(0)
  const after = await beats()
  expect(after).toHaveLength(before.length + 1)
  expect(await row()).toMatchObject({ root: after.at(-1)?.root })
}, 120_000)

test('rule: no beat pays more than ANCHOR_MAX_FEE_GWEI, and the status has the reason why it is missing', async () => {
  await addName()
  const before = await beats()
  await chain.setAutomine(false)
  const command = begin({ ...hasty, ANCHOR_MAX_FEE_GWEI: '3' })
  const fees = new Set<string>()
  const watch = setInterval(async () => {
    for (const { fee } of await waiting().catch(() => [])) fees.add(formatGwei(fee))
  }, 20)
  const { code, errors } = await command.ended()
  clearInterval(watch)
  expect(code).toBe(1)
  expect(errors).toContain('is in no block of chain 1')
  for (const fee of fees) expect(Number(fee)).toBeLessThanOrEqual(3)
  expect(await row()).toMatchObject({ problem: expect.stringContaining('ANCHOR_MAX_FEE_GWEI (3)') })
  expect(await beats()).toHaveLength(before.length)
  await chain.mine({ blocks: 1 })
  await chain.setAutomine(true)
  const { printed, code: again } = await scene.run(['anchor', scene.domain.name])
  expect(again).toBe(0)
  const after = await beats()
  expect(after).toHaveLength(before.length + 1)
  expect(after.at(-1)).toEqual({ root: printed.root, hash: printed.transactionHash })
}, 120_000)

test('rule: a nonce that another process has used meanwhile is not used again, and its own beat follows', async () => {
  await addName()
  const before = await beats()
  await chain.setAutomine(false)
  const command = begin(patient)
  const { hash, nonce } = await firstWaiting()
  await chain.impersonateAccount({ address: anchor })
  await chain.dropTransaction({ hash })
  await chain.request({
    method: 'eth_sendTransaction' as never,
    params: [{ from: anchor, to: anchor, value: '0x0' }] as never,
  })
  await chain.mine({ blocks: 1 })
  const second = await firstWaiting()
  expect(second.nonce).toBe(nonce + 1)
  await chain.mine({ blocks: 1 })
  const { code, errors } = await command.ended()
  expect(code, errors).toBe(0)
  expect(await beats()).toHaveLength(before.length + 1)
}, 120_000)
