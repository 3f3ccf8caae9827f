import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { environmentWithDefaults } from '../config/config.ts'
import { exportDomain } from '../core/archives/export.ts'
import {
  type ImportedName,
  type ImportResult,
  importNames,
  maxImportedNames,
} from '../core/archives/import.ts'
import { importRules } from '../core/archives/import-item.ts'
import { operatorCaller } from '../core/auth/sessions.ts'
import { mainnetId } from '../ens/chains.ts'
import { parseDomain } from '../ens/names.ts'
import { OperatorError } from '../errors.ts'
import { serializeImportResult } from '../http/operations/archives.ts'
import type { Listed } from '../listings/listed-name.ts'
import { writeExportFolder } from './export-folder.ts'
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
  if (from === undefined) return readNamesFile(source, { domain })
  if (!URL.canParse(source)) throw new OperatorError(`"${source}" is not the URL of a service.`)
  const key = keyVariable === undefined ? undefined : environmentWithDefaults({})[keyVariable]
  if (keyVariable !== undefined && !key) throw new OperatorError(`The environment has no ${keyVariable}.`)
  return readNamesOfService({ service: parseChoice(from, services), url: source, domain, chainId, key })
}

type WriteNames = (names: readonly ImportedName[]) => Promise<readonly ImportResult[]>

/** A line of the report. */
type ReportedRow = ReturnType<typeof serializeImportResult>

interface ImportTotals {
  names: number
  added: number
  changed: number
  unchanged: number
  kept: number
  refused: number
  noted: number
}

interface ImportOutput {
  readonly show: (text: string) => void
  readonly report: Report | undefined
}

/** Records of names that a transaction writes at once, in characters of JSON. */
const maxPartChars = 2_000_000

async function importAll(
  listed: AsyncIterable<Listed>,
  write: WriteNames,
  { show, report }: ImportOutput,
): Promise<ImportTotals> {
  const totals: ImportTotals = { names: 0, added: 0, changed: 0, unchanged: 0, kept: 0, refused: 0, noted: 0 }
  const rows = new Map<string, number>()
  let part: ImportedName[] = []
  let chars = 0
  let doubts = new Map<number, readonly string[]>()
  const count = async (row: ReportedRow) => {
    totals.names += 1
    totals[row.outcome] += 1
    if (row.notes.length > 0) totals.noted += 1
    await report?.write(row)
  }
  const flush = async () => {
    if (part.length === 0) return
    for (const result of await write(part)) {
      const row = serializeImportResult(result)
      await count({ ...row, notes: [...(doubts.get(row.row) ?? []), ...row.notes] })
    }
    show(`${totals.names.toLocaleString('en')} names read, ${totals.added.toLocaleString('en')} added`)
    part = []
    chars = 0
    doubts = new Map()
  }
  for await (const each of listed) {
    const { row } = each
    if ('problem' in each) {
      await count({ row, label: each.label, outcome: 'refused', reason: each.problem, notes: [] })
      continue
    }
    const { name } = each
    const earlier = rows.get(name.label.toLowerCase())
    if (earlier !== undefined) {
      const reason = `It is in row ${earlier} already.`
      await count({ row, label: name.label, outcome: 'refused', reason, notes: [] })
      continue
    }
    rows.set(name.label.toLowerCase(), row)
    part.push({ row, ...name })
    if (each.doubts.length > 0) doubts.set(row, each.doubts)
    chars += JSON.stringify(name.records).length
    if (part.length >= maxImportedNames || chars >= maxPartChars) await flush()
  }
  await flush()
  return totals
}

interface Report {
  readonly write: (row: ReportedRow) => Promise<void>
  readonly close: () => Promise<void>
}

/** JSON Lines, one for each name. */
function openReport(path: string): Report {
  const file = createWriteStream(path)
  const failed = once(file, 'error').then(([error]: unknown[]) => {
    throw error
  })
  failed.catch(() => undefined)
  return {
    write: async (row) => {
      if (!file.write(`${JSON.stringify(row)}\n`)) await Promise.race([once(file, 'drain'), failed])
    },
    close: async () => {
      file.end()
      await Promise.race([once(file, 'close'), failed])
    },
  }
}

export const archiveCommands: readonly Command[] = [exportCommand, importCommand]
