import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { compareVersions } from './archive.ts'
import { assertUpgrades, fetchRelease, findNewest, newSections, parseKeys } from './release-source.ts'

const known = generateKeyPairSync('ed25519')
const trust = { keys: [known.publicKey], unsignedSha256: undefined }

interface Entry {
  readonly path: string
  readonly content?: string
  readonly type?: string
  readonly link?: string
}

/** One file of a tar archive, in the form of POSIX (ustar). */
function tarEntry({ path, content = '', type = '0', link = '' }: Entry): Buffer {
  const header = Buffer.alloc(512)
  header.write(path, 0)
  header.write('0000644\0', 100)
  header.write(`${Buffer.byteLength(content).toString(8).padStart(11, '0')}\0`, 124)
  header.write('        ', 148)
  header.write(type, 156)
  header.write(link, 157)
  header.write('ustar\u000000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  const body = Buffer.alloc(Math.ceil(Buffer.byteLength(content) / 512) * 512)
  body.write(content)
  return Buffer.concat([header, body])
}

function packageOf(version: string, others: readonly Entry[] = [], manifest: object = {}): Buffer {
  const byname = { lastMigration: '0040', upgradesFrom: '0.1.0' }
  const content = JSON.stringify({ name: 'byname', version, byname, ...manifest })
  const entries = [{ path: 'package/package.json', content }, ...others]
  return gzipSync(Buffer.concat([...entries.map(tarEntry), Buffer.alloc(1024)]))
}

function pax(key: string, value: string): Entry {
  const length = ` ${key}=${value}\n`.length + 2
  return { path: 'PaxHeader', type: 'x', content: `${length} ${key}=${value}\n` }
}

function sumOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** A folder of releases with these packages. */
async function folderOf(packages: Readonly<Record<string, Buffer>>, key: KeyObject = known.privateKey) {
  const folder = await mkdtemp(join(tmpdir(), 'byname-releases-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const sums = Object.entries(packages).map(([version, bytes]) => `${sumOf(bytes)}  byname-${version}.tgz\n`)
  for (const [version, bytes] of Object.entries(packages))
    await writeFile(join(folder, `byname-${version}.tgz`), bytes)
  await writeSums(folder, sums.join(''), key)
  return folder
}

async function writeSums(folder: string, sums: string, key: KeyObject = known.privateKey): Promise<void> {
  await writeFile(join(folder, 'SHA256SUMS'), sums)
  await writeFile(
    join(folder, 'SHA256SUMS.sig'),
    `${sign(null, Buffer.from(sums), key).toString('base64')}\n`,
  )
}

describe('The package of an upgrade', () => {
  test('of a folder is the newest that the signed sums list, of a file that file', async () => {
    const folder = await folderOf({ '0.9.0': packageOf('0.9.0'), '0.10.0': packageOf('0.10.0') })
    expect((await fetchRelease(folder, trust)).statement).toEqual({
      version: '0.10.0',
      lastMigration: '0040',
      upgradesFrom: '0.1.0',
    })
    const older = await fetchRelease(join(folder, 'byname-0.9.0.tgz'), trust)
    expect(older.statement.version).toBe('0.9.0')
    expect((await findNewest(join(folder, 'byname-0.9.0.tgz'), trust)).version).toBe('0.10.0')
  })

  test('is refused with any byte of it, of its sums or of their signature changed', async () => {
    const bytes = packageOf('0.2.0')
    const folder = await folderOf({ '0.2.0': bytes })
    const sums = Buffer.from(`${sumOf(bytes)}  byname-0.2.0.tgz\n`)
    const signature = sign(null, sums, known.privateKey)
    const files = [
      { file: 'byname-0.2.0.tgz', content: bytes, encode: (changed: Buffer) => changed },
      { file: 'SHA256SUMS', content: sums, encode: (changed: Buffer) => changed },
      { file: 'SHA256SUMS.sig', content: signature, encode: (changed: Buffer) => changed.toString('base64') },
    ]
    for (const { file, content, encode } of files) {
      for (let at = 0; at < content.length; at++) {
        const changed = Buffer.from(content)
        changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8))
        await writeFile(join(folder, file), encode(changed))
        await expect(fetchRelease(folder, trust), `${file}, byte ${at}`).rejects.toThrow(
          'Nothing was changed.',
        )
      }
      await writeFile(join(folder, file), encode(content))
    }
    await fetchRelease(folder, trust)
  })

  test('is refused when another key has signed, or none, or the installation knows none', async () => {
    const bytes = { '0.2.0': packageOf('0.2.0') }
    const other = await folderOf(bytes, generateKeyPairSync('ed25519').privateKey)
    await expect(fetchRelease(other, trust)).rejects.toThrow('No key that this installation knows has signed')
    const folder = await folderOf(bytes)
    await expect(fetchRelease(folder, { ...trust, keys: [] })).rejects.toThrow('knows no key of releases')
    await rm(join(folder, 'SHA256SUMS.sig'))
    await expect(fetchRelease(folder, trust)).rejects.toThrow(/is not signed: .*--unsigned-sha256/)
  })

  test('without a signature is taken by its exact sum only', async () => {
    const bytes = packageOf('0.2.0')
    const folder = await folderOf({ '0.2.0': bytes })
    await rm(join(folder, 'SHA256SUMS.sig'))
    const file = join(folder, 'byname-0.2.0.tgz')
    const fetchBy = (sum: string) => fetchRelease(file, { keys: [], unsignedSha256: sum })
    expect((await fetchBy(sumOf(bytes).toUpperCase())).statement.version).toBe('0.2.0')
    for (const sum of ['', '0'.repeat(64), sumOf(bytes).slice(1)])
      await expect(fetchBy(sum)).rejects.toThrow('not the one expected')
    const ofFolder = fetchRelease(folder, { keys: [], unsignedSha256: sumOf(bytes) })
    await expect(ofFolder).rejects.toThrow('name the file')
  })

  test('is refused in the place of another release', async () => {
    const [two, three] = [packageOf('0.2.0'), packageOf('0.3.0')]
    const folder = await folderOf({ '0.2.0': two, '0.3.0': three })
    // Signed sums of a release, beside the file of another.
    await writeFile(join(folder, 'byname-0.3.0.tgz'), two)
    await expect(fetchRelease(folder, trust)).rejects.toThrow('not the one expected')
    await writeSums(folder, `${sumOf(two)}  byname-0.3.0.tgz\n`)
    await expect(fetchRelease(folder, trust)).rejects.toThrow('byname-0.3.0.tgz has the version 0.2.0 inside')
    await writeSums(folder, `${sumOf(two)}  byname-0.2.0.tgz\n`)
    await expect(fetchRelease(join(folder, 'byname-0.3.0.tgz'), trust)).rejects.toThrow(
      'does not list byname-0.3.0.tgz',
    )
    await writeSums(folder, `${sumOf(two)}  ../byname-0.2.0.tgz\nbyname\n${sumOf(two)}  byname-x.tgz\n`)
    await expect(fetchRelease(folder, trust)).rejects.toThrow('does not list a package byname')
  })

  test.each<[string, readonly Entry[]]>([
    ['a symbolic link', [{ path: 'package/a', type: '2', link: '/etc/passwd' }]],
    ['a hard link', [{ path: 'package/a', type: '1', link: 'package/package.json' }]],
    ['a device', [{ path: 'package/a', type: '3' }]],
    ['an absolute path', [{ path: '/etc/cron.d/a' }]],
    ['a path out of its folder', [{ path: 'package/../../a' }]],
    ['another folder', [{ path: 'other/a' }]],
    ['a path with an empty part', [{ path: 'package//a' }]],
    ['a backslash', [{ path: 'package/..\\a' }]],
    ['a long path out of its folder', [pax('path', 'package/../a'), { path: 'package/a' }]],
    ['a link in a header of pax', [pax('linkpath', '/etc/pass'), { path: 'package/a' }]],
    ['another size in a header of pax', [pax('size', '1'), { path: 'package/a' }]],
    ['a global header of pax', [{ ...pax('path', 'package/b'), type: 'g' }]],
    ['a long name of GNU tar', [{ path: '././@LongLink', type: 'L', content: '../a' }]],
    ['a second manifest', [{ path: 'package/package.json', content: '{}' }]],
  ])('is refused with %s', async (_, entries) => {
    const folder = await folderOf({ '0.2.0': packageOf('0.2.0', entries) })
    await expect(fetchRelease(folder, trust)).rejects.toThrow(/^This is not the package of a release: /)
  })

  test.each<[string, object]>([
    ['another package', { name: 'other' }],
    ['scripts', { scripts: { postinstall: 'true' } }],
    ['no statement', { byname: undefined }],
    ['no version', { version: '../0.2.0' }],
  ])('is refused with %s', async (_, manifest) => {
    const folder = await folderOf({ '0.2.0': packageOf('0.2.0', [], manifest) })
    await expect(fetchRelease(folder, trust)).rejects.toThrow(/^This is not the package of a release: /)
  })

  test('is refused when it or what it unpacks to is too large', async () => {
    const folder = await folderOf({ '0.2.0': gzipSync(Buffer.alloc(129 * 2 ** 20), { level: 1 }) })
    await expect(fetchRelease(folder, trust)).rejects.toThrow('it cannot be unpacked')
    await truncate(join(folder, 'byname-0.2.0.tgz'), 65 * 2 ** 20)
    await expect(fetchRelease(folder, trust)).rejects.toThrow('has more than 67108864 bytes')
    await truncate(join(folder, 'SHA256SUMS'), 65_537)
    await expect(fetchRelease(folder, trust)).rejects.toThrow('has more than 65536 bytes')
  })

  test('is fetched by https only', async () => {
    for (const url of ['http://names.example/', 'ftp://names.example/a.tgz', 'file:///releases'])
      await expect(fetchRelease(url, trust)).rejects.toThrow('by https only')
  })
})

test.each([
  ['0.1.0', undefined],
  ['0.2.0', '0.2.0 is installed already.'],
  ['0.3.0', '0.2.0 is older than 0.3.0'],
  ['0.0.9', '0.2.0 upgrades from 0.1.0 on'],
])('%s is upgraded to 0.2.0, or not: %s', (installed, reason) => {
  const assert = () =>
    assertUpgrades(installed, { version: '0.2.0', lastMigration: '', upgradesFrom: '0.1.0' })
  if (reason === undefined) assert()
  else expect(assert).toThrow(reason)
})

test('versions are in the order of Semantic Versioning 2.0.0 §11', () => {
  const ordered = [
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0-rc.1',
    '1.0.0',
    '1.0.1',
    '1.2.0',
    '1.10.0',
    '2.0.0',
  ]
  expect([...ordered].reverse().toSorted(compareVersions)).toEqual(ordered)
})

test('what is new is in the sections of newer versions', () => {
  const changelog =
    '# Changelog\n\n## [0.3.0] - 2030-03-01\n\n- Three.\n\n## 0.2.0 - 2030-02-01\n\n- Two.\n\n## 0.1.0 - 2030-01-01\n\n- One.\n'
  expect(newSections(changelog, '0.1.0')).toBe(
    '## [0.3.0] - 2030-03-01\n\n- Three.\n\n## 0.2.0 - 2030-02-01\n\n- Two.',
  )
})

test('keys of another kind are refused', () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const pem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString()
  expect(() => parseKeys(pem(publicKey))).toThrow('is not an Ed25519 key')
  expect(parseKeys(`Ours:\n${pem(known.publicKey)}\n${pem(known.publicKey)}`)).toHaveLength(2)
})
