import { LRUCache } from 'lru-cache'
import type { Hex } from 'viem'
import type { MaybePromise } from '../../maybe-promise.ts'
import type { Period } from './period.ts'

/** A signed answer, and what tells whether it may be given again. */
export interface KnownAnswer {
  readonly response: Hex
  /** The name that was asked for. */
  readonly name: string
  /** What it was made from (`Lookup.state`). */
  readonly state: string
  /** In which it was signed. */
  readonly period: Period
  /** The store's stamp before that was read last. */
  stamp: number
  /** When it was read last, in milliseconds of the monotonic clock. */
  checkedAt: number
}

/** Signed answers by question, those that were not asked for longest forgotten first. */
export interface AnswerCache {
  /** Is told of each question: whether its answer was known. */
  readonly asked: (outcome: 'hit' | 'miss') => void
  readonly get: (question: string) => KnownAnswer | undefined
  readonly set: (question: string, answer: KnownAnswer) => void
  /** Answers a question once for all who ask it while that is under way and the store's stamp is still the same. */
  readonly once: (question: string, stamp: number, answer: () => MaybePromise<Hex>) => MaybePromise<Hex>
  readonly size: () => { readonly answers: number; readonly bytes: number }
}

/** Bytes that an entry takes beside its texts, about. */
const overhead = 400

/** Bytes of an entry up to which it is small: an answer of some records is. */
const smallEntry = 8192

/** Bytes of the largest entry that is kept. */
const largestEntry = 65_536

/** Large entries take at most one in so many parts of the memory, so that they drive no small ones out. */
const partForLarge = 4

/** Opens a cache of at most `maxBytes`. */
export function createAnswerCache(maxBytes: number, asked: AnswerCache['asked'] = () => {}): AnswerCache {
  const largeBytes = Math.floor(maxBytes / partForLarge)
  const small = new LRUCache<string, KnownAnswer>({ maxSize: maxBytes - largeBytes })
  const large = new LRUCache<string, KnownAnswer>({ maxSize: largeBytes, maxEntrySize: largestEntry })
  const underWay = new Map<string, { readonly stamp: number; readonly answering: Promise<Hex> }>()
  return {
    asked,
    get: (question) => small.get(question) ?? large.get(question),
    set: (question, answer) => {
      const size = sizeOf(question, answer)
      const [here, elsewhere] = size <= smallEntry ? [small, large] : [large, small]
      elsewhere.delete(question)
      here.set(question, answer, { size })
    },
    once: (question, stamp, answer) => {
      const earlier = underWay.get(question)
      if (earlier?.stamp === stamp) return earlier.answering
      const answering = answer()
      if (!(answering instanceof Promise)) return answering
      const flight = { stamp, answering }
      const land = () => void (underWay.get(question) === flight && underWay.delete(question))
      underWay.set(question, flight)
      answering.then(land, land)
      return answering
    },
    size: () => ({
      answers: small.size + large.size,
      bytes: small.calculatedSize + large.calculatedSize,
    }),
  }
}

const sizeOf = (question: string, { response, name, state }: KnownAnswer): number =>
  question.length + response.length + name.length + state.length + overhead
