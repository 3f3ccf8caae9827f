import { existsSync, globSync, readdirSync } from 'node:fs'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { bynameResolverAbi, bynameResolverBytecode } from '../../contracts/artifacts/BynameResolver.ts'
import { lastMigration, servesSince } from './checks.ts'
import { listLicences, readLibraries } from './licences.ts'
import { readManifest, readText, root } from './project.ts'

/**
 * Where Node runs that comes along. Each platform's program is a package: unlike `node` and `@foundry-rs/anvil`, which choose one,
 * they have no install scripts, which package managers refuse to run unless they are approved.
 */
const runtimePlatforms = ['linux-x64', 'linux-arm64']

/** Style sheets and fonts, which are no modules of a bundle. */
const otherLibraries = ['tailwindcss', '@fontsource-variable/geist', '@fontsource-variable/geist-mono'].map(
  (name) => `node_modules/${name}`,
)

/** The oldest version that this one upgrades in one step, as `byname upgrade` reads it (docs/operating/versions.md). */
const upgradesFrom = '0.1.0'

/** As they are in the project. The operator's files of containers need an image, which the sources build. */
const copied = [
  ...['server/byname.js', 'server/current-build.js', 'LICENSE'],
  ...[
    ...[
      'byname.service',
      'byname-standby.service',
      'byname.socket',
      'byname-https.socket',
      'byname-redirect.socket',
      'byname-signer.service',
      'byname-backup.service',
      'byname-backup.timer',
      'byname-tls.conf',
    ],
    ...[
      'release-keys.pem',
      'cloud-init.yaml',
      'nginx.conf',
      'Caddyfile',
      'alerts.yaml',
      'grafana-dashboard.json',
    ],
  ].map((file) => `deploy/${file}`),
]

/** What server/scripts/build-server.js writes. */
interface ServerContents {
  readonly files: readonly string[]
  readonly libraries: readonly string[]
  readonly external: readonly string[]
}

/**
 * Puts the package `byname` of the built server and pages into an empty folder. Its files have the places that they have in the
 * project and in the image: a service starts from `server/byname.js` in all three.
 */
export async function assemble(folder: string): Promise<void> {
  // Safe: both are written by the builds.
  const contents = JSON.parse(await readBuilt('server/dist/contents.json')) as ServerContents
  const pages = filesBelow('web/dist')
  const isList = (file: string) => file.startsWith('web/dist/libraries/')
  const pageLibraries = await Promise.all(
    pages.filter(isList).map(async (file) => JSON.parse(await readBuilt(file)) as readonly string[]),
  )
  const built = [
    ...contents.files.map((file) => `server/dist/${file}`),
    ...pages.filter((file) => !isList(file)),
  ]
  for (const file of [...built, ...copied]) await copyInto(folder, file)
  const write = async (file: string, text: string) => {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), text)
  }
  await write('package.json', toJson(packageManifest(contents.external)))
  // Says where the server's folder is, from which the bundle finds the pages.
  await write('server/package.json', toJson({ private: true, type: 'module' }))
  await write('README.md', readText('scripts/release/package-readme.md'))
  await write(
    'THIRD-PARTY-LICENSES',
    listLicences(readLibraries([...contents.libraries, ...pageLibraries.flat(), ...otherLibraries])),
  )
  await write(
    'contracts/BynameResolver.json',
    toJson({ abi: bynameResolverAbi, bytecode: bynameResolverBytecode }),
  )
  const texts = globSync(['SECURITY.md', 'CHANGELOG.md', 'docs/*.md', 'docs/operating/*.md'], { cwd: root })
  for (const page of texts)
    await write(page, withoutOuterLinks(page, readText(page), new Set([...texts, ...copied])))
}

async function readBuilt(path: string): Promise<string> {
  if (!existsSync(join(root, path))) throw new Error(`There is no ${path}: run npm run build.`)
  return await readFile(join(root, path), 'utf8')
}

/** Of a folder of the project, by their paths in it. */
function filesBelow(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
}

async function copyInto(folder: string, path: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await cp(join(root, path), join(folder, path))
}

/** With what the bundle imports, at exact versions, and no scripts. */
function packageManifest(imported: readonly string[]): object {
  const { version, description, license, devDependencies: tools = {} } = readManifest('.')
  const { dependencies: libraries = {} } = readManifest('server')
  const { optionalDependencies: chainPrograms } = readManifest('node_modules/@foundry-rs/anvil')
  return {
    name: 'byname',
    version,
    description,
    keywords: ['ens', 'ethereum', 'subnames', 'ccip-read', 'offchain', 'resolver', 'gateway', 'registry'],
    license,
    type: 'module',
    bin: { byname: 'server/byname.js' },
    files: [
      'server/',
      'web/',
      'contracts/',
      'deploy/',
      'docs/',
      'CHANGELOG.md',
      'SECURITY.md',
      'THIRD-PARTY-LICENSES',
    ],
    byname: { lastMigration: lastMigration(), servesSince: servesSince(), upgradesFrom },
    engines: { node: '>=20' },
    dependencies: versionsOf(libraries, imported),
    optionalDependencies: {
      ...chainPrograms,
      ...Object.fromEntries(runtimePlatforms.map((platform) => [`node-${platform}`, tools['node']])),
    },
  }
}

function versionsOf(
  versions: Readonly<Record<string, string>>,
  names: readonly string[],
): Record<string, string> {
  const known = names.toSorted().map((name) => {
    const version = versions[name]
    if (!version) throw new Error(`No package of the project has the dependency ${name}.`)
    return [name, version] as const
  })
  return Object.fromEntries(known)
}

/** Images, and links to pages that are not in the package, become their text. */
export function withoutOuterLinks(page: string, text: string, included: ReadonlySet<string>): string {
  return text
    .replaceAll(/!\[([^\]]*)\]\([^)]*\)|<img\b[^>]*>/g, '$1')
    .replaceAll(/\[([^\][]*)\]\(([^)\s#]+)(#[^)\s]*)?\)/g, (link, label: string, target: string) => {
      if (/^[a-z]+:/.test(target)) return link
      return included.has(normalize(join(dirname(page), target))) ? link : label
    })
}

function toJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
