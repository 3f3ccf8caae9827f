import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getAddress, toHex } from 'viem'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { fundAccount } from '../../support/anchors/fund.ts'
import {
  type AnchorScene,
  addNumberedNames,
  countBeats,
  graceSeconds,
  prepareAnchor,
  startAnchorScene,
} from '../../support/anchors/scene.ts'
import { useDatabases } from '../../support/databases/stores.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { startFileBucket } from '../../support/media/bucket.ts'
import { kmsCredentials, kmsSettings, startKms } from '../../support/signers/kms-server.ts'

const databases = useDatabases('postgres')
let scene: AnchorScene

beforeAll(async () => {
  scene = await startAnchorScene({ databaseUrl: await databases.createMigrated() })
  await addNumberedNames(scene, 0, 60)
}, 120_000)
afterAll(() => scene?.stop())

test('rule: of two processes on PostgreSQL with folders of their own, one at a time anchors, and each root is whole', async () => {
  await prepareAnchor(scene)
  const { domain, folders, service, run } = scene
  const second = await temporaryFolder()
  await copyFile(join(service.context.config.dataDir, 'anchor-key-1'), join(second, 'anchor-key-1'))
  let expected = await countBeats(scene)
  for (let round = 0; round < 4; round++) {
    await addNumberedNames(scene, 100 + round * 10, 3)
    const outcomes = await Promise.all(
      [{}, { DATA_DIR: second }].map((settings) => run(['anchor', domain.name], settings)),
    )
    const refused = outcomes.filter(({ code }) => code !== 0)
    for (const { errors } of refused) expect(errors).toContain('is being anchored by another run')
    expected += 2 - refused.length
    expect(await countBeats(scene)).toBe(expected)
    const [anchor] = await service.context.store.db.selectFrom('anchors').selectAll().execute()
    expect(anchor).toMatchObject({ names: 61 + 3 * (round + 1), problem: null, leaseHolder: null })
    for (const folder of folders)
      expect((await run(['verify', folder, '--root', anchor?.root ?? ''])).code).toBe(0)
  }
}, 400_000)

test('a bucket that S3 serves is a target, and a key in AWS KMS beats', async () => {
  const kms = await startKms()
  const folder = await temporaryFolder()
  let bucket: Awaited<ReturnType<typeof startFileBucket>> | undefined = await startFileBucket(folder)
  const { url } = bucket
  const stopBucket = async () => {
    await bucket?.stop()
    bucket = undefined
  }
  onTestFinished(async () => {
    await Promise.all([stopBucket(), kms.stop()])
  })
  const kmsKey = kms.addKey('anchor')
  const { SIGNER_KMS_KEY_1: id = '', ...access } = kmsSettings(kms, kmsKey)
  const settings = {
    ...kmsCredentials,
    ...access,
    ANCHOR_KMS_KEY_1: id,
    ANCHOR_TARGETS: `s3://zones/names=${url}/zones/names`,
    ANCHOR_ENDPOINT: url,
    ANCHOR_ACCESS_KEY_ID: 'S3RVER',
    ANCHOR_SECRET_ACCESS_KEY: 'S3RVER',
    OUTBOUND_ALLOWED_ORIGINS: url,
  }
  const { run, domain, devnet, client } = scene
  await fundAccount(devnet.rpcUrl(1), kmsKey.address)
  const setup = await run(['anchor', 'setup', domain.name, '--key-from', 'OWNER_KEY'], settings)
  expect(setup.code, setup.errors).toBe(0)
  const before = await countBeats(scene)
  const first = await run(['anchor', domain.name], settings)
  expect(first.code, first.errors).toBe(0)
  expect(first.printed.targets).toMatchObject([{ place: `s3://zones/names/1/${domain.name}` }])
  await addNumberedNames(scene, 500, 1)
  const next = await run(['anchor', domain.name], settings)
  expect(next.printed.targets[0].files).toBeLessThanOrEqual(3)
  expect(await countBeats(scene)).toBe(before + 2)
  kmsKey.fault = 'AccessDeniedException'
  const refused = await run(['anchor', domain.name], settings)
  expect(refused.code).toBe(1)
  expect(refused.errors).not.toContain('AKIDEXAMPLE')
  kmsKey.fault = undefined
  expect(await countBeats(scene)).toBe(before + 2)
  await devnet.increaseTime(1, graceSeconds + 60)
  expect(await client.getEnsAddress({ name: `n500.${domain.name}`, strict: true })).toBe(
    getAddress(toHex(501, { size: 20 })),
  )
  await stopBucket()
  const lost = await run(['anchor', domain.name], settings)
  expect(lost).toMatchObject({ code: 1, errors: expect.stringContaining('There is no beat') })
  expect(lost.errors).not.toContain('S3RVER')
  expect(await countBeats(scene)).toBe(before + 2)
}, 400_000)
