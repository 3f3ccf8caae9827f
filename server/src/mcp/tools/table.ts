import { z } from 'zod'
import { readCsvRow, readCsvTitles } from '../../listings/csv.ts'
import type { Listed } from '../../listings/listed-name.ts'
import { recordsOf } from '../../listings/table.ts'
import { type Api, part } from '../api.ts'
import { adviceOf, formatError, ToolError } from '../errors.ts'
import * as fields from '../fields.ts'
import { tool } from '../tool.ts'
import { escapeText } from '../untrusted.ts'
import { adds, applyBatch, type Batch, chainTitle, enumerate, noOptions, written } from './batch.ts'

/** Those of a batch. */
const maxRows = 1000

/** Failures that a result lists. */
const maxListedFailures = 50

const input = z.object({
  domain: fields.domain,
  chainId: fields.chainId,
  table: z
    .string()
    .min(1)
    .max(400_000)
    .meta({
      description:
        'CSV (RFC 4180). Its first line has the titles: `label`, `address` (the wallet that gets the name), and if wanted ' +
        '`text:<key>`, `address:<coin type>`, `contenthash`. At most 1,000 rows.',
    }),
  template: z.string().min(1).max(100).optional().meta({
    description:
      'Name of a record template of the domain: its records go to each name, beneath those of the row.',
  }),
  allOrNothing: z.boolean().default(false).meta({
    description: 'True: if one row fails, no name is issued. False: the others are.',
  }),
  overrideFormer: fields.overrideFormer,
  dryRun: fields.dryRun,
  idempotencyKey: fields.idempotencyKey,
  confirm: fields.confirm,
})

const failure = z.object({
  row: z.number().int().meta({ description: 'As a spreadsheet counts: the titles are row 1.' }),
  label: z.string(),
  error: z.string().meta({ description: 'What is wrong and what to do.' }),
})

/** By a name, as people call them. */
const templates = z.object({
  data: z.array(
    z.object({
      name: z.string(),
      texts: z.array(z.object({ key: z.string(), value: z.string() })),
      addresses: z.array(z.object({ coinType: z.number(), address: z.string() })),
      contentHash: z.string().nullable(),
    }),
  ),
})

type Template = z.output<typeof templates>['data'][number]

interface PreparedTable {
  readonly batch: Batch
  /** Of each item of the batch. */
  readonly rows: readonly number[]
  readonly rowCount: number
  /** Of rows that are not sent. */
  readonly failures: readonly z.output<typeof failure>[]
  /** What of the table is not read. */
  readonly notes: readonly string[]
}

/** Reads the table, which takes at most one request, for the template. */
async function prepare(
  {
    domain,
    chainId,
    table,
    template: templateName,
    allOrNothing,
    dryRun,
    overrideFormer,
  }: z.output<typeof input>,
  api: Api,
): Promise<PreparedTable> {
  const template =
    templateName === undefined ? undefined : await findTemplate(api, { domain, chainId }, templateName)
  const { listed, ignored } = readTable(table, domain)
  if (listed.length > maxRows)
    throw new ToolError(`The table has ${listed.length} rows, and a call takes ${maxRows}: divide it.`)
  const sent = listed.map((row) => ({ row, item: toItem(row, domain, template) }))
  const items = sent.flatMap(({ row, item }) => (typeof item === 'string' ? [] : [{ row: row.row, item }]))
  const failures = sent.flatMap(({ row, item }) =>
    typeof item === 'string'
      ? [{ row: row.row, label: labelOf(row), error: escapeText(item, 500).text }]
      : [],
  )
  const [first] = failures
  if (first && (allOrNothing || items.length === 0) && !dryRun)
    throw new ToolError(
      `Nothing was written: ${failures.length} of ${listed.length} rows cannot be read. Row ${first.row}: ${first.error}`,
    )
  return {
    batch: {
      ...{ domain, chainId, dryRun, overrideFormer, isAtomic: allOrNothing && !dryRun },
      items: items.map(({ item }) => item),
    },
    rows: items.map(({ row }) => row),
    rowCount: listed.length,
    failures,
    notes: [
      ...ignored.map((title) => `The column "${escapeText(title, 80).text}" is not read.`),
      ...listed.flatMap((row) =>
        'doubts' in row ? row.doubts.map((doubt) => `Row ${row.row}: ${escapeText(doubt, 200).text}`) : [],
      ),
    ],
  }
}

async function findTemplate(
  api: Api,
  { domain, chainId }: { readonly domain: string; readonly chainId: number },
  wanted: string,
): Promise<Template> {
  const { data } = await api.get(`/byname/v1/domains/${part(domain)}/templates`, {
    query: { chainId, limit: 100 },
    data: templates,
  })
  const found = data.data.find(({ name }) => name.toLowerCase() === wanted.toLowerCase())
  if (found) return found
  const names = data.data.map(({ name }) => `"${escapeText(name, 80).text}"`).join(', ')
  throw new ToolError(
    `${domain} has no template of this name. ${names ? `It has ${names}.` : 'It has none.'}`,
  )
}

