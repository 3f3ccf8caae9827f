import { z } from 'zod'

const line = z.looseObject({ level: z.number(), msg: z.string() })

/** A line of the log. */
export type LogLine = z.output<typeof line>

/** Reads what a service has printed as its log; fails on anything that is not a JSON line of it. */
export function logLines(printed: string): readonly LogLine[] {
  return printed
    .split('\n')
    .filter((text) => text !== '')
    .map((text) => line.parse(JSON.parse(text)))
}
