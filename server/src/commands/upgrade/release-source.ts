import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { OperatorError } from '../../errors.ts'
import { compareVersions, isVersion, maxPackedBytes, readArchive, type Statement } from './archive.ts'

const maxSumsBytes = 65_536
const downloadTimeoutMs = 600_000

/** Where releases are: a folder, or an https URL that stands for one, with `SHA256SUMS` and its signature beside them. */
interface Place {
  readonly base: string
  /** That was asked for; absent: the newest. */
  readonly file: string | undefined
}

export interface FoundRelease {
  readonly file: string
  readonly version: string
  /** Lower-case hexadecimal. */
  readonly sha256: string
}

/** A package that a known key vouches for, or its operator. */
export interface VerifiedRelease {
  readonly statement: Statement
  readonly changelog: string
  readonly bytes: Buffer
}

export interface Trust {
  readonly keys: readonly KeyObject[]
  /** A sum that the operator vouches for, in the place of a signature. */
  readonly unsignedSha256: string | undefined
}

/** Ed25519 public keys of a file in PEM. @throws OperatorError for others. */
export function parseKeys(pem: string): readonly KeyObject[] {
  const blocks = pem.match(/-----BEGIN PUBLIC KEY-----[^-]*-----END PUBLIC KEY-----/g) ?? []
  return blocks.map((block) => {
    const key = createPublicKey(block)
    if (key.asymmetricKeyType === 'ed25519') return key
    throw new OperatorError('A key of releases is not an Ed25519 key.')
  })
}

async function placeOf(operand: string): Promise<Place> {
  if (/^[a-z]+:\/\//i.test(operand)) {
    const url = URL.parse(operand)
    if (url?.protocol !== 'https:') throw new OperatorError('A release is fetched by https only.')
    const isFile = url.pathname.endsWith('.tgz')
    const base = new URL(isFile ? '.' : url.pathname.replace(/\/?$/, '/'), url).href
    return { base, file: isFile ? basename(url.pathname) : undefined }
  }
  return (await stat(operand)).isDirectory()
    ? { base: operand, file: undefined }
    : { base: dirname(operand), file: basename(operand) }
}

/** @throws OperatorError for more than `maxBytes`. */
async function read({ base }: Place, file: string, maxBytes: number): Promise<Buffer> {
  const tooLarge = () => new OperatorError(`${file} has more than ${maxBytes} bytes. Nothing was changed.`)
  if (!base.startsWith('https://')) {
    const path = join(base, file)
    if ((await stat(path)).size > maxBytes) throw tooLarge()
    return await readFile(path)
  }
  const response = await fetch(new URL(file, base), { signal: AbortSignal.timeout(downloadTimeoutMs) })
  if (!response.ok || !response.body)
    throw new OperatorError(`${file} cannot be fetched (${response.status}). Nothing was changed.`)
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body) {
    length += part.length
    if (length > maxBytes) throw tooLarge()
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Of the packages `byname` that `SHA256SUMS` lists, after its signature was checked, the one that was asked for or the newest. */
async function findSigned(place: Place, { keys }: Trust): Promise<FoundRelease> {
  const advice = 'With --unsigned-sha256 <sum> you vouch for the file yourself.'
  if (keys.length === 0)
    throw new OperatorError(`This installation knows no key of releases (release-keys.pem). ${advice}`)
  const sums = await read(place, 'SHA256SUMS', maxSumsBytes)
  const signature = await read(place, 'SHA256SUMS.sig', maxSumsBytes).catch((cause: unknown) => {
    throw new OperatorError(`The release is not signed: there is no SHA256SUMS.sig. ${advice}`, { cause })
  })
  const signed = Buffer.from(signature.toString('latin1').trim(), 'base64')
  if (!keys.some((key) => verify(null, sums, key, signed)))
    throw new OperatorError('No key that this installation knows has signed SHA256SUMS. Nothing was changed.')
  const found = releasesOf(sums.toString('utf8'))
  const wanted = found.filter(({ file }) => place.file === undefined || file === place.file)
  const [newest] = wanted.toSorted((one, other) => compareVersions(other.version, one.version))
  if (newest) return newest
  throw new OperatorError(
    `SHA256SUMS does not list ${place.file ?? 'a package byname'}. Nothing was changed.`,
  )
}

function releasesOf(sums: string): readonly FoundRelease[] {
  return sums.split('\n').flatMap((line) => {
    const [, sha256 = '', file = '', version] = /^([0-9a-f]{64}) [ *](byname-(.+)\.tgz)$/.exec(line) ?? []
    return isVersion(version) ? [{ file, version, sha256 }] : []
  })
}

/** Without fetching its package. */
export async function findNewest(operand: string, trust: Trust): Promise<FoundRelease> {
  return await findSigned({ ...(await placeOf(operand)), file: undefined }, trust)
}

/** @throws OperatorError for a package that no one vouches for, or that is no release. */
export async function fetchRelease(operand: string, trust: Trust): Promise<VerifiedRelease> {
  const place = await placeOf(operand)
  const { unsignedSha256 } = trust
  if (unsignedSha256 !== undefined && place.file === undefined)
    throw new OperatorError('--unsigned-sha256 is the sum of one file: name the file, not its folder.')
  const release = unsignedSha256 === undefined ? await findSigned(place, trust) : undefined
  const bytes = await read(place, release?.file ?? place.file ?? '', maxPackedBytes)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  if (sha256 !== (release?.sha256 ?? unsignedSha256?.toLowerCase()))
    throw new OperatorError(
      `The package has the SHA-256 sum ${sha256}, and not the one expected. Nothing was changed.`,
    )
  const { statement, changelog } = readArchive(bytes)
  if (release && release.version !== statement.version)
    throw new OperatorError(
      `${release.file} has the version ${statement.version} inside. Nothing was changed.`,
    )
  return { statement, changelog, bytes }
}

/** @throws OperatorError when it is not newer, or needs a version between. */
export function assertUpgrades(installed: string, { version, upgradesFrom }: Statement): void {
  const order = compareVersions(version, installed)
  if (order <= 0)
    throw new OperatorError(
      order === 0
        ? `${version} is installed already.`
        : `${version} is older than ${installed}, which is installed. "byname rollback" goes back to the release before.`,
    )
  if (compareVersions(installed, upgradesFrom) < 0)
    throw new OperatorError(
      `${version} upgrades from ${upgradesFrom} on: upgrade ${installed} to that first.`,
    )
}

/** The sections of versions newer than `installed`, the newest first. */
export function newSections(changelog: string, installed: string): string {
  const sections = changelog.split(/^(?=## )/m).filter((section) => {
    const [, version] = /^## \[?([^\]\s]+)\]?/.exec(section) ?? []
    return isVersion(version) && compareVersions(version, installed) > 0
  })
  return sections.join('').trim()
}
