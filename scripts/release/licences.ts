import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './project.ts'

/** SPDX identifiers. They ask for their text to be kept, which the list does, and for nothing of the program beside it. */
const permitted = new Set([
  ...[
    '0BSD',
    'Apache-2.0',
    'BlueOak-1.0.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'CC0-1.0',
    'ISC',
    'MIT',
    'MIT-0',
  ],
  ...['Unicode-3.0', 'Unicode-DFS-2016', 'Unlicense', 'Zlib'],
  // Fonts.
  'OFL-1.1',
])

export interface Library {
  readonly name: string
  readonly version: string
  /** An SPDX expression; empty: its manifest states none. */
  readonly licence: string
  /** Its licence files, and its notices. */
  readonly text: string
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: unknown
  readonly licenses?: unknown
  readonly author?: unknown
}

/** Of a package's folder in the project. */
function readLibrary(folder: string): Library {
  const path = join(root, folder)
  // Safe: npm installs no package without name and version, and the other members are read as unknown.
  const manifest = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Manifest
  const texts = readdirSync(path)
    .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
    .toSorted()
    .map((file) => readFileSync(join(path, file), 'utf8').replaceAll('\r\n', '\n').trim())
  const { name, version, author } = manifest
  const licence = licenceOf(manifest)
  return {
    name,
    version,
    licence,
    text:
      texts.join('\n\n') || `${licence}, without a licence file. Author: ${textOf(author, 'name') || name}.`,
  }
}

/** Also in the forms of earlier manifests: an object, or a list, any of which may be chosen. */
function licenceOf({ license, licenses }: Manifest): string {
  if (Array.isArray(licenses)) return licenses.map((one) => textOf(one, 'type')).join(' OR ')
  return textOf(license, 'type')
}

function textOf(value: unknown, member: string): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return ''
  const found: unknown = Reflect.get(value, member)
  return typeof found === 'string' ? found : ''
}

/** Whether one of the alternatives of an SPDX expression has permitted licences only. */
export function isPermitted(expression: string): boolean {
  const alternatives = expression.replace(/^\((.*)\)$/, '$1').split(' OR ')
  return alternatives.some((alternative) =>
    alternative.split(' AND ').every((one) => permitted.has(one.trim())),
  )
}

/** @throws for libraries whose licence is unknown or not permitted, with their names. */
export function listLicences(libraries: readonly Library[]): string {
  const refused = libraries.filter(({ licence }) => !isPermitted(licence))
  if (refused.length > 0) {
    const names = refused.map(
      ({ name, version, licence }) => `  ${name}@${version}: ${licence || 'none stated'}`,
    )
    throw new Error(`These libraries cannot be bundled, because of their licences:\n${names.join('\n')}`)
  }
  const byText = Map.groupBy(libraries, ({ text }) => text)
  const sections = [...byText].map(([text, group]) => `${namesOf(group).join('\n')}\n\n${text}`)
  return `Byname contains the libraries below, with these licences.\n\n${sections.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

function namesOf(group: readonly Library[]): readonly string[] {
  return [...new Set(group.map(({ name, version, licence }) => `${name} ${version} (${licence})`))].toSorted()
}

/** Of packages in the project's folder, each once. */
export function readLibraries(folders: readonly string[]): readonly Library[] {
  return [...new Set(folders)]
    .filter((folder) => existsSync(join(root, folder, 'package.json')))
    .map(readLibrary)
    .toSorted(
      (one, other) => one.name.localeCompare(other.name, 'en') || one.version.localeCompare(other.version),
    )
}
