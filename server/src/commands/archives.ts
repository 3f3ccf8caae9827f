import { environmentWithDefaults } from '../config/config.ts'
import { exportDomain } from '../core/archives/export.ts'
import { type ImportedName, importNames } from '../core/archives/import.ts'
import { importRules } from '../core/archives/import-item.ts'
import { operatorCaller } from '../core/auth/sessions.ts'
import { mainnetId } from '../ens/chains.ts'
import { parseDomain } from '../ens/names.ts'
import { OperatorError } from '../errors.ts'
import type { Listed } from '../listings/listed-name.ts'
import { writeExportFolder } from './export-folder.ts'
import { importAll, openReport } from './import-run.ts'
import { readNamesOfService } from './import-service.ts'
import { readNamesFile, services } from './import-source.ts'
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
  summary: 'write all names of a domain into a new folder, as JSON Lines and CSV, with a manifest of hashes',
  operands: ['domain'],
  options: { chain: defaulted('id', `${mainnetId}`), out: optional('folder'), json: flag },
  run: async ({ operands: [domain], options }) => {
    const chainId = parseChainId(options.chain)
    const folder = options.out ?? `${parseDomain(domain)}-${chainId}`
    const manifest = await withContext(async (context) => {
      const archive = await exportDomain(context, { caller: operatorCaller(context), chainId, domain })
      return withProgressLine('Reading', (show) =>
        writeExportFolder(folder, archive, (total) => show(`${total.toLocaleString('en')} names written`)),
      )
    })
    const { files, ...counts } = manifest
    printRecord({ folder, ...counts, files: files.map(({ name }) => name) }, options.json)
  },
})

const importCommand = command({
  name: 'import',
  summary:
    `import names into a domain: an export (folder, .jsonl or .csv), saved responses (.json), or with --from (${services.join(', ')}) ` +
    'the names that the service at a URL lists. Names that exist stay, unless --rule is replace or newest. It can be repeated.',
  operands: ['source'],
  options: {
    domain: required('domain'),
    chain: defaulted('id', `${mainnetId}`),
    from: optional('service'),
    'key-from': optional('variable'),
    rule: defaulted('rule', 'keep'),
    'dry-run': flag,
    report: optional('file'),
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
    const report = options.report === undefined ? undefined : openReport(options.report)
    const target = { chainId, domain, rule, isDryRun: options['dry-run'] }
    const totals = await withContext(async (context) => {
      const write = (names: readonly ImportedName[]) =>
        importNames(context, { caller: operatorCaller(context), ...target, names })
      return withProgressLine('Reading', (show) => importAll(listed, write, { show, report }))
    })
    await report?.close()
    printRecord({ domain, chainId, rule, ...(target.isDryRun && { dryRun: true }), ...totals }, options.json)
    if (totals.refused > 0)
      console.error(
        `${totals.refused} names were refused${options.report ? `; ${options.report} says why` : '. --report <file> says why'}.`,
      )
  },
})

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
  const key = keyVariable === undefined ? undefined : environmentWithDefaults({})[keyVariable]
  if (keyVariable !== undefined && !key) throw new OperatorError(`The environment has no ${keyVariable}.`)
  return readNamesOfService({ service: parseChoice(from, services), url: source, domain, chainId, key })
}

export const archiveCommands: readonly Command[] = [exportCommand, importCommand]
