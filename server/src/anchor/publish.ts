import type { ZoneRoot } from '../chain/heartbeat.ts'
import { toHex } from '../crypto/hex.ts'
import { OperatorError } from '../errors.ts'
import { chooseDepth } from '../frozen/bucket.ts'
import { fileName, formatFile } from '../frozen/file.ts'
import { formatManifest, manifestFile } from '../frozen/manifest.ts'
import type { TreeFile } from '../frozen/tree.ts'
import type { Domain } from '../model/domain.ts'
import type { SsrfSafeFetch } from '../rpc/ssrf-safe-fetch.ts'
import { bucketedZone, type CollectedZone, type ZoneCounts, type ZoneProgress } from './build-zone.ts'
import { appendDropped, type ChangedFiles, findChangedFiles } from './changed-files.ts'
import type { KeptZone } from './kept-zone.ts'
import type { PatchedZone } from './patch-zone.ts'
import { readBack } from './read-back.ts'
import type { AnchorState, KnownZone } from './state.ts'
import { type FileTarget, maxConcurrentPuts, type PublishedFile } from './targets/target.ts'

export type PublishProgress = ZoneProgress | { readonly step: 'putting'; readonly files: number }

interface PublishOptions {
  readonly domain: Pick<Domain, 'name' | 'chainId'>
  readonly targets: readonly FileTarget[]
  readonly state: AnchorState
  /** That of the zone so far. */
  readonly presentDepth: number | undefined
  /** What the entries are that are kept for the next run; absent: they are not. */
  readonly keep?: Pick<KeptZone, 'domainId' | 'event' | 'readAllAt'> | undefined
  readonly fetch: SsrfSafeFetch
  /** Milliseconds since 1970. */
  readonly now: number
  readonly signal: AbortSignal
  readonly onProgress?: ((progress: PublishProgress) => void) | undefined
}

/** What was put at a target. */
export interface TargetOutcome {
  readonly place: string
  readonly url: string
  readonly files: number
  readonly bytes: number
  /** Why clients do not get the files there; undefined: they do. */
  readonly problem?: string
}

export interface Publication extends ZoneRoot, ZoneCounts {
  readonly outcomes: readonly TargetOutcome[]
}

/**
 * Puts what each target lacks of a zone, and reads a sample back by its public URL. A target that fails does not keep the others.
 * @throws StaleZoneError for one that is patched, before anything is put.
 */
export async function publishZone(
  zone: CollectedZone | PatchedZone,
  options: PublishOptions,
): Promise<Publication> {
  const { targets, state, now, domain, keep } = options
  const bucketed = 'counts' in zone ? zone : bucketedZone(zone, chooseDepth(zone, options.presentDepth))
  const { depth } = bucketed
  const known = targets.map(({ place }) => state.known[place])
  const files = await findChangedFiles(bucketed, { ...options, known, keepsZone: keep !== undefined })
  const root = toHex(files.root)
  const { names, records, bytes } = 'counts' in zone ? zone.counts() : zone
  const { name, chainId } = domain
  const manifest: PublishedFile = {
    name: manifestFile,
    text: formatManifest({ domain: name, chainId, names, records, depth, root }),
    isImmutable: false,
  }
  const results = await Promise.all(
    targets.map((target, place) => publishTo(target, { files, place, manifest }, options)),
  )
  const next: Record<string, KnownZone> = {}
  for (const [place, { outcome, isComplete, isDamaged }] of results.entries()) {
    const before = known[place]
    if (isComplete) next[outcome.place] = { root, depth }
    else if (before && !isDamaged) next[outcome.place] = before
    if (isComplete) appendDropped(files.dropped[place] ?? '', state.droppedFile(outcome.place), now)
  }
  await state.save(next, keep && { ...keep, root, depth, names, records, bytes })
  return { root, depth, names, records, bytes, outcomes: results.map(({ outcome }) => outcome) }
}

interface Upload {
  readonly files: ChangedFiles
  readonly place: number
  readonly manifest: PublishedFile
}

interface Result {
  readonly outcome: TargetOutcome
  /** Whether clients get all files that were tried. */
  readonly isComplete: boolean
  /** Whether a file that was there is not any more: all are put again. */
  readonly isDamaged: boolean
}

async function publishTo(target: FileTarget, upload: Upload, options: PublishOptions): Promise<Result> {
  const { place, url } = target
  const put = { files: 0, bytes: 0 }
  try {
    await putAll(target, upload, options, put)
  } catch (error) {
    options.signal.throwIfAborted()
    if (!(error instanceof OperatorError)) throw error
    return { outcome: { place, url, ...put, problem: error.message }, isComplete: false, isDamaged: false }
  }
  const { files } = upload
  const changed = await firstProblem(files.changed, target, options)
  const unchanged = await firstProblem(files.unchanged, target, options)
  const problem = changed ?? unchanged
  return {
    outcome: { place, url, ...put, ...(problem !== undefined && { problem }) },
    isComplete: problem === undefined,
    isDamaged: unchanged !== undefined,
  }
}

/** The manifest comes last. */
async function putAll(
  target: FileTarget,
  { files, place, manifest }: Upload,
  { signal, onProgress }: PublishOptions,
  put: { files: number; bytes: number },
): Promise<void> {
  const failed = new AbortController()
  const stop = AbortSignal.any([signal, failed.signal])
  const running = new Set<Promise<void>>()
  const putOne = async (file: PublishedFile) => {
    try {
      await target.put(file, stop)
    } catch (error) {
      failed.abort(error)
      return
    }
    put.files += 1
    put.bytes += Buffer.byteLength(file.text)
    onProgress?.({ step: 'putting', files: put.files })
  }
  let hasEmptyBucket = false
  for (const file of files.filesFor(place)) {
    // The only file that is in a tree more than once.
    if (file.content.length === 0 && hasEmptyBucket) continue
    hasEmptyBucket ||= file.content.length === 0
    const task = putOne(toPublished(file)).finally(() => running.delete(task))
    running.add(task)
    if (running.size >= maxConcurrentPuts) await Promise.race(running)
    if (stop.aborted) break
  }
  await Promise.all(running)
  stop.throwIfAborted()
  await target.put(manifest, signal)
  put.files += 1
  put.bytes += Buffer.byteLength(manifest.text)
}

function toPublished({ hash, content }: TreeFile): PublishedFile {
  return { name: fileName(hash), text: formatFile(content), isImmutable: true }
}

async function firstProblem(
  files: readonly TreeFile[],
  { url }: FileTarget,
  { fetch, signal }: PublishOptions,
): Promise<string | undefined> {
  for (const file of files) {
    const problem = await readBack({ fetch, url, signal }, toPublished(file))
    if (problem !== undefined) return problem
  }
  return undefined
}
