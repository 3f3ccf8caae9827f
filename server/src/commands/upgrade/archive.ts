import { gunzipSync } from 'node:zlib'
import { OperatorError } from '../../errors.ts'
import { isObject } from '../../is-object.ts'

const blockBytes = 512

/** Of the packed and the unpacked package: more than any release has (scripts/release/tarballs.ts). */
export const maxPackedBytes = 64 * 2 ** 20
const maxUnpackedBytes = 128 * 2 ** 20
const maxFiles = 20_000

/** The field `byname` of a package's `package.json`, and its version. */
export interface Statement {
  readonly version: string
  /** The number of its last migration. */
  readonly lastMigration: string
  /** The number of the migration from which on an earlier version serves on its tables; absent: none does. */
  readonly servesSince?: string | undefined
  /** The oldest version that it upgrades in one step. */
  readonly upgradesFrom: string
}

interface Archive {
  readonly statement: Statement
  readonly changelog: string
}

/**
 * Reads the package of a release as npm packs it (ustar, with paths of pax), and checks that its files lie in the folder
 * `package`: npm would follow links, and write elsewhere.
 *
 * @throws OperatorError for any other archive.
 */
export function readArchive(bytes: Uint8Array): Archive {
  const tar = unpack(bytes)
  const texts = new Map<string, string>()
  let files = 0
  let longPath: string | undefined
  for (let at = 0; at + blockBytes <= tar.length; ) {
    const header = tar.subarray(at, at + blockBytes)
    if (header.every((byte) => byte === 0)) break
    assertChecksum(header)
    const size = readOctal(header.subarray(124, 136))
    const content = tar.subarray(at + blockBytes, at + blockBytes + size)
    if (content.length < size) throw refused('it is cut off')
    at += blockBytes + Math.ceil(size / blockBytes) * blockBytes
    const type = String.fromCharCode(header[156] ?? 0)
    if (type === 'x') {
      longPath = readPaxPath(content)
      continue
    }
    const path = longPath ?? pathOf(header)
    longPath = undefined
    if (!['0', '\0', '5'].includes(type)) throw refused(`${JSON.stringify(path)} is no file`)
    if (!isInside(path)) throw refused(`${JSON.stringify(path)} would lie elsewhere`)
    if (++files > maxFiles) throw refused('it has too many files')
    if (path === 'package/package.json' || path === 'package/CHANGELOG.md') {
      if (texts.has(path)) throw refused(`${path} is there twice`)
      texts.set(path, content.toString('utf8'))
    }
  }
  return {
    statement: readStatement(texts.get('package/package.json') ?? ''),
    changelog: texts.get('package/CHANGELOG.md') ?? '',
  }
}

function refused(why: string): OperatorError {
  return new OperatorError(`This is not the package of a release: ${why}. Nothing was changed.`)
}

function unpack(bytes: Uint8Array): Buffer {
  if (bytes.length > maxPackedBytes) throw refused('it is too large')
  try {
    return gunzipSync(bytes, { maxOutputLength: maxUnpackedBytes })
  } catch {
    throw refused('it cannot be unpacked')
  }
}

function assertChecksum(header: Buffer): void {
  const summed = Buffer.from(header).fill(' ', 148, 156)
  const sum = summed.reduce((total, byte) => total + byte, 0)
  if (readOctal(header.subarray(148, 156)) !== sum) throw refused('it is damaged')
}

function readOctal(field: Buffer): number {
  const digits = /^ *([0-7]+)[ \0]*$/.exec(field.toString('latin1'))?.[1]
  if (digits === undefined) throw refused('it is damaged')
  return Number.parseInt(digits, 8)
}

function pathOf(header: Buffer): string {
  const text = (start: number, end: number) => header.toString('utf8', start, end).split('\0', 1)[0] ?? ''
  const prefix = text(345, 500)
  return prefix === '' ? text(0, 100) : `${prefix}/${text(0, 100)}`
}

/** Records `<length> <key>=<value>\n`. One that changes what an entry is would hide it from these checks. */
function readPaxPath(content: Buffer): string | undefined {
  let path: string | undefined
  for (let at = 0; at < content.length; ) {
    const length = Number(/^(\d{1,7}) /.exec(content.toString('latin1', at, at + 8))?.[1])
    const [, key = '', value = ''] =
      /^\d+ ([^=]+)=(.*)\n$/s.exec(content.toString('utf8', at, at + length)) ?? []
    if (!(length > 0) || ['size', 'linkpath', ''].includes(key) || key.startsWith('GNU'))
      throw refused('it is damaged')
    if (key === 'path') path = value
    at += length
  }
  return path
}

function isInside(path: string): boolean {
  const [first, ...rest] = path.replace(/\/$/, '').split('/')
  const isSafe = rest.every((part) => part !== '' && part !== '.' && part !== '..')
  return first === 'package' && isSafe && !/[\0\\]/.test(path)
}

/** @throws OperatorError when it is not that of Byname, or runs scripts. */
function readStatement(text: string): Statement {
  const manifest = parse(text)
  if (!isObject(manifest)) throw refused('it has no package.json')
  const { name, version, scripts, byname } = manifest as Record<string, unknown>
  if (name !== 'byname') throw refused('it is another package')
  if (scripts !== undefined) throw refused('it would run scripts')
  const { lastMigration, servesSince, upgradesFrom } = (isObject(byname) ? byname : {}) as Record<
    string,
    unknown
  >
  if (!isVersion(version) || !isVersion(upgradesFrom) || typeof lastMigration !== 'string')
    throw refused('it does not say which version it is, and from which it can be upgraded')
  return {
    ...{ version, lastMigration, upgradesFrom },
    servesSince: typeof servesSince === 'string' ? servesSince : undefined,
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const semanticVersion = /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})(?:-([0-9a-z.-]{1,64}))?$/i

export function isVersion(value: unknown): value is string {
  return typeof value === 'string' && semanticVersion.test(value)
}

/** Negative: `one` is older. By Semantic Versioning 2.0.0 §11. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [one, other].map((version) => semanticVersion.exec(version) ?? [])
  for (const index of [1, 2, 3]) {
    const difference = Number(a?.[index]) - Number(b?.[index])
    if (difference !== 0) return difference
  }
  const [mine, yours] = [a?.[4], b?.[4]]
  if (mine === yours) return 0
  if (mine === undefined || yours === undefined) return mine === undefined ? 1 : -1
  return comparePreReleases(mine.split('.'), yours.split('.'))
}

function comparePreReleases(mine: readonly string[], yours: readonly string[]): number {
  for (const [index, part] of mine.entries()) {
    const other = yours[index]
    if (other === undefined) return 1
    if (part === other) continue
    const [isNumber, isOtherNumber] = [/^\d+$/.test(part), /^\d+$/.test(other)]
    if (isNumber && isOtherNumber) return Number(part) - Number(other)
    if (isNumber !== isOtherNumber) return isNumber ? -1 : 1
    return part < other ? -1 : 1
  }
  return mine.length - yours.length
}
