import { environmentWithDefaults } from '../config/config.ts'
import { exportDomain } from '../core/archives/export.ts'
import { type ImportedName, importNames } from '../core/archives/import.ts'
import { importRules } from '../core/archives/import-item.ts'
import { verifySample } from '../core/archives/verify-sample.ts'
import { operatorCaller } from '../core/auth/sessions.ts'
import { mainnetId } from '../ens/chains.ts'
import { parseDomain } from '../ens/names.ts'
import { OperatorError } from '../errors.ts'
import type { Listed } from '../listings/listed-name.ts'
import { writeExportFolder } from './export-folder.ts'
import { importAll, openReport } from './import-run.ts'
import { readNamesOfService } from './import-service.ts'
import { readNamesFile, services } from './import-source.ts'
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
    `import names into a domain: an export (folder, .jsonl or .csv), saved responses (.json), a dump of NameStone (.sql), or with --from (${services.join(', ')}) ` +
    'the names that the service at a URL lists. Names that exist stay, unless --rule is replace or newest. It can be repeated. ' +
    'With --verify, a sample is compared with the answers of the gateway where the names were.',
  operands: ['source'],
  options: {
    domain: required('domain'),
    chain: defaulted('id', `${mainnetId}`),
    from: optional('service'),
    'key-from': optional('variable'),
    rule: defaulted('rule', 'keep'),
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
    const [sample, gateway] = [openSample(options), parseGateway(options)]
    const report = options.report === undefined ? undefined : openReport(options.report)
    const target = { chainId, domain, rule, isDryRun: options['dry-run'] }
    const onName = (name: ImportedName) => sample?.add(name)
    const { totals, verifications } = await withContext(async (context) => {
      const caller = operatorCaller(context)
      const write = (names: readonly ImportedName[]) => importNames(context, { caller, ...target, names })
      return withProgressLine('Reading', async (show) => {
        const verify = (names: readonly ImportedName[]) =>
          verifySample(context, { caller, ...target, names, gateway })
        // A gateway that cannot be asked is refused before names are written.
        if (sample) await verify([])
        const totals = await importAll(listed, write, { show, report, onName })
        if (!sample) return { totals, verifications: undefined }
        show('Asking the gateway')
        return { totals, verifications: await verify(sample.names()) }
      })
    })
    for (const verification of verifications ?? []) await report?.write(verification)
    await report?.close()
    const verified = sample && verifications && { seed: sample.seed, ...printVerifications(verifications) }
    const dryRun = target.isDryRun && { dryRun: true }
    printRecord({ domain, chainId, rule, ...dryRun, ...totals, ...verified }, options.json)
    if (verifications?.some(({ outcome }) => outcome !== 'equal')) process.exitCode = 1
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
