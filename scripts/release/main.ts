// usage: npm run release [-- --draft]    the tarballs of all packages, in release/, with their SHA-256 sums; publishes nothing
//        npm run release -- --check      only what a release would be refused for, but for uncommitted changes
//        npm run release -- fixture      databases as this version leaves them, for the tests of later upgrades
// A draft is built whatever the checks say; it prints what a release would be refused for.
import { execFileSync } from 'node:child_process'
import type { KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { argv } from 'node:process'
import { assemble } from './assemble.ts'
import { findProblems, findTreeProblems } from './checks.ts'
import { publishableWorkspaces, root, type Workspace } from './project.ts'
import { isAmong, readReleaseKey, signSums } from './signature.ts'
import { bounds, pack, type Tarball } from './tarballs.ts'

const destination = join(root, 'release')

async function release(isDraft: boolean): Promise<void> {
  const key = findKey()
  if (key === 'unusable') return
  const problems = [...findProblems(), ...findTreeProblems()]
  for (const problem of problems) print(isDraft ? `A release would be refused: ${problem}` : problem)
  if (problems.length > 0 && !isDraft) {
    print('Nothing is built. With --draft, the packages are built all the same.')
    process.exitCode = 1
    return
  }
  await rm(destination, { recursive: true, force: true })
  await mkdir(destination)
  npm('run', '--silent', 'build')
  const folder = await mkdtemp(join(tmpdir(), 'byname-package-'))
  try {
    await assemble(folder)
    const byname = pack(folder, destination)
    if (byname.packed > bounds.packed || byname.unpacked > bounds.unpacked)
      throw new Error(`${describe(byname)}: more than its bounds in scripts/release/tarballs.ts.`)
    const tarballs = [byname]
    for (const workspace of publishableWorkspaces()) tarballs.push(await buildAndPack(workspace))
    const sums = tarballs.map(({ sha256, file }) => `${sha256}  ${file}\n`).join('')
    await writeFile(join(destination, 'SHA256SUMS'), sums)
    if (key) await writeFile(join(destination, 'SHA256SUMS.sig'), `${signSums(sums, key)}\n`)
    else
      print(
        'SHA256SUMS is not signed: "byname upgrade" takes it with --unsigned-sha256 only. Set RELEASE_KEY_FILE.',
      )
    for (const tarball of tarballs) print(describe(tarball))
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Before minutes of work. */
function findKey(): KeyObject | undefined | 'unusable' {
  try {
    const key = readReleaseKey()
    if (key && !isAmong(key, readFileSync(join(root, 'deploy/release-keys.pem'), 'utf8')))
      print(
        'The key of this release is not in deploy/release-keys.pem: a server takes it if its /etc/byname/release-keys.pem has it.',
      )
    return key
  } catch (error) {
    print(`${error instanceof Error ? error.message : error} Nothing is built.`)
    process.exitCode = 1
    return 'unusable'
  }
}

/** With the licence of the project, which lies in no folder of a workspace. */
async function buildAndPack({ folder }: Workspace): Promise<Tarball> {
  npm('run', '--silent', '--if-present', 'build', '--workspace', folder)
  const licence = join(root, folder, 'LICENSE')
  await copyFile(join(root, 'LICENSE'), licence)
  try {
    return pack(join(root, folder), destination)
  } finally {
    await rm(licence)
  }
}

function npm(...args: readonly string[]): void {
  execFileSync('npm', args, { cwd: root, stdio: 'inherit' })
}

function describe({ file, packed, unpacked, files, sha256 }: Tarball): string {
  return `release/${file}: ${sizeOf(packed)}, unpacked ${sizeOf(unpacked)} in ${files} files, SHA-256 ${sha256}`
}

function sizeOf(bytes: number): string {
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

const [, , ...args] = argv
if (args[0] === 'fixture') {
  // Needs a PostgreSQL server, which the packages do not.
  const { writeFixture } = await import('../../server/scripts/release-fixture.ts')
  print(await writeFixture())
} else if (args[0] === '--check') {
  const problems = findProblems()
  for (const problem of problems) print(`A release would be refused: ${problem}`)
  if (problems.length > 0) process.exitCode = 1
} else await release(args.includes('--draft'))
