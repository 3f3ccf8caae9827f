import type { z } from 'zod'

/** The payload of a success: its schema, and the serializer of a result. */
export interface Answer<Result> {
  readonly data: z.ZodType
  readonly serialize: (result: Result) => unknown
}

export function answer<Data extends z.ZodType, Result>(
  data: Data,
  serialize: (result: Result) => z.input<Data>,
): Answer<Result> {
  return { data, serialize }
}

/** A payload that is returned unchanged. */
export function plainAnswer<Data extends z.ZodType>(data: Data): Answer<z.input<Data>> {
  return answer(data, (result: z.input<Data>) => result)
}
