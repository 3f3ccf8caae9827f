import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, rm, symlink } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { dirname, join, normalize } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { assemble } from '../../../../scripts/release/assemble.ts'
import { bounds } from '../../../../scripts/release/tarballs.ts'
import { createFolder, temporaryFolder } from '../../support/folders.ts'
import { pathOf } from '../../support/project-files.ts'
import { runCommand, startCommand } from '../../support/service/command.ts'
import { testEnvironment } from '../../support/service/service.ts'

/** Every file of the package is one of these. */
const expectedFiles = [
  /^(package\.json|README\.md|LICENSE|SECURITY\.md|CHANGELOG\.md|THIRD-PARTY-LICENSES)$/,
  /^server\/(byname\.js|current-build\.js|package\.json)$/,
  /^server\/dist\/([\w.-]+\.js|sources\.json|reader\/(index\.html|scalar\.js))$/,
  /^web\/dist\/client\/(push-worker\.js|((console|embed)-)?manifest\.json|icons\/[\w.-]+\.(svg|png|ico|webmanifest))$/,
  /^web\/dist\/client\/assets\/[\w.-]+\.(woff2|(js|css|svg)(\.br|\.gz)?)$/,
  /^web\/dist\/server\/(render\.js|assets\/[\w.-]+\.js)$/,
  /^contracts\/BynameResolver\.json$/,
  /^deploy\/(byname(-backup|-signer|-standby)?\.service|byname(-https|-redirect)?\.socket|byname-backup\.timer|byname-tls\.conf|release-keys\.pem|cloud-init\.yaml|nginx\.conf|Caddyfile|alerts\.yaml|grafana-dashboard\.json)$/,
  /^docs\/(operating\/)?[\w-]+\.md$/,
  /^web\/dist\/guide\/(files\.json|site\/(llms(-full)?\.txt|guide\/manifest\.json)(\.br|\.gz)?)$/,
  /^web\/dist\/guide\/site\/guide\/([\w-]+\/)*[\w-]+\.(html(\.br|\.gz)?|md)$/,
  /^web\/dist\/guide\/site\/guide\/assets\/[\w.-]+\.(woff2|webp|(js|css|svg|json)(\.br|\.gz)?)$/,
]

/** What libraries would use if it was there, and what is only in texts of code that they generate for others. */
const unused: ReadonlySet<string> = new Set([
  ...['@aws-sdk/signature-v4a', 'pg-native', 'pino-pretty', 'SonicBoom'],
  ...['ajv/dist/runtime/validation_error', 'ajv-formats/dist/formats'],
  ...['fast-json-stringify/lib/validator', 'fast-json-stringify/lib/serializer'],
])

interface PackageManifest {
  readonly files: readonly string[]
  readonly dependencies: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
}

let folder: string
let installed: string
let manifest: PackageManifest

/** What a package manager with a strict layout gives it: these packages, and no others of the project. */
async function link(names: readonly string[]): Promise<void> {
  for (const name of names) {
    const path = join(folder, 'node_modules', name)
    await mkdir(dirname(path), { recursive: true })
    await symlink(pathOf(`node_modules/${name}`), path)
  }
}

function readInstalled(file: string): string {
  return readFileSync(join(installed, file), 'utf8')
}

/** By their paths in the package. */
function filesOf(): readonly string[] {
  return readdirSync(installed, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(installed.length + 1))
    .filter((file) => !file.startsWith('node_modules/.cache/'))
}

beforeAll(async () => {
  execFileSync(process.execPath, ['scripts/build-if-changed.js'], { cwd: pathOf('') })
  folder = await createFolder('package')
  installed = join(folder, 'node_modules/byname')
  await mkdir(installed, { recursive: true })
  await assemble(installed)
  manifest = JSON.parse(readInstalled('package.json'))
  await link(Object.keys(manifest.dependencies))
})
afterAll(() => rm(folder, { recursive: true }))

