import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import type { Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLocalSigner } from './local-signer.ts'
import { localSigners, readSignerKeys, signerKeyFile, writeSignerKeys } from './signer-keys.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'byname-keys-'))
})
afterAll(() => rm(folder, { recursive: true }))

const keys = ['11', '22', '33'].map((byte): Hex => `0x${byte.repeat(32)}`)
const someKeys = fc.uniqueArray(fc.constantFrom(...keys), { minLength: 1 })
const addressOf = (key: Hex) => createLocalSigner(key).address

test('property: keys are read as they were written, with any line ends and blanks, and only their owner can read them', async () => {
  const file = signerKeyFile(folder, 5)
  await fc.assert(
    fc.asyncProperty(someKeys, fc.constantFrom('\n', '\r\n', '\n\n', ' \n\t'), async (some, end) => {
      await writeSignerKeys(file, some)
      expect(await readSignerKeys(file)).toEqual(some)
      expect((await stat(file)).mode & 0o777).toBe(0o600)
      await writeFile(file, `${end}${some.join(end)}${end}`)
      expect(await readSignerKeys(file)).toEqual(some)
    }),
    { numRuns: 20 },
  )
  await writeSignerKeys(file, [])
  await writeSignerKeys(file, [])
  expect(await readdir(folder)).toEqual([])
  expect(await readSignerKeys(file)).toEqual([])
})

test.each([
  ['', /is empty: write a private key, or remove it/],
  [' \n\n', /is empty/],
  [`${keys[0]}\n${keys[1]}1`, /^Line 2 of .+ is not a private key/],
  [`${keys[0]?.slice(2)}`, /^Line 1 /],
  [`${keys[0]} ${keys[1]}`, /^Line 1 /],
])('a file of %j is an error that contains no key', async (text, problem) => {
  const file = join(folder, 'broken')
  await writeFile(file, text)
  const error: Error = await readSignerKeys(file).then(
    () => new Error('It was read.'),
    (reason) => reason,
  )
  expect([error.name, error.message]).toEqual(['OperatorError', expect.stringMatching(problem)])
  expect(error.message).not.toMatch(/[0-9a-f]{64}/)
  await rm(file)
})

test('rule: a folder in the place of the file, and one that does not exist, are errors that name it', async () => {
  await expect(readSignerKeys(folder)).rejects.toThrow(
    `The signer keys in ${folder} cannot be read (EISDIR).`,
  )
  const file = join(folder, 'absent', 'signer-key-1')
  await expect(writeSignerKeys(file, keys)).rejects.toThrow(`cannot be written to ${file} (ENOENT).`)
})

test('property: the keys of the file come before those of the environment, each once, on the chains of the environment', async () => {
  await fc.assert(
    fc.asyncProperty(someKeys, someKeys, fc.boolean(), async (inFile, given, isLimited) => {
      await writeSignerKeys(signerKeyFile(folder, 1), inFile)
      const limits = isLimited ? { maxPerSecond: 5, maxConcurrent: 8 } : undefined
      const read = await localSigners({ dataDir: folder, keys: { 1: given, 10: given }, limits }).read()
      const addresses = [...new Set([...inFile, ...given])].map(addressOf)
      expect(read.get(1)?.map(({ address }) => address)).toEqual(addresses)
      expect(read.get(10)?.map(({ address }) => address)).toEqual(given.map(addressOf))
      expect([...read.keys()]).toEqual([1, 10])
      for (const signer of [...read.values()].flat()) expect(signer.limits).toEqual(limits)
    }),
    { numRuns: 20 },
  )
})

test('rule: a key outside of the curve is an error that does not contain it', async () => {
  const source = localSigners({ dataDir: folder, keys: { 10: [`0x${'ff'.repeat(32)}`] } })
  await expect(source.read()).rejects.toThrow(
    'A signing key of chain 10 is invalid: make one with "byname signers new".',
  )
})
