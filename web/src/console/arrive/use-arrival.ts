import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ListedEntry } from '../../../../server/src/listings/import-form.ts'
import type { TableRecord } from '../../../../server/src/listings/table.ts'
import { api, chainIdOf, unwrap } from '../../api/client.ts'
import { randomId } from '../../api/random-id.ts'
import { retryAfter } from '../../api/retry-after.ts'
import { explainError } from '../../wallet/wallet-error.ts'
import type { DomainRef } from '../queries.ts'
import {
  type Arrival,
  addEntries,
  arrivalKey,
  deleteArrival,
  deleteResults,
  type FileSource,
  keepArrival,
  notStarted,
  readResults,
  withArrivals,
} from './arrival-store.ts'
import { askFileWorker } from './ask-file-worker.ts'
import type { FileHeader } from './file-header.ts'
import type { FileRequest } from './file-worker.ts'
import type { ArrivalResult, ImportBody, Phase, Rule } from './import-types.ts'
import { toListingFile } from './listing-file.ts'
import { loadNormalizer } from './load-normalizer.ts'
import type { FileRow } from './parse-file.ts'
import { secondRowRefusal } from './second-rows.ts'
import { plannedOf, sendPart } from './send-part.ts'
import { type ListingBody, listingPath } from './sources.ts'

interface ArrivalState {
  /** Undefined: not read yet; null: none. */
  readonly arrival: Arrival | null | undefined
  readonly results: Readonly<Record<Phase, readonly ArrivalResult[]>>
  /** `correcting`: the file is read once more. */
  readonly running: 'reading' | 'correcting' | Phase | undefined
  /** Names that a service has listed so far. */
  readonly listed: number
  /** The service has asked to wait for so long. */
  readonly waitSeconds: number | undefined
  /** Why it has stopped. */
  readonly error: string | undefined
  /** Of the table that was read last. */
  readonly header: FileHeader | undefined
  /** Of which rows can be corrected. */
  readonly source: FileSource | undefined
}

const idle: ArrivalState = {
  arrival: undefined,
  results: { check: [], import: [] },
  running: undefined,
  listed: 0,
  waitSeconds: undefined,
  error: undefined,
  header: undefined,
  source: undefined,
}

/** What a file is, and how it is read. */
export type FileOptions = Pick<FileRequest, 'columns' | 'records'>

