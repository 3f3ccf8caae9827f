import type { z } from 'zod'
import type { Api } from './api.ts'

/** As the protocol has them: hints for clients, which no right depends on. */
interface Hints {
  readonly readOnlyHint: boolean
  readonly destructiveHint: boolean
  readonly idempotentHint: boolean
  readonly openWorldHint: boolean
}

/** Of tools that read what this service has. */
export const readsHere: Hints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}

/** Of tools that read chains and gateways of others. */
export const readsChains: Hints = { ...readsHere, openWorldHint: true }

/** How a write is made. */
export interface WriteOptions {
  /** Absent: the write is not repeatable. */
  readonly idempotencyKey: string | undefined
}

/** What a tool is: a mapping of its input to requests of the HTTP interface, and of their responses to its output. */
interface Definition<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: string
  readonly title: string
  /** For a model: what it does, when to use it, and what it needs. */
  readonly description: string
  /** Tools without one need no key. */
  readonly scope?: 'any' | 'names:write' | 'names:revoke'
  readonly annotations: Hints
  readonly input: Input
  readonly output: Output
  /** The question to a person before the call is made; undefined: nothing is asked. */
  readonly question?: (input: z.output<Input>, api: Api) => Promise<string | undefined>
  readonly run: (input: z.output<Input>, api: Api, options: WriteOptions) => Promise<z.input<Output>>
  /** The output in short, for models that read the text of a result; absent: its JSON. */
  readonly text?: (output: z.input<Output>) => string
}

/** Type-erased after the check. */
export type Tool = Omit<Definition<z.ZodObject, z.ZodObject>, 'question' | 'run' | 'text'> & {
  readonly question?: (input: unknown, api: Api) => Promise<string | undefined>
  readonly run: (input: unknown, api: Api, options: WriteOptions) => Promise<Record<string, unknown>>
  readonly text?: (output: Record<string, unknown>) => string
}

/** Safe: `run` and `question` get what `input` has parsed, and `text` what `run` has returned. */
export function tool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: Definition<Input, Output>,
): Tool {
  return definition as unknown as Tool
}
