import { existsSync } from 'node:fs'
import { cp, readFile, realpath, rename, rm, symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { execPath } from 'node:process'
import { pathToFileURL } from 'node:url'
import { OperatorError } from '../../errors.ts'
import { version } from '../../version.ts'
import { installationRoot } from '../invocation.ts'
import { isThere, type Machine, makeFolders } from './machine.ts'

export const releasesPath = '/opt/byname/releases'

/** What runs now, as a release of the layout. */
export interface Release {
  readonly version: string
  /** In the machine: of a package `releases/<version>/lib/node_modules/byname`, of sources `releases/<version>`. */
  readonly path: string
  /** Where it is copied from; undefined when it runs from there. */
  readonly source: string | undefined
}

/** Of sources: what the image has, the units and the pages. */
const sourceEntries = [
  ...['package.json', 'LICENSE', 'CHANGELOG.md', 'deploy', 'docs', 'web/dist'],
  ...['server/byname.js', 'server/current-build.js', 'server/package.json', 'server/dist'],
]

/** Of the package; its libraries are beside it or in it. */
const packageEntries = [
  ...['package.json', 'LICENSE', 'CHANGELOG.md', 'SECURITY.md', 'THIRD-PARTY-LICENSES', 'README.md'],
  ...['deploy', 'docs', 'web', 'contracts', 'server'],
]

export async function findRelease(machine: Machine, root = installationRoot): Promise<Release> {
  const source = await realpath(root)
  const path = `${releasesPath}/${version}${isSources(source) ? '' : '/lib/node_modules/byname'}`
  const releases = machine.at(releasesPath)
  const isInstalled = source.startsWith(`${existsSync(releases) ? await realpath(releases) : releases}/`)
  if (!isInstalled) return { version, path, source }
  return {
    version,
    path: source.slice((await realpath(machine.at('/'))).replace(/\/$/, '').length),
    source: undefined,
  }
}

function isSources(root: string): boolean {
  return existsSync(join(root, 'package-lock.json'))
}

/**
 * Copies what runs now, with the libraries that it loads and its Node, beside the place and then there at once.
 * @throws OperatorError for sources that are not built.
 */
export async function copyRelease(machine: Machine, { version: name, path, source }: Release): Promise<void> {
  if (source === undefined) return
  const final = machine.at(`${releasesPath}/${name}`)
  const partial = machine.at(`${releasesPath}/.${name}.partial`)
  const target = join(partial, relative(final, machine.at(path)))
  await rm(partial, { recursive: true, force: true })
  await makeFolders(target, 0o755)
  for (const entry of isSources(source) ? sourceEntries : packageEntries)
    if (existsSync(join(source, entry))) await copy(join(source, entry), join(target, entry))
  await copyLibraries(source, target, await libraryNames(source))
  await copyNode(target)
  // What an interrupted run of npm left.
  if (await isThere(final))
    throw new OperatorError(`${final} is there, without a release in it: move it away.`)
  await rename(partial, final)
}

async function copy(from: string, to: string): Promise<void> {
  await makeFolders(dirname(to), 0o755)
  await cp(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !/[/\\]node_modules[/\\]\.cache([/\\]|$)/.test(path.slice(from.length)),
  })
}

async function libraryNames(source: string): Promise<readonly string[]> {
  if (!isSources(source)) {
    const { dependencies = {}, optionalDependencies = {} } = await readJson(join(source, 'package.json'))
    // The local chains are for the sandbox.
    const optional = Object.keys(optionalDependencies).filter((name) => !name.startsWith('@foundry-rs/'))
    return [...Object.keys(dependencies), ...optional]
  }
  if (!(await isBuilt(source)))
    throw new OperatorError(`The sources in ${source} are not built, or changed since: run npm run build.`)
  const { external = [] } = await readJson(join(source, 'server/dist/contents.json'))
  return external
}

async function isBuilt(source: string): Promise<boolean> {
  const { findCurrentBuild } = await import(pathToFileURL(join(source, 'server/current-build.js')).href)
  return existsSync(join(source, 'server/dist/contents.json')) && findCurrentBuild() !== undefined
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly external?: readonly string[]
}

/** Safe: npm and the build wrote them. */
async function readJson(path: string): Promise<Manifest> {
  return JSON.parse(await readFile(path, 'utf8')) as Manifest
}

/** With what they require; what is in the folder of a library is copied with it. */
async function copyLibraries(source: string, target: string, names: readonly string[]): Promise<void> {
  const seen = new Set<string>()
  const queue = names.map((name) => ({ name, from: source }))
  for (let next = queue.pop(); next; next = queue.pop()) {
    const folder = findLibrary(next.name, next.from)
    // An optional one is installed where it fits the system.
    if (folder === undefined || seen.has(folder)) continue
    seen.add(folder)
    const { dependencies, optionalDependencies } = await readJson(join(folder, 'package.json'))
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies }))
      queue.push({ name, from: folder })
    // In the folder of one that requires it.
    const isNested = next.from !== source && folder.startsWith(`${next.from}/`)
    if (!isNested) await copy(folder, join(target, 'node_modules', next.name))
  }
}

/** As Node looks for it: in the folder, then in those above. */
function findLibrary(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const library = join(folder, 'node_modules', name)
    if (existsSync(join(library, 'package.json'))) return library
    if (dirname(folder) === folder) return undefined
  }
}

/** The units start it by this path. */
async function copyNode(target: string): Promise<void> {
  const platformNode = join(target, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin/node')
  const node = existsSync(platformNode) ? platformNode : join(target, 'node_modules/node/bin/node')
  if (!existsSync(node)) await copy(await realpath(execPath), node)
  const link = join(target, 'node_modules/.bin/node')
  await makeFolders(dirname(link), 0o755)
  await rm(link, { force: true })
  await symlink(relative(dirname(link), node), link)
}
