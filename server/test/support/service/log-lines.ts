import { z } from 'zod'

const line = z.looseObject({ level: z.number(), msg: z.string() })

/** A line of the log. */
export type LogLine = z.output<typeof line>

/** Parses the output of a service as its log; fails on anything that is not a JSON line. */
export function logLines(printed: string): readonly LogLine[] {
  return printed
    .split('\n')
    .filter((text) => text !== '')
    .map((text) => line.parse(JSON.parse(text)))
}
