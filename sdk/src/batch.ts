import { type ClientContext, type SignedCallOptions, signedInit } from './context.ts'
import { BynameError } from './errors.ts'
import { callInit, type DataOf, type InitArguments } from './http.ts'
import { randomHex } from './random-hex.ts'
import { type RecordsInput, toWireRecords } from './records.ts'

type Path = '/byname/v1/names/batch'
type WireBatch = InitArguments<'POST', Path>[0]['body']
type WireItem = WireBatch['items'][number]

/** `label`: the first label of the name, in the domain of the batch. */
export type BatchItem =
  | {
      readonly action: 'issue'
      readonly label: string
      readonly owner: string
      readonly records?: RecordsInput | undefined
    }
  /** Issues a name, or changes the one that there is, with a key that has the scope `names:revoke`. */
  | {
      readonly action: 'put'
      readonly label: string
      /** Absent: the present holder. */
      readonly owner?: string | undefined
      readonly records?: RecordsInput | undefined
      readonly replace?: boolean | undefined
      readonly ifMatch?: string | undefined
    }
  | { readonly action: 'reserve'; readonly label: string; readonly owner: string }
  /** Needs a wallet that may sign for the name, or a key that has the scope `names:revoke`. */
  | {
      readonly action: 'change'
      readonly label: string
      readonly records: RecordsInput
      readonly replace?: boolean | undefined
      readonly ifMatch?: string | undefined
    }
  | { readonly action: 'revoke'; readonly label: string; readonly ifMatch?: string | undefined }

export interface BatchInput {
  readonly domain: string
  readonly items: readonly BatchItem[]
  /**
   * `each`, the default: items that fail have an error in their results. `atomic`: a chunk with an item that fails changes
   * nothing and throws `BatchRejectedException`; chunks before it are written.
   */
  readonly mode?: WireBatch['mode'] | undefined
  /** Items of a request, each of which is one transaction; at most and by default 1,000. */
  readonly chunkSize?: number | undefined
  /** Makes all checks and writes nothing. Each chunk is checked against the present state, without those before it. */
  readonly dryRun?: boolean | undefined
  /** After each chunk. */
  readonly onProgress?: ((progress: BatchProgress) => void) | undefined
}

export interface BatchProgress {
  /** Items that are done, with or without success. */
  readonly done: number
  readonly total: number
  readonly failed: number
}

/** `index` counts all items from 0. */
export type BatchResult = DataOf<'POST', Path>['results'][number]

export interface BatchOutcome {
  readonly succeeded: number
  readonly failed: number
  /** One for each item, in their order. */
  readonly results: readonly BatchResult[]
}

const maxItems = 1000
/** Below that of the service for a body, 512 KiB, with room for the other members. */
const maxItemBytes = 500_000

/**
 * A chunk after the other, each with an `Idempotency-Key` of its own. With a key of the caller, the same call continues
 * after an interruption: what was done is answered from memory, for 24 hours.
 */
export async function sendBatch(
  context: ClientContext,
  { domain, items, mode = 'each', chunkSize = maxItems, dryRun, onProgress }: BatchInput,
  { wallet = context.wallet, idempotencyKey = randomHex(), signal }: SignedCallOptions = {},
): Promise<BatchOutcome> {
  const { http, chainId, normalize } = context
  const needsSignature = items.some(({ action }) => action === 'change' || action === 'revoke')
  const signed =
    wallet && needsSignature ? (await signedInit(context, { action: 'edit' }, { wallet })).headers : {}
  const results: BatchResult[] = []
  let failed = 0
  for (const [number, chunk] of chunksOf(items.map(toWireItem), Math.min(chunkSize, maxItems)).entries()) {
    const init = callInit({ signal, idempotencyKey: `${idempotencyKey}-${number}` }, signed)
    const { data } = await http.send('POST', '/byname/v1/names/batch', {
      ...init,
      params: { query: { chainId } },
      body: { domain: normalize(domain), mode, items: [...chunk], ...(dryRun && { dryRun }) },
    })
    const start = results.length
    results.push(...data.results.map((result) => ({ ...result, index: start + result.index })))
    failed += data.failed
    onProgress?.({ done: results.length, total: items.length, failed })
  }
  return { succeeded: results.length - failed, failed, results }
}

function toWireItem(item: BatchItem): WireItem {
  switch (item.action) {
    case 'issue':
      return { action: item.action, label: item.label, ...toWireRecords(item.records, item.owner) }
    case 'reserve':
      return { action: item.action, label: item.label, ethAddress: item.owner }
    case 'put': {
      const { action, label, records, owner } = item
      const holder = owner !== undefined && { holder: owner }
      return { action, label, ...toWireRecords(records, owner), ...holder, ...conditionsOf(item) }
    }
    case 'change':
      return {
        action: item.action,
        label: item.label,
        ...toWireRecords(item.records),
        ...conditionsOf(item),
      }
    case 'revoke':
      return { action: item.action, label: item.label, ...conditionsOf(item) }
  }
}

interface Conditions {
  readonly replace?: boolean | undefined
  readonly ifMatch?: string | undefined
}

function conditionsOf({ replace, ifMatch }: Conditions) {
  return { ...(replace !== undefined && { replace }), ...(ifMatch !== undefined && { ifMatch }) }
}

/** @throws BynameError of the item. */
export async function sendOne(
  context: ClientContext,
  domain: string,
  item: BatchItem,
  options?: SignedCallOptions,
): Promise<BatchResult | undefined> {
  const [result] = (await sendBatch(context, { domain, items: [item] }, options)).results
  if (result?.error) {
    const { name, message, status } = result.error
    throw new BynameError(name, message, { status })
  }
  return result
}

/** By number and by bytes of JSON; an item that is too large alone is left to the service to refuse. */
function chunksOf(items: readonly WireItem[], maxLength: number): readonly (readonly WireItem[])[] {
  const chunks: WireItem[][] = []
  let bytes = 0
  for (const item of items) {
    const size = new TextEncoder().encode(JSON.stringify(item)).length + 1
    const chunk = chunks.at(-1)
    if (chunk && chunk.length < maxLength && bytes + size <= maxItemBytes) {
      chunk.push(item)
      bytes += size
    } else {
      chunks.push([item])
      bytes = size
    }
  }
  return chunks
}
