import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '../context.ts'
import { type ImportedSettings, importSettings } from '../core/archives/import-settings.ts'
import { operatorCaller } from '../core/auth/sessions.ts'
import type { ChainId } from '../ens/chains.ts'
import type { EnsName } from '../ens/names.ts'
import { OperatorError } from '../errors.ts'
import { archivedSettingsInput } from '../http/schema/archive.ts'
import { serializeChange } from '../http/schema/event.ts'
import { type ListedImage, listedImages, objectOf } from '../listings/listed-name.ts'
import { parseUniqueJson } from '../listings/unique-json.ts'
import type { ImageImport } from './import-images.ts'
import { maxArchiveLineChars } from './import-source.ts'
import { readLines } from './read-lines.ts'
import { escapeControlCharacters } from './shared.ts'

interface ArchivedSettings {
  readonly settings: ImportedSettings
  /** Of the domain's own records. */
  readonly images: readonly ListedImage[]
}

/** The settings of an export, a folder or its lines. @throws OperatorError for another file, and for one that was changed. */
export async function readSettings(source: string): Promise<ArchivedSettings> {
  const found = await stat(source).catch(() => undefined)
  const path = found?.isDirectory() ? join(source, 'names.jsonl') : source
  if (!/\.jsonl$/i.test(path) || !(await stat(path).catch(() => undefined)))
    throw new OperatorError(`${source} is no export of a domain, so it has no settings.`)
  const hash = createHash('sha256')
  const addresses: unknown[] = []
  let domain: unknown
  let last = ''
  for await (const line of readLines(path, maxArchiveLineChars)) {
    last = line
    const isDomain = line.startsWith('{"type":"domain"')
    if (!isDomain && !line.startsWith('{"type":"allowList"')) continue
    hash.update(`${line}\n`)
    const value = parseSettings(path, line)
    if (isDomain) domain = value
    const list = objectOf<'addresses'>(value).addresses
    if (!isDomain && Array.isArray(list)) addresses.push(...list)
  }
  const { settingsSha256 } = objectOf<'settingsSha256'>(parseSettings(path, last || 'null'))
  if (settingsSha256 !== hash.digest('hex'))
    throw new OperatorError(`${path} was changed: its settings have another hash than its last line.`)
  const parsed = archivedSettingsInput.safeParse(domain)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const what = escapeControlCharacters(`${issue?.path.join('.')}: ${issue?.message}`)
    throw new OperatorError(`The settings in ${path} cannot be read: ${what}`)
  }
  if (!addresses.every((address) => typeof address === 'string'))
    throw new OperatorError(`The settings in ${path} cannot be read: the allow-list is no list of texts.`)
  const allowList = Buffer.from(addresses.join('\n'))
  return { settings: { ...parsed.data, allowList }, images: listedImages(objectOf<'images'>(domain).images) }
}

function parseSettings(path: string, line: string): unknown {
  try {
    return parseUniqueJson(line)
  } catch (error) {
    const what = escapeControlCharacters(error instanceof Error ? error.message : '')
    throw new OperatorError(`The settings in ${path} cannot be read: ${what}`)
  }
}

interface ApplySettings extends ArchivedSettings {
  readonly chainId: ChainId
  readonly domain: EnsName
  readonly isDryRun: boolean
}

/** Returns what changes, and which images stay where they are. */
export async function applySettings(
  context: Context,
  { adoptOwn }: Pick<ImageImport, 'adoptOwn'>,
  { images, settings, ...target }: ApplySettings,
) {
  const { records, notes } = await adoptOwn(settings.records ?? {}, images)
  const input = { caller: operatorCaller(context), ...target, settings: { ...settings, records } }
  const changes = await importSettings(context, input)
  return { changes: changes.map(serializeChange), notes }
}

export type AppliedSettings = Awaited<ReturnType<typeof applySettings>>

/** A line for each change; the notes go to stderr. */
export function printSettings({ changes, notes }: AppliedSettings, asJson: boolean): void {
  for (const { field, key, before, after } of asJson ? [] : changes)
    console.log(
      escapeControlCharacters(
        `${key === null ? field : `${field} ${key}`}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`,
      ),
    )
  for (const sentence of notes) console.error(escapeControlCharacters(sentence))
}