describe('The package of a release', () => {
  it('rule: its files are those of the list, and its sizes below the bounds', () => {
    const files = filesOf()
    expect(files.filter((file) => !expectedFiles.some((pattern) => pattern.test(file)))).toEqual([])
    for (const pattern of expectedFiles) expect(files.filter((file) => pattern.test(file))).not.toEqual([])
    const contents = files.map((file) => readFileSync(join(installed, file)))
    const unpacked = contents.reduce((sum, { length }) => sum + length, 0)
    expect(unpacked).toBeLessThan(bounds.unpacked)
    // npm compresses a little better.
    expect(gzipSync(Buffer.concat(contents)).length).toBeLessThan(bounds.packed)
  })

  it('rule: npm packs all of them', () => {
    const always = ['package.json', 'README.md', 'LICENSE']
    const left = filesOf().filter(
      (file) => ![...always, ...manifest.files].some((start) => file.startsWith(start)),
    )
    expect(left).toEqual([])
  })

  it('rule: no module imports a package that is not declared, nor a file that is missing', () => {
    const modules = filesOf().filter((file) => /^(server|web\/dist\/server)\/.*\.js$/.test(file))
    const missing = modules
      .filter((file) => !file.startsWith('server/dist/reader/'))
      .flatMap((file) => importsOf(readInstalled(file)).map((specifier) => ({ file, specifier })))
      .filter(({ file, specifier }) => !isAvailable(file, specifier) && !unused.has(specifier))
    expect(missing).toEqual([])
  })

  it('rule: every dependency has an exact version, and there are no scripts', () => {
    const versions = Object.values({ ...manifest.dependencies, ...manifest.optionalDependencies })
    expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
    expect(manifest).not.toHaveProperty('scripts')
    expect(manifest).not.toHaveProperty('devDependencies')
  })

  it('rule: every link of its pages leads to a page of the package', () => {
    const files = new Set(filesOf())
    const pages = [...files].filter((file) => file.endsWith('.md'))
    const dead = pages.flatMap((page) =>
      Array.from(readInstalled(page).matchAll(/\]\(([^)\s#]+)/g), ([, target = '']) => target)
        .filter((target) => !/^[a-z]+:/.test(target) && !files.has(normalize(join(dirname(page), target))))
        .map((target) => `${page}: ${target}`),
    )
    expect(pages.length).toBeGreaterThan(20)
    expect(dead).toEqual([])
  })

  it('rule: the licences of what is bundled are in it', () => {
    const licences = readInstalled('THIRD-PARTY-LICENSES')
    for (const library of [
      'fastify',
      'viem',
      'react',
      '@fontsource-variable/geist',
      '@scalar/fastify-api-reference',
    ])
      expect(licences).toMatch(new RegExp(`^${library} \\d+\\.\\d+\\.\\d+ \\(`, 'm'))
    expect(licences).toContain('SIL OPEN FONT LICENSE')
  })

  it('rule: serve runs with the declared dependencies alone, and its pages and documents are there', async () => {
    const environment = testEnvironment(await temporaryFolder(), undefined, { LOG_LEVEL: 'info' })
    const service = await startCommand(['serve'], environment, /listens on (http\S+),/, { path: program() })
    onTestFinished(async () => void (await service.end('SIGKILL')))
    const [, url = ''] = /listens on (http\S+),/.exec(service.output) ?? []
    for (const path of [
      '/ready',
      '/openapi.json',
      '/docs/',
      '/docs/js/scalar.js',
      '/guide/',
      '/console',
      '/me',
    ]) {
      const response = await fetch(url + path, { headers: { accept: 'text/html, */*' } })
      expect([path, response.status]).toEqual([path, 200])
      await response.arrayBuffer()
    }
    expect(await service.end('SIGTERM')).toBe(0)
    expect(service.readOutput()).not.toContain('will fail')
  })

  it('rule: without a command and without anvil, it says what to install', async () => {
    const { code, errors } = await runCommand([], await sandboxSettings(), { path: program() })
    expect({ code, errors }).toEqual({
      code: 1,
      errors: expect.stringMatching(
        /^The local chains need anvil: install it with npm install @foundry-rs\/anvil-\S+, .*\n$/,
      ),
    })
  })

  it('rule: without a command, it runs the sandbox', async () => {
    await link(
      Object.keys(manifest.optionalDependencies).filter(
        (name) => name.startsWith('@foundry-rs/') && isInProject(name),
      ),
    )
    const sandbox = await startCommand([], await sandboxSettings(), /Ctrl-C stops/, { path: program() })
    onTestFinished(async () => void (await sandbox.end('SIGKILL')))
    const [, page = ''] = /claim a name +(\S+)/.exec(sandbox.output) ?? []
    expect((await fetch(page, { headers: { accept: 'text/html' } })).status).toBe(200)
    expect(sandbox.output).toContain('resolve alice.demo.eth')
    expect(await sandbox.end('SIGTERM')).toBe(0)
  })
})

function program(): string {
  return join(installed, 'server/byname.js')
}

async function sandboxSettings(): Promise<Record<string, string>> {
  const settings = { PORT: '0', SANDBOX_CHAIN_PORT: '0', MAX_EVENT_LOOP_DELAY_MS: '60000' }
  return { ...settings, DATA_DIR: await temporaryFolder() }
}

/** Also of `require`, and not those whose name is computed. */
function importsOf(code: string): readonly string[] {
  const patterns = [
    /^(?:import|export) (?:[\w$*{}\s,]+ from )?["']([^"'\n]+)["']/gm,
    /\bimport\(["'`]([^"'`$\n]+)["'`]\)/g,
    /\b(?:__require|require)\(["']([^"'\n]+)["']\)/g,
  ]
  return patterns.flatMap((pattern) => Array.from(code.matchAll(pattern), ([, specifier = '']) => specifier))
}

function isAvailable(file: string, specifier: string): boolean {
  if (specifier.startsWith('.'))
    return statSync(join(installed, dirname(file), specifier), { throwIfNoEntry: false }) !== undefined
  if (specifier.startsWith('node:') || builtinModules.includes(specifier)) return true
  const name = specifier.split('/').slice(0, specifier.startsWith('@') ? 2 : 1)
  return name.join('/') in manifest.dependencies
}

function isInProject(name: string): boolean {
  return statSync(pathOf(`node_modules/${name}`), { throwIfNoEntry: false }) !== undefined
}
