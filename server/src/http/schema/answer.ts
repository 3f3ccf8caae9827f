import type { z } from 'zod'

export interface Answer<Result> {
  readonly data: z.ZodType
  readonly serialize: (result: Result) => unknown
  /** Absent: the response has no entity tag. */
  readonly etag?: (result: Result) => string
  /** False: parts of the data change without the entity tag. It is for If-Match, and no read with it is 304. */
  readonly isRevalidated?: boolean
}

export function answer<Data extends z.ZodType, Result>(
  data: Data,
  serialize: (result: Result) => z.input<Data>,
): Answer<Result> {
  return { data, serialize }
}

export function plainAnswer<Data extends z.ZodType>(data: Data): Answer<z.input<Data>> {
  return answer(data, (result: z.input<Data>) => result)
}

export function withEtag<Result>(of: Answer<Result>, etag: (result: Result) => string): Answer<Result> {
  return { ...of, etag }
}