/** The names that arrive at a domain: read, checked, imported; stopped and continued, also after a reload. */
export function useArrival(ref: DomainRef, kind?: 'table') {
  const { domain, chainId } = ref
  const key = arrivalKey(ref, kind)
  const client = useQueryClient()
  const [state, setState] = useState(idle)
  const controller = useRef<AbortController>(undefined)
  /** What is written by another rule has to be deleted before. */
  const settled = useRef<Promise<void>>(undefined)
  const change = useCallback(
    (changes: Partial<ArrivalState>) => setState((current) => ({ ...current, ...changes })),
    [],
  )
  const load = useCallback(async () => {
    const kept = await withArrivals(async (store) => {
      const arrival = (await store.get('arrivals', key)) ?? null
      const results = {
        check: arrival ? await readResults(store, arrival, 'check') : [],
        import: arrival ? await readResults(store, arrival, 'import') : [],
      }
      return { arrival, results, source: arrival ? await store.get('sources', arrival.id) : undefined }
    })
    change(kept)
  }, [key, change])

  useEffect(() => {
    setState(idle)
    load().catch(() =>
      change({ arrival: null, error: 'This browser keeps no data for the page, as this needs.' }),
    )
    return () => controller.current?.abort()
  }, [load, change])

  /** One at a time. What it throws is for a form; `isOwn`: it is shown here. */
  const run = async (
    kind: NonNullable<ArrivalState['running']>,
    work: (signal: AbortSignal) => Promise<void>,
  ) => {
    const current = new AbortController()
    controller.current = current
    change({ running: kind, error: undefined, listed: 0 })
    try {
      await work(current.signal)
    } finally {
      change({ running: undefined, waitSeconds: undefined })
    }
  }

  /** @throws HeaderError for a table whose columns have to be chosen. */
  const readFile = (file: File, options: FileOptions = {}) =>
    run('reading', async () => {
      const request = { file, key, domain, ...options }
      const { header } = await askFileWorker(request, 'done', (listed) => change({ listed }))
      change({ header })
      await load()
    })

  /** Rows of the file, with what was corrected of them. */
  const readRows = async (wanted: readonly number[]): Promise<readonly FileRow[]> => {
    const { file, format = 'table', corrected } = sourceOf(state)
    const known = new Map(corrected.map((record) => [record.row, record]))
    const { records } = await askFileWorker({ file, format, wanted }, 'rows')
    return records.map((record) => ({ ...record, ...known.get(record.row) }))
  }

  /**
   * Reads the file again, with other cells in these rows, so that it is checked again from the first of them on. After an import
   * only rows that were refused are read.
   */
  const correct = (records: readonly TableRecord[]) =>
    run('correcting', async () => {
      const { file, format, columns, records: template, corrected, rows } = sourceOf(state)
      const changed = new Set(records.map(({ row }) => row))
      const isImported = (state.arrival?.imported ?? 0) > 0
      const refused = state.results.import
        .filter(({ outcome }) => outcome === 'refused')
        .map(({ row }) => row)
      const request = {
        ...{ file, format, key, domain, columns, records: template, rows: isImported ? refused : rows },
        corrected: [...corrected.filter(({ row }) => !changed.has(row)), ...records],
        changedFrom: isImported ? 0 : Math.min(...changed),
      }
      await askFileWorker(request, 'done', (listed) => change({ listed }))
      await load()
    })

  const readService = (body: ListingBody) =>
    run('reading', async (signal) => {
      const params = { path: { domain }, query: { chainId: chainIdOf(chainId) } }
      const id = randomId()
      const refuseSecond = secondRowRefusal(await loadNormalizer())
      let counts = { chunks: 0, names: 0 }
      const listed: ListedEntry[] = []
      let after: string | null = null
      do {
        const page: { readonly names: readonly ListedEntry[]; readonly next: string | null } =
          await retryAfter(
            () =>
              unwrap(
                api.POST(listingPath, {
                  params,
                  body: { ...body, ...(after !== null && { after }) },
                  signal,
                }),
              ),
            { signal, onWait: (waitSeconds) => change({ waitSeconds }) },
          )
        const { names, next } = page
        const before = counts
        listed.push(...names)
        counts = await withArrivals((store) => addEntries(store, { id, ...before }, names.map(refuseSecond)))
        change({ listed: counts.names, waitSeconds: undefined })
        after = next
      } while (after !== null && !signal.aborted)
      if (signal.aborted) throw new Error('It was stopped before the end of the list: nothing was kept.')
      if (counts.names === 0) throw new Error(`The service lists no names of ${domain}.`)
      const arrival: Arrival = { domain: key, id, title: new URL(body.url).host, ...counts, ...notStarted }
      const source: FileSource = {
        ...{ file: toListingFile(arrival.title, listed), columns: undefined, titles: [] },
        ...{ records: undefined, corrected: [], rows: undefined },
        format: 'listing',
      }
      await withArrivals((store) => keepArrival(store, arrival, source))
      change({ arrival, header: undefined, source, results: idle.results })
    })

  const send = async (phase: Phase, signal: AbortSignal, from: Arrival) => {
    await settled.current
    let arrival = from
    const done = phase === 'check' ? 'checked' : 'imported'
    const post = importPost(ref, signal, (seconds) => change({ waitSeconds: seconds }))
    const { plan, normalize } = await openPlan(from, phase)
    while (arrival[done] < arrival.chunks && !signal.aborted) {
      const index = arrival[done]
      const chunk = await withArrivals((store) => store.get('chunks', [arrival.id, index]))
      const { rule } = arrival
      const part = { phase, rule, entries: chunk?.entries ?? [], plan, normalize }
      const results = await sendPart(part, (body) => post(body, `${arrival.id}-${arrival.attempt}-${index}`))
      arrival = { ...arrival, [done]: index + 1 }
      const kept = arrival
      await withArrivals(async (store) => {
        await store.put('results', { arrival: kept.id, phase, index, results })
        await store.put('arrivals', kept)
      })
      setState((current) => ({
        ...current,
        arrival: kept,
        waitSeconds: undefined,
        results: { ...current.results, [phase]: [...current.results[phase], ...results] },
      }))
    }
  }

  const start = (phase: Phase) => {
    const { arrival, running } = state
    if (!arrival || running) return
    void run(phase, async (signal) => {
      try {
        await send(phase, signal, arrival)
        if (phase === 'import')
          for (const queryKey of [['domains'], ['domain'], ['names'], ['former-gateway']])
            await client.invalidateQueries({ queryKey })
      } catch (error) {
        // A pause during a wait is no failure.
        if (!signal.aborted) change({ error: explainError(error) })
      }
    })
  }

  /** What was checked by another rule is checked again. */
  const setRule = (rule: Rule) => {
    const { arrival } = state
    if (!arrival || arrival.rule === rule) return
    const next = { ...arrival, rule, attempt: arrival.attempt + 1, checked: 0, imported: 0 }
    change({ arrival: next, results: idle.results, error: undefined })
    settled.current = withArrivals(async (store) => {
      for (const phase of ['check', 'import'] as const) await deleteResults(store, arrival.id, phase)
      await store.put('arrivals', next)
    })
  }

  const drop = async () => {
    const { arrival } = state
    if (arrival) await withArrivals((store) => deleteArrival(store, arrival))
    setState({ ...idle, arrival: null })
  }

  return {
    ...state,
    readFile,
    readRows,
    correct,
    readService,
    start,
    setRule,
    stop: () => controller.current?.abort(),
    drop: () => void drop(),
  }
}

export type ArrivalOfDomain = ReturnType<typeof useArrival>

export interface StepProps {
  readonly domain: DomainRef
  readonly arrival: ArrivalOfDomain
}

function sourceOf({ source }: ArrivalState): FileSource {
  if (!source) throw new Error('What was read is not here any more.')
  return source
}

/** A check that goes on counts what its parts before would add. */
async function openPlan({ id, checked }: Arrival, phase: Phase) {
  const [{ ImportPlan }, normalize] = await Promise.all([
    import('../../../../server/src/listings/import-plan.ts'),
    loadNormalizer(),
  ])
  const plan = new ImportPlan()
  if (phase === 'check')
    await withArrivals(async (store) => {
      for (let index = 0; index < checked; index += 1) {
        const { entries = [] } = (await store.get('chunks', [id, index])) ?? {}
        const { results = [] } = (await store.get('results', [id, phase, index])) ?? {}
        plan.add(plannedOf(entries, results, normalize))
      }
    })
  return { plan, normalize }
}

/** The idempotency key makes it safe to send a part again when it is not known whether it arrived. */
function importPost({ domain, chainId }: DomainRef, signal: AbortSignal, onWait: (seconds: number) => void) {
  const params = { path: { domain }, query: { chainId: chainIdOf(chainId) } }
  return (body: ImportBody, key: string) => {
    const headers = body.dryRun ? {} : { 'idempotency-key': key }
    return retryAfter(
      () => unwrap(api.POST('/byname/v1/domains/{domain}/import', { params, headers, body })),
      { signal, onWait },
    )
  }
}
