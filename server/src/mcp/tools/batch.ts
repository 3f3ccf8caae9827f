import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Api } from '../api.ts'
import { ToolError } from '../errors.ts'
import * as fields from '../fields.ts'
import type { WriteOptions } from '../tool.ts'
import { escapeText } from '../untrusted.ts'

/** Writes are items of a batch, which one operation checks, applies or tries, whatever they do. */
export interface Batch {
  readonly chainId: number
  readonly domain: string
  readonly items: readonly object[]
  /** Nothing is written if an item fails, and the call fails. */
  readonly isAtomic: boolean
  readonly dryRun: boolean
  /** Absent: a name that the former gateway of the domain has is refused. */
  readonly overrideFormer?: boolean
}

const batchData = z.object({
  results: z.array(
    z.object({
      index: z.number(),
      label: z.string(),
      name: z.string().nullable(),
      etag: z.string().nullable(),
      error: z.object({ name: z.string(), message: z.string() }).nullable(),
    }),
  ),
})

type BatchResult = z.output<typeof batchData>['results'][number]

interface Applied {
  readonly results: readonly BatchResult[]
  /** Whether it is the response of an earlier call with the same key. */
  readonly isRepeated: boolean
  /** Of the changes, by name. */
  readonly events: ReadonlyMap<string, NonNullable<z.output<typeof fields.event>>>
}

export async function applyBatch(
  api: Api,
  { chainId, isAtomic, ...batch }: Batch,
  { idempotencyKey }: WriteOptions,
  { readsEvents = true }: { readonly readsEvents?: boolean } = {},
): Promise<Applied> {
  const { dryRun } = batch
  const requestId = requestIdOf({ chainId, domain: batch.domain }, idempotencyKey)
  const { data, headers } = await api.post('/byname/v1/names/batch', {
    query: { chainId },
    body: { ...batch, mode: isAtomic ? 'atomic' : 'each' },
    headers: {
      'x-request-id': requestId,
      ...(idempotencyKey !== undefined && !dryRun && { 'idempotency-key': `"${idempotencyKey}"` }),
    },
    data: batchData,
  })
  const { results } = data
  const isWritten = !dryRun && results.some(({ error }) => error === null)
  return {
    results,
    isRepeated: headers['idempotent-replayed'] === 'true',
    events:
      isWritten && readsEvents
        ? await readEvents(api, { chainId, domain: batch.domain, requestId })
        : new Map(),
  }
}

/** The same for calls with the same key, so that a repeated call finds the events of the first. */
function requestIdOf(
  { chainId, domain }: Pick<Batch, 'chainId' | 'domain'>,
  idempotencyKey: string | undefined,
): string {
  if (idempotencyKey === undefined) return `mcp-${randomUUID()}`
  const hash = createHash('sha256').update(JSON.stringify([chainId, domain, idempotencyKey]))
  return `mcp-${hash.digest('hex').slice(0, 40)}`
}

const writtenEvent = z.object({
  cursor: z.string(),
  type: z.string(),
  time: z.string(),
  name: z.string().nullable(),
  requestId: z.string().nullable(),
})

/** Of a request, among the newest of the domain. Empty where they cannot be read: the write is made all the same. */
async function readEvents(
  api: Api,
  { requestId, ...query }: { readonly chainId: number; readonly domain: string; readonly requestId: string },
): Promise<Applied['events']> {
  try {
    const { data } = await api.get('/byname/v1/events', {
      query: { ...query, order: 'newest', limit: 200 },
      data: z.object({ data: z.array(writtenEvent) }),
    })
    const own = data.data.filter((event) => event.requestId === requestId)
    return new Map(own.map(({ name, cursor, type, time }) => [name ?? '', { cursor, type, time }]))
  } catch (error) {
    if (error instanceof ToolError) return new Map()
    throw error
  }
}

/** The result of a batch of one item. */
export async function applyItem(
  api: Api,
  batch: Omit<Batch, 'items' | 'isAtomic'>,
  item: object,
  options: WriteOptions,
) {
  const applied = await applyBatch(api, { ...batch, items: [item], isAtomic: true }, options)
  const [result] = applied.results
  if (!result?.name) throw new ToolError('The service sent no result.')
  return {
    name: result.name,
    dryRun: batch.dryRun,
    isRepeated: applied.isRepeated,
    etag: result.etag,
    event: applied.events.get(result.name) ?? null,
  }
}

export const written = {
  name: z.string(),
  dryRun: z.boolean().meta({ description: 'True: every check has passed, and nothing was written.' }),
  isRepeated: z
    .boolean()
    .meta({ description: 'True: an earlier call with the same idempotencyKey wrote it, this one nothing.' }),
  event: fields.event,
} as const

export const etag = z.string().nullable().meta({ description: 'Of the new state; null after a dry run.' })

export const noOptions: WriteOptions = { idempotencyKey: undefined }

const maxListed = 10

/** The first ones, and how many more. */
export function enumerate(names: readonly string[]): string {
  const listed = names.slice(0, maxListed).map((name) => escapeText(name, 100).text)
  const others = names.length - listed.length
  return others > 0 ? `${listed.join(', ')} and ${others} more` : listed.join(', ')
}

export function chainTitle(chainId: number): string {
  return chainId === 1 ? 'Ethereum mainnet' : `chain ${chainId}`
}

/** Of tools that only add. */
export const adds = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
}
