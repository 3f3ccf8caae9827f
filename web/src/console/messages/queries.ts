import type { components } from '@byname/sdk/openapi'
import { queryOptions } from '@tanstack/react-query'
import { api, chainIdOf, unwrap } from '../../api/client.ts'
import { retryAfter } from '../../api/retry-after.ts'
import { toChunks } from '../bulk/to-chunks.ts'
import type { DomainRef } from '../queries.ts'

export const messagesPath = '/byname/v1/domains/{domain}/messages'

/** As the service bounds them. */
const maxNamesOfRequest = 1000
/** Of the domain, in a day. */
export const maxNamesOfDay = 10_000
export const maxMessageLength = 500

/** As it is kept: on one line. */
export function oneLine(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim()
}

type Sent = components['schemas']['SentMessage']

/** Whom it reaches, or would reach. */
export interface MessageResult {
  readonly names: number
  readonly holders: ReadonlySet<string>
  readonly failed: readonly { readonly label: string; readonly message: string }[]
}

export const noResult: MessageResult = { names: 0, holders: new Set(), failed: [] }

export function withPart({ names, holders, failed }: MessageResult, part: Sent): MessageResult {
  return {
    names: names + part.names,
    holders: new Set([...holders, ...part.recipients.map(({ address }) => address)]),
    failed: [...failed, ...part.failed],
  }
}

interface Part {
  readonly labels: readonly string[]
  readonly text: string
  readonly dryRun?: boolean
  readonly idempotencyKey?: string
}

function sendPart(
  ref: DomainRef,
  { labels, text, dryRun = false, idempotencyKey }: Part,
  signal: AbortSignal,
) {
  const params = { path: { domain: ref.domain }, query: { chainId: chainIdOf(ref.chainId) } }
  const headers = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }
  const body = { labels: [...labels], text, dryRun }
  return retryAfter(() => unwrap(api.POST(messagesPath, { params, headers, body })), { signal })
}

function partsOf(labels: readonly string[]) {
  return toChunks(labels, {
    maxItems: maxNamesOfRequest,
    sizeOf: (label: string) => JSON.stringify(label).length,
  })
}

/** Who would read a message, whatever its text. */
export const recipientsQuery = (ref: DomainRef, labels: readonly string[]) =>
  queryOptions({
    queryKey: ['message-recipients', ref.chainId, ref.domain, labels],
    // What may get a message changes with each one.
    gcTime: 0,
    queryFn: async ({ signal }) => {
      let total = noResult
      for (const part of partsOf(labels))
        total = withPart(total, await sendPart(ref, { labels: part, text: '-', dryRun: true }, signal))
      return total
    },
  })

interface SendToAll {
  /** Those that are left to send, behind so many. */
  readonly labels: readonly string[]
  readonly sent: number
  readonly text: string
  /** Of this text: a part that is sent again is left once. */
  readonly id: string
  readonly signal: AbortSignal
  /** After each part. */
  readonly onSent: (labels: readonly string[], result: Sent) => void
}

/** One request after the other. */
export async function sendToAll(ref: DomainRef, { labels, sent, text, id, signal, onSent }: SendToAll) {
  let start = sent
  for (const part of partsOf(labels)) {
    if (signal.aborted) break
    onSent(part, await sendPart(ref, { labels: part, text, idempotencyKey: `${id}-${start}` }, signal))
    start += part.length
  }
}

export const keyOfMessages = (chainId: number) => ['messages', chainId] as const

/** What was left for the holder of the name. */
export const messagesQuery = (name: string, chainId: number) =>
  queryOptions({
    queryKey: [...keyOfMessages(chainId), name],
    queryFn: async () => {
      const params = { path: { name }, query: { chainId: chainIdOf(chainId) } }
      return (await unwrap(api.GET('/byname/v1/names/{name}/messages', { params }))).messages
    },
  })
