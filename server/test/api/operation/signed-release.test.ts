import { spawnSync } from 'node:child_process'
import { createHash, generateKeyPairSync } from 'node:crypto'
import { appendFile, copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isAmong, readReleaseKey, signSums } from '../../../../scripts/release/signature.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { pathOf, readFromRoot } from '../../support/project-files.ts'
import { createInstallation } from '../../support/service/installation.ts'

const hasOpenssl = spawnSync('openssl', ['version']).status === 0

/** Blocks of "What a release states": how a release is verified, and how a key is made. */
async function documentedLines() {
  const text = (await readFromRoot('docs/operating/versions.md')).split('## What a release states')[1] ?? ''
  const [verify = '', make = ''] = [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block)
  return { verify, make: make.replace('/etc/byname/release-keys.pem', 'release-keys.pem') }
}

function runLines(folder: string, lines: string, variables: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr } = spawnSync('bash', ['-euc', lines], {
    cwd: folder,
    env: { ...process.env, ...variables },
    encoding: 'utf8',
  })
  return { status, output: stdout + stderr }
}

async function makeKey(): Promise<{ readonly folder: string; readonly publicKeys: string }> {
  const folder = await temporaryFolder()
  const { make } = await documentedLines()
  const lines = make.split('\n').filter((line) => line.startsWith('openssl'))
  expect(runLines(folder, lines.join('\n')).status).toBe(0)
  return { folder, publicKeys: join(folder, 'release-keys.pem') }
}

it.skipIf(!hasOpenssl)(
  'rule: what a key file has signed is verified by the lines of the documentation and by upgrade, and nothing else is (skipped without the program openssl)',
  async () => {
    const [own, other] = [await makeKey(), await makeKey()]
    const { root, run, writeRelease } = await createInstallation()
    const known = join(root, 'etc/byname/release-keys.pem')
    const release = await writeRelease('0.2.0')
    const key = readReleaseKey({ RELEASE_KEY_FILE: join(own.folder, 'release-key.pem') })
    if (!key) throw new Error('The key was not read.')
    const sums = await readFile(join(release, 'SHA256SUMS'), 'utf8')
    await writeFile(join(release, 'SHA256SUMS.sig'), `${signSums(sums, key)}\n`)
    const { verify } = await documentedLines()
    const verifiedWith = async (publicKeys: string) => {
      await copyFile(publicKeys, join(release, 'release-keys.pem'))
      return runLines(release, verify)
    }
    const upgrade = async () => (await run('upgrade', '--dry-run', release)).errors

    expect(await upgrade()).toContain('No key that this installation knows has signed')
    await appendFile(known, await readFile(own.publicKeys))
    expect(await upgrade()).toBe('')
    expect(await verifiedWith(own.publicKeys)).toMatchObject({
      status: 0,
      output: expect.stringMatching(/Signature Verified Successfully\nbyname-0\.2\.0\.tgz: OK/),
    })

    expect((await verifiedWith(other.publicKeys)).status).not.toBe(0)
    await appendFile(join(release, 'byname-0.2.0.tgz'), 'x')
    expect((await verifiedWith(own.publicKeys)).output).toContain('byname-0.2.0.tgz: FAILED')
    expect(await upgrade()).toContain('and not the one expected. Nothing was changed.')
    const changed = createHash('sha256')
      .update(await readFile(join(release, 'byname-0.2.0.tgz')))
      .digest('hex')
    await writeFile(join(release, 'SHA256SUMS'), `${changed}  byname-0.2.0.tgz\n`)
    expect((await verifiedWith(own.publicKeys)).status).not.toBe(0)
    expect(await upgrade()).toContain('No key that this installation knows has signed')
  },
)

it('rule: a release with an unusable key ends before anything is built, and shows nothing of the key', async () => {
  const folder = await temporaryFolder()
  const file = async (name: string, content: string) => {
    await writeFile(join(folder, name), content)
    return join(folder, name)
  }
  const pair = generateKeyPairSync('ed25519')
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const pem = { type: 'pkcs8', format: 'pem' } as const
  const cases: readonly (readonly [NodeJS.ProcessEnv, string])[] = [
    [{ RELEASE_KEY_FILE: join(folder, 'absent') }, 'cannot be read (ENOENT)'],
    [{ RELEASE_KEY_FILE: await file('empty', '') }, 'is no private Ed25519 key'],
    [
      { RELEASE_KEY_FILE: await file('public', `${pair.publicKey.export({ type: 'spki', format: 'pem' })}`) },
      'is no private Ed25519 key',
    ],
    [{ RELEASE_KEY_FILE: await file('rsa', `${rsa.export(pem)}`) }, 'is no private Ed25519 key'],
    [{ RELEASE_KEY: 'MC4CAQAwBQYDK2VwBCIEIHVs' }, 'RELEASE_KEY is no private Ed25519 key'],
  ]
  for (const [variables, problem] of cases) {
    const { status, output } = runLines(
      folder,
      `"${process.execPath}" "${pathOf('scripts/release/main.ts')}" --draft`,
      variables,
    )
    expect(status).toBe(1)
    expect(output).toContain(problem)
    expect(output).toMatch(/^RELEASE_KEY.* Nothing is built\.\n$/)
    expect(output).not.toMatch(/MC4CAQ|BEGIN/)
  }
})

it('rule: a key is among the public keys of a file only with its whole text', () => {
  const [one, other] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')]
  const publicKeys = `Keys of releases.\n${one.publicKey.export({ type: 'spki', format: 'pem' })}`
  expect(isAmong(one.privateKey, publicKeys)).toBe(true)
  expect(isAmong(other.privateKey, publicKeys)).toBe(false)
})
