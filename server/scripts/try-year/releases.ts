import { execFile } from 'node:child_process'
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const releaseFolder = fileURLToPath(new URL('../../../release', import.meta.url))

/** The package that `npm run release` has written. */
export async function findPackage(): Promise<string> {
  const name = (await readdir(releaseFolder)).find((file) => /^byname-\d.*\.tgz$/.test(file))
  if (name) return `${releaseFolder}/${name}`
  throw new Error('There is no package: npm run release -- --draft')
}

export interface Variant {
  readonly version: string
  /** Comes before the program. */
  readonly code?: string
  /** How many migrations it has after the last one of today: `9001`, `9002`, … */
  readonly migrations?: number
}

export interface ReleaseFolder {
  /** With the newest of them, as `byname upgrade` takes it. */
  readonly path: string
  readonly publicKey: string
  readonly add: (variant: Variant) => Promise<void>
}

/** A folder of releases that are the package of today with another version, signed by a key made for it. */
export async function createReleases(path: string): Promise<ReleaseFolder> {
  const key = generateKeyPairSync('ed25519')
  await rm(path, { recursive: true, force: true })
  await mkdir(path, { recursive: true })
  return {
    path,
    publicKey: key.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    add: async (variant) => {
      await writeVariant(path, variant)
      await signSums(path, key.privateKey)
    },
  }
}

async function writeVariant(folder: string, { version, code, migrations = 0 }: Variant): Promise<void> {
  const work = `${folder}/.work`
  await mkdir(work)
  await run('tar', ['-xzf', await findPackage(), '-C', work])
  const place = `${work}/package`
  const manifest = JSON.parse(await readFile(`${place}/package.json`, 'utf8'))
  const before: string = manifest.version
  manifest.version = version
  if (migrations > 0) manifest.byname.lastMigration = `${9000 + migrations}`
  await writeFile(`${place}/package.json`, JSON.stringify(manifest, null, 2))
  await change(`${place}/CHANGELOG.md`, (text) =>
    text.replace(
      /^## /m,
      `## ${version} - 2030-01-01\n\n- A release of the year that is played through.\n\n## `,
    ),
  )
  await changeBundle(place, `version = "${before}"`, `version = "${version}"`)
  for (let number = 9001; number <= 9000 + migrations; number++)
    await changeBundle(
      place,
      /\n\];\n(?=const servesSince)/,
      `,\n{ name: "${number}-year", up: ${addTable(number)} }$&`,
    )
  if (code) await change(`${place}/server/byname.js`, (text) => text.replace(/^(#!.*\n)?/, `$1${code}\n`))
  await run('tar', ['--format=ustar', '-czf', `${folder}/byname-${version}.tgz`, '-C', work, 'package'])
  await rm(work, { recursive: true })
}

const addTable = (number: number) =>
  `async (tx) => { await tx.schema.createTable("year_${number}").addColumn("id", "integer").execute() }`

async function change(file: string, edit: (text: string) => string): Promise<void> {
  const text = await readFile(file, 'utf8')
  const edited = edit(text)
  if (edited === text) throw new Error(`${file} has not what is to be changed.`)
  await writeFile(file, edited)
}

/** In the one file that has it. */
async function changeBundle(place: string, from: string | RegExp, to: string): Promise<void> {
  const folder = `${place}/server/dist`
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.js')) continue
    const text = await readFile(`${folder}/${name}`, 'utf8')
    const edited = text.replace(from, to)
    if (edited === text) continue
    await writeFile(`${folder}/${name}`, edited)
    return
  }
  throw new Error(`No file of the bundle has ${from}.`)
}

async function signSums(folder: string, key: KeyObject): Promise<void> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.tgz'))
  const lines = await Promise.all(
    files.map(async (name) => {
      const sum = createHash('sha256')
        .update(await readFile(`${folder}/${name}`))
        .digest('hex')
      return `${sum}  ${name}\n`
    }),
  )
  const sums = Buffer.from(lines.join(''))
  await writeFile(`${folder}/SHA256SUMS`, sums)
  await writeFile(`${folder}/SHA256SUMS.sig`, sign(null, sums, key).toString('base64'))
}
