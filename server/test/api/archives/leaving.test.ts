import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { createApiKey } from '../../support/credentials/api-keys.ts'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { describeBetweenDatabases } from '../../support/databases/stores.ts'
import { issue, postBatch, reserve } from '../../support/entities/batches.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { resolveText } from '../../support/gateway/client.ts'
import { dataOf } from '../../support/http/api-client.ts'
import { uploadPictures } from '../../support/media/pictures.ts'
import { fetchImage, storedFiles } from '../../support/media/uploads.ts'
import { runCommand } from '../../support/service/command.ts'
import { startTestService, type TestService, testEnvironment } from '../../support/service/service.ts'

/** Runs a command that prints JSON. */
async function done(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<unknown> {
  const { output, errors, code } = await runCommand([...args, '--json'], environment)
  expect({ errors, code }).toEqual({ errors: '', code: 0 })
  return JSON.parse(output)
}

/** Label to what it has, drawn by fast-check with one seed. */
const names = fc.sample(
  fc.record({
    label: fc.stringMatching(/^[a-z0-9]{3,12}$/),
    url: fc.webUrl(),
    bio: fc
      .string({ minLength: 1, maxLength: 200, unit: 'grapheme' })
      .filter((text) => text.isWellFormed() && !text.includes('\0')),
    hasContent: fc.boolean(),
    hasBitcoin: fc.boolean(),
    isReserved: fc.boolean(),
  }),
  { numRuns: 300, seed: 33 },
)

const byLabel = new Map(names.map((name) => [name.label, name]))

function toItems() {
  return [...byLabel.values()].map(({ label, url, bio, hasContent, hasBitcoin, isReserved }) => {
    const { address } = createWallet()
    if (isReserved) return reserve(label, address)
    return issue(label, address, {
      text: [
        { key: 'url', value: url },
        { key: 'description', value: bio },
      ],
      addresses: [
        { coinType: 60, address },
        ...(hasBitcoin ? [{ coinType: 0, address: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2' }] : []),
        { coinType: 2147483658, address },
      ],
      ...(hasContent && {
        contentHash: 'ipfs://bafybeibj6lixxzqtsb45ysdjnupvqkufgdvzqbnvmhw2kf7cfkesy7r7d4',
      }),
    })
  })
}

async function namesIn(folder: string): Promise<readonly string[]> {
  const lines = (await readFile(join(folder, 'names.jsonl'), 'utf8')).trimEnd().split('\n')
  return lines.filter((line) => line.startsWith('{"type":"name"'))
}

describeBetweenDatabases('Leaving', ({ from, to }) => {
  it('rule: what is exported, and imported into an empty service on another database, is exported equal, byte for byte', async () => {
    const folder = await temporaryFolder()
    const [oldUrl, newUrl] = [await from.createMigrated(), await to.createMigrated()]
    const old = await startTestService(oldUrl)
    const items = toItems()
    dataOf(await postBatch(old, old.demo[1], items))
    const oldFolder = join(folder, 'old')
    const manifest = await done(['export', 'demo.eth', '--out', oldFolder], testEnvironment(folder, oldUrl))
    expect(manifest).toMatchObject({ domain: 'demo.eth', chainId: 1, names: items.length, images: 0 })
    expect((await readdir(oldFolder)).toSorted()).toEqual([
      'manifest.json',
      'names.csv',
      'names.jsonl',
      'schema.json',
    ])
    await old.stop()

    const next = await startTestService(newUrl)
    onTestFinished(next.stop)
    const environment = testEnvironment(folder, newUrl)
    const imported = ['import', oldFolder, '--domain', 'demo.eth']
    expect(await done([...imported, '--dry-run'], environment)).toMatchObject({
      added: items.length,
      refused: 0,
    })
    expect(await exportedNames(next)).toEqual([])
    expect(await done(imported, environment)).toMatchObject({ added: items.length, refused: 0, noted: 0 })
    expect(await done(imported, environment)).toMatchObject({ added: 0, unchanged: items.length })
    const newFolder = join(folder, 'new')
    await done(['export', 'demo.eth', '--out', newFolder], environment)
    expect(await namesIn(newFolder)).toEqual(await namesIn(oldFolder))
    expect(await readFile(join(newFolder, 'names.csv'), 'utf8')).toBe(
      await readFile(join(oldFolder, 'names.csv'), 'utf8'),
    )
    expect(await exportedNames(next)).toEqual(await namesIn(newFolder))
    const claimed = byLabel.values().find(({ isReserved }) => !isReserved)
    expect(
      await resolveText(next, next.resolvers[1]['chain-bound'], `${claimed?.label}.demo.eth`, 'url'),
    ).toBe(claimed?.url)
  })

  it('rule: pictures resolve at the next place when the old one, and its folder, are gone', async () => {
    const folder = await temporaryFolder()
    const [oldUrl, newUrl] = [await from.createMigrated(), await to.createMigrated()]
    const old = await startTestService(oldUrl)
    const pictures = await uploadPictures(old)
    const oldFolder = join(folder, 'old')
    const oldEnvironment = testEnvironment(old.context.config.dataDir, oldUrl)
    expect(await done(['export', 'demo.eth', '--out', oldFolder], oldEnvironment)).toMatchObject({
      names: pictures.length,
      images: pictures.length,
      missingImages: 0,
    })
    // With its folder of images.
    await old.stop()

    const next = await startTestService(newUrl)
    onTestFinished(next.stop)
    const environment = testEnvironment(next.context.config.dataDir, newUrl, { PUBLIC_URL: next.url })
    const imported = ['import', oldFolder, '--domain', 'demo.eth']
    const counts = { added: pictures.length, images: pictures.length, missingImages: 0, noted: 0 }
    expect(await done([...imported, '--dry-run'], environment)).toMatchObject(counts)
    expect(await storedFiles(next)).toEqual([])
    expect(await done(imported, environment)).toMatchObject(counts)
    expect(await done(imported, environment)).toMatchObject({ unchanged: pictures.length, noted: 0 })
    for (const { name, bytes, url } of pictures) {
      const moved = await resolveText(next, next.resolvers[1]['chain-bound'], name, 'avatar')
      expect(moved).toBe(`${next.url}/media/${url.split('/').at(-1)}`)
      expect((await fetchImage(moved)).bytes.equals(bytes)).toBe(true)
    }

    const newFolder = join(folder, 'new')
    await done(['export', 'demo.eth', '--out', newFolder], environment)
    const placeless = async (exported: string, url: string) =>
      (await namesIn(exported)).map((line) => line.replaceAll(url, ''))
    expect(await placeless(newFolder, next.url)).toEqual(await placeless(oldFolder, old.url))
    expect(await readdir(join(newFolder, 'images'))).toEqual(await readdir(join(oldFolder, 'images')))
  })
})

/** By HTTP. */
async function exportedNames({ url, context, workspaceId }: TestService): Promise<readonly string[]> {
  const { key } = await createApiKey(context, { workspaceId, name: 'export', scopes: ['names:export'] })
  const response = await fetch(`${url}/byname/v1/domains/demo.eth/export?chainId=1`, {
    headers: { 'x-api-key': key },
  })
  const lines = (await response.text()).trimEnd().split('\n')
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ type: 'end', names: lines.length - 2 })
  return lines.slice(1, -1)
}
