import { randomBytes } from 'node:crypto'
import { PageSet } from '../../store/sqlite/log/page-set.ts'
import { createGenerationId, type LogObjectName } from './names.ts'
import { PageHashes } from './page-hashes.ts'

/** Milliseconds. */
const maxAgeMs = 7 * 86_400_000
const mergeIntervalMs = 3_600_000

/** Before the next merge. */
const maxUnmerged = 256

/** Bytes of the segments of a small database, above half of its base, until a new generation. */
const minSegmentBytes = 16 * 1_048_576

interface StoredSegment extends LogObjectName {
  readonly bytes: number
}

/** What a clean stop keeps for the next start. */
export interface KeptGeneration {
  readonly generation: string
  readonly head: number
  readonly stateId: string
  readonly pageSize: number
  readonly beganAt: number
  readonly baseBytes: number
  readonly segmentBytes: number
}

/** A base and the segments that were stored behind it, as the process knows them that stores them. */
export class Generation {
  readonly id: string
  readonly pageSize: number
  readonly #beganAt: number
  /** Of the newest state in the target. */
  head = 0
  stateId: string
  hashes = new PageHashes()
  /** Since the head. */
  changed = new PageSet()
  baseBytes = 0
  /** Since the last merge, without `changed`. */
  #unmergedPages = new PageSet()
  #unmerged: readonly StoredSegment[] = []
  #mergedAt: number
  /** Up to here nothing is merged again. */
  #mergedHead = 0
  #mergedStateId: string
  #mergedBytes = 0

  constructor(pageSize: number, now: number, id = createGenerationId(now), stateId = createStateId()) {
    this.id = id
    this.pageSize = pageSize
    this.stateId = stateId
    this.#beganAt = now
    this.#mergedAt = now
    this.#mergedStateId = stateId
  }

  static continue(kept: KeptGeneration, hashes: PageHashes, now: number): Generation {
    const generation = new Generation(kept.pageSize, kept.beganAt, kept.generation, kept.stateId)
    generation.head = kept.head
    generation.hashes = hashes
    generation.baseBytes = kept.baseBytes
    generation.#mergedHead = kept.head
    generation.#mergedBytes = kept.segmentBytes
    generation.#mergedAt = now
    return generation
  }

  get segmentBytes(): number {
    return this.#unmerged.reduce((sum, { bytes }) => sum + bytes, this.#mergedBytes)
  }

  keep(): KeptGeneration {
    const { id: generation, head, stateId, pageSize, baseBytes, segmentBytes } = this
    return { generation, head, stateId, pageSize, beganAt: this.#beganAt, baseBytes, segmentBytes }
  }

  /** Whether its segments cost more to restore than a new base costs to store. */
  isOld(now: number): boolean {
    return now - this.#beganAt > maxAgeMs || this.segmentBytes > Math.max(minSegmentBytes, this.baseBytes / 2)
  }

  /**
   * What the next segment has: the changes since the head, or, once in a while, those since the last merge, in place of the
   * segments since then.
   *
   * @param size Of the database, in pages.
   */
  nextSegment(size: number, now: number): NextSegment {
    const isMerge =
      this.#unmerged.length >= maxUnmerged ||
      (this.#unmerged.length > 1 && now - this.#mergedAt >= mergeIntervalMs)
    return {
      name: { generation: this.id, from: isMerge ? this.#mergedHead + 1 : this.head + 1, to: this.head + 1 },
      after: isMerge ? this.#mergedStateId : this.stateId,
      makes: createStateId(),
      pages: this.changed.upTo(size, isMerge ? this.#unmergedPages : undefined),
      replaces: isMerge ? this.#unmerged : [],
      isMerge,
    }
  }

  /** @param changed Those of `changed` that it has. */
  addStored({ name, makes, isMerge }: NextSegment, changed: PageSet, bytes: number, now: number): void {
    this.head = name.to
    this.stateId = makes
    if (!isMerge) {
      this.#unmerged = [...this.#unmerged, { ...name, bytes }]
      this.#unmergedPages.addAll(changed)
      return
    }
    this.#unmerged = []
    this.#unmergedPages = new PageSet()
    this.#mergedHead = name.to
    this.#mergedStateId = makes
    this.#mergedBytes += bytes
    this.#mergedAt = now
  }
}

export interface NextSegment {
  readonly name: LogObjectName
  /** Ids of states. */
  readonly after: string
  readonly makes: string
  readonly pages: PageSet
  /** What it has, too. */
  readonly replaces: readonly LogObjectName[]
  readonly isMerge: boolean
}

function createStateId(): string {
  return randomBytes(16).toString('hex')
}