function readTable(table: string, domain: string): { listed: readonly Listed[]; ignored: readonly string[] } {
  try {
    const [titles, ...rows] = recordsOf(table)
    if (!titles) throw new ToolError('The table is empty.')
    const columns = readCsvTitles(titles.cells)
    return {
      listed: rows.map(({ row, cells }) => readCsvRow(columns, cells, row, { domain })),
      ignored: columns.ignored,
    }
  } catch (error) {
    // Errors of the reader are sentences for the author of the table.
    if (error instanceof Error) throw new ToolError(escapeText(error.message, 500).text)
    throw error
  }
}

function labelOf(listed: Listed): string {
  return escapeText('name' in listed ? listed.name.label : listed.label, 100).text
}

const ethereum = 60

/** An item of a batch, or why the row makes no item. Values of the row go before those of the template. */
function toItem(listed: Listed, domain: string, template: Template | undefined): object | string {
  if ('problem' in listed) return listed.problem
  const { label, holder, isClaimed, records } = listed.name
  const { addresses = [], texts = [], contenthash } = records
  const given = new Map(addresses.map(({ coinType, address = '' }) => [coinType, address]))
  const owner = holder ?? given.get(ethereum)
  if (!owner) return 'It has no wallet: give a column address.'
  if (!isClaimed) return { action: 'reserve', label, ethAddress: owner }
  const fill = (text: string) =>
    text.replaceAll('{label}', () => label).replaceAll('{name}', () => `${label}.${domain}`)
  const allTexts = new Map([
    ...(template?.texts ?? []).map(({ key, value }) => [key, fill(value)] as const),
    ...texts.map(({ key, value }) => [key, value] as const),
  ])
  const others = new Map([
    ...(template?.addresses ?? []).map((each) => [each.coinType, each.address] as const),
    ...given,
  ])
  others.delete(ethereum)
  return {
    action: 'issue',
    label,
    texts: Array.from(allTexts, ([key, value]) => ({ key, value })),
    addresses: [
      { coinType: ethereum, address: owner },
      ...Array.from(others, ([coinType, address]) => ({ coinType, address })),
    ],
    contentHash: contenthash ?? template?.contentHash ?? undefined,
  }
}

export const issueTable = tool({
  name: 'issue_table',
  title: 'Issue the names of a table',
  description:
    'Issues up to 1,000 names of a domain from one CSV text, in one transaction, and returns how many were issued and each row that failed: for a ' +
    'list of members or a fleet of agents. The user is asked before anything is written. Try it with dryRun first. Needs an API key with the ' +
    'scope names:write.',
  scope: 'names:write',
  annotations: adds,
  input,
  output: z.object({
    dryRun: written.dryRun,
    isRepeated: written.isRepeated,
    rows: z.number().int().meta({ description: 'Of the table, without the titles.' }),
    issued: z.number().int().meta({ description: 'Names that were issued or reserved, or would be.' }),
    failed: z.number().int(),
    failures: z.array(failure).meta({ description: `The first ${maxListedFailures}, by row.` }),
    notes: z.array(z.string()).meta({ description: 'What of the table is not read.' }),
  }),
  question: async (given, api) => {
    const { batch, failures } = await prepare({ ...given, dryRun: true }, api)
    const { results } = await applyBatch(api, batch, noOptions)
    const names = results.flatMap(({ name, error }) => (name !== null && error === null ? [name] : []))
    const failed = results.length - names.length + failures.length
    if (names.length === 0 || (given.allOrNothing && failed > 0))
      throw new ToolError(
        `Nothing was written, and the user was not asked: ${failed} of ${results.length + failures.length} rows cannot be issued. A call with ` +
          'dryRun has the error of each.',
      )
    const others = failed > 0 ? ` ${failed} other rows cannot be issued.` : ''
    return `Issue ${names.length === 1 ? '1 name' : `${names.length} names`} on ${chainTitle(given.chainId)}: ${enumerate(names)}?${others}${fields.overrideWarning(given.overrideFormer)}`
  },
  run: async (given, api, options) => {
    const { batch, rows, rowCount, failures, notes } = await prepare(given, api)
    const { results, isRepeated } = await applyBatch(api, batch, options, { readsEvents: false })
    const refused = results.flatMap(({ index, label, error }) =>
      error
        ? [
            {
              row: rows[index] ?? 0,
              label: escapeText(label, 100).text,
              error: [formatError(error.name, error.message), adviceOf(error.name)].filter(Boolean).join(' '),
            },
          ]
        : [],
    )
    const all = [...failures, ...refused].toSorted((one, other) => one.row - other.row)
    return {
      dryRun: given.dryRun,
      isRepeated,
      rows: rowCount,
      issued: results.length - refused.length,
      failed: all.length,
      failures: all.slice(0, maxListedFailures),
      notes: notes.slice(0, maxListedFailures),
    }
  },
  text: ({ dryRun, rows, issued, failed, failures, notes }) =>
    [
      `${issued} of ${rows} names ${dryRun ? 'would be' : 'were'} issued, ${failed} failed.`,
      ...failures.map(({ row, label, error }) => `Row ${row}, ${label}: ${error}`),
      ...(failed > failures.length ? [`… and ${failed - failures.length} more failures.`] : []),
      ...notes,
    ].join('\n'),
})
