import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { environmentWithDefaults } from '../config/config.ts'
import { exportDomain } from '../core/archives/export.ts'
import type { ImportedName } from '../core/archives/import.ts'
import { importRules } from '../core/archives/import-item.ts'
import { importNamesWithNotes } from '../core/archives/import-notes.ts'
import { verifySample } from '../core/archives/verify-sample.ts'
import { operatorCaller } from '../core/auth/sessions.ts'
import { mainnetId } from '../ens/chains.ts'
import { parseDomain } from '../ens/names.ts'
import { OperatorError } from '../errors.ts'
import { archiveLines } from '../http/archive-lines.ts'
import { buildExportSchema } from '../http/openapi/export-schema.ts'
import type { Listed } from '../listings/listed-name.ts'
import { services } from '../listings/services.ts'
import { type ExportSource, writeExportFolder } from './export-folder.ts'
import { openRemoteExport } from './export-service.ts'
import { openImageImport } from './import-images.ts'
import { importAll, openReport } from './import-run.ts'
import { readNamesOfService } from './import-service.ts'
import { applySettings, printSettings, readSettings } from './import-settings.ts'
import { readNamesFile } from './import-source.ts'
import { openSample, parseGateway, printVerifications, verifyOptions } from './import-verify.ts'
import {
  type Command,
  command,
  defaulted,
  flag,
  optional,
  parseChainId,
  parseChoice,
  printRecord,
  required,
  withContext,
  withProgressLine,
} from './shared.ts'

const exportCommand = command({
  name: 'export',
  summary:
    'write a domain into a new folder: its names as JSON Lines and CSV, with a manifest of hashes, their images as files, its settings, ' +
    'and with --history its events. With --from it is another service that is asked, by HTTP, and --images-from says where its images ' +
    'are if not there.',
  operands: ['domain'],
  options: {
    chain: defaulted('id', `${mainnetId}`),
    out: optional('folder'),
    history: flag,
    from: optional('url'),
    'key-from': optional('variable'),
    'images-from': optional('url'),
    json: flag,
  },
  run: async ({ operands: [name], options }) => {
    const chainId = parseChainId(options.chain)
    const domain = parseDomain(name)
    const folder = options.out ?? `${domain}-${chainId}`
    const { history: withHistory, from } = options
    const write = (source: ExportSource) =>
      withProgressLine('Reading', (show) =>
        writeExportFolder(folder, { ...source, schema: buildExportSchema(), show }),
      )
    const { manifest, files } = from
      ? await openRemoteExport({
          ...{ url: from, domain, chainId, withHistory, imagesUrl: options['images-from'] },
          key: keyFrom(options['key-from']),
        }).then(write)
      : await withContext(async (context) => {
          const caller = operatorCaller(context)
          const archive = await exportDomain(context, { caller, chainId, domain, withHistory })
          return write({ lines: archiveLines(archive), readImage: context.media.read })
        })
    printRecord({ folder, ...manifest, files: [...files] }, options.json)
    if (manifest.missingImages > 0)
      console.error(
        `${manifest.missingImages} images of records could not be read: their URLs go on to point where they are.`,
      )
  },
})

const importCommand = command({
  name: 'import',
  summary:
    `import names into a domain: an export (folder, .jsonl or .csv), saved responses (.json), a dump of NameStone (.sql), or with --from (${services.join(', ')}) ` +
    'the names that the service at a URL lists. Names that exist stay, unless --rule is replace or newest. It can be repeated. ' +
    'Names that the former gateway of the domain has for another holder are refused, unless --override-former. ' +
    'With --with-settings, the domain gets the settings of an export too. With --verify, a sample is compared with the answers of the gateway where the names were.',
  operands: ['source'],
  options: {
    domain: required('domain'),
    chain: defaulted('id', `${mainnetId}`),
    from: optional('service'),
    'key-from': optional('variable'),
    rule: defaulted('rule', 'keep'),
    'images-from': optional('url'),
    'with-settings': flag,
    'override-former': flag,
    'dry-run': flag,
    report: optional('file'),
    ...verifyOptions,
    json: flag,
  },
  run: async ({ operands: [source], options }) => {
    const chainId = parseChainId(options.chain)
    const domain = parseDomain(options.domain)
    const rule = parseChoice(options.rule, importRules)
    const listed = listedNames(source, {
      domain,
      chainId,
      from: options.from,
      keyVariable: options['key-from'],
    })
    const archived = options['with-settings'] ? await readSettings(source) : undefined
    const [sample, gateway] = [openSample(options), parseGateway(options)]
    const report = options.report === undefined ? undefined : openReport(options.report)
    const target = {
      ...{ chainId, domain, rule, isDryRun: options['dry-run'] },
      overridesFormer: options['override-former'],
    }
    const onName = (name: ImportedName) => sample?.add(name)
    const { totals, verifications, settings } = await withContext(async (context) => {
      const caller = operatorCaller(context)
      const images = await openImageImport(context, { ...target, source, imagesUrl: options['images-from'] })
      const write = images.before((names, planned) =>
        importNamesWithNotes(context, { caller, ...target, planned, names }),
      )
      return withProgressLine('Reading', async (show) => {
        const verify = (names: readonly ImportedName[]) =>
          verifySample(context, { caller, ...target, names, gateway })
        // A gateway that cannot be asked is refused before names are written.
        if (sample) await verify([])
        const totals = await importAll(listed, write, { show, report, onName })
        const all = { ...totals, ...images.counts() }
        const settings = archived && (await applySettings(context, images, { ...target, ...archived }))
        if (!sample) return { totals: all, verifications: undefined, settings }
        show('Asking the gateway')
        return { totals: all, verifications: await verify(sample.names()), settings }
      })
    })
    for (const verification of verifications ?? []) await report?.write(verification)
    await report?.close()
    if (await hasHistory(source))
      console.error('history.jsonl is not imported: events of another place are not those of this log.')
    const verified = sample && verifications && { seed: sample.seed, ...printVerifications(verifications) }
    const dryRun = target.isDryRun && { dryRun: true }
    const changed = settings && { settings: options.json ? settings.changes : settings.changes.length }
    printRecord({ domain, chainId, rule, ...dryRun, ...totals, ...changed, ...verified }, options.json)
    if (settings) printSettings(settings, options.json)
    if (verifications?.some(({ outcome }) => outcome !== 'equal')) process.exitCode = 1
    if (totals.refused > 0)
      console.error(
        `${totals.refused} names were refused${options.report ? `; ${options.report} says why` : '. --report <file> says why'}.`,
      )
  },
})

async function hasHistory(source: string): Promise<boolean> {
  return (await stat(join(source, 'history.jsonl')).catch(() => undefined)) !== undefined
}

interface SourceOptions {
  readonly domain: string
  readonly chainId: number
  readonly from: string | undefined
  readonly keyVariable: string | undefined
}

function listedNames(
  source: string,
  { domain, chainId, from, keyVariable }: SourceOptions,
): AsyncIterable<Listed> {
  if (from === undefined) return readNamesFile(source, { domain, chainId })
  if (!URL.canParse(source)) throw new OperatorError(`"${source}" is not the URL of a service.`)
  const service = parseChoice(from, services)
  return readNamesOfService({ service, url: source, domain, chainId, key: keyFrom(keyVariable) })
}

function keyFrom(variable: string | undefined): string | undefined {
  const key = variable === undefined ? undefined : environmentWithDefaults({})[variable]
  if (variable !== undefined && !key) throw new OperatorError(`The environment has no ${variable}.`)
  return key
}

export const archiveCommands: readonly Command[] = [exportCommand, importCommand]
