import type { z } from 'zod'

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

export function plainAnswer<Data extends z.ZodType>(data: Data): Answer<z.input<Data>> {
  return answer(data, (result: z.input<Data>) => result)
}
