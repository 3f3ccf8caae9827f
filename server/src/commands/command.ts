import { type ParseArgsConfig, parseArgs } from 'node:util'
import { UsageError } from '../operator-error.ts'

/** `--<key>`; `value` is its placeholder in the usage text. */
type Option =
  | { readonly kind: 'flag' }
  | { readonly kind: 'required' | 'optional' | 'repeated'; readonly value: string }
  | { readonly kind: 'defaulted'; readonly value: string; readonly fallback: string }

export const flag = { kind: 'flag' } as const
export function required(value: string) {
  return { kind: 'required', value } as const
}
export function optional(value: string) {
  return { kind: 'optional', value } as const
}
export function repeated(value: string) {
  return { kind: 'repeated', value } as const
}
export function defaulted(value: string, fallback: string) {
  return { kind: 'defaulted', value, fallback } as const
}

type Options = Readonly<Record<string, Option>>

interface ValueOf {
  readonly flag: boolean
  readonly required: string
  readonly optional: string | undefined
  readonly repeated: readonly string[]
  readonly defaulted: string
}

type Operands = readonly string[]

interface Input<Names extends Operands, Given extends Options> {
  readonly operands: { readonly [Index in keyof Names]: string }
  readonly optionalOperand: string | undefined
  readonly options: { readonly [Key in keyof Given]: ValueOf[Given[Key]['kind']] }
}

interface Definition<Names extends Operands, Given extends Options> {
  /** One word or two. */
  readonly name: string
  readonly summary: string
  readonly operands?: Names
  /** After the operands. */
  readonly optionalOperand?: string
  readonly options?: Given
  readonly run: (input: Input<Names, Given>) => Promise<void>
}

export interface Command {
  readonly name: string
  readonly summary: string
  readonly usage: string
  /** @throws UsageError for invalid arguments; `parseArgs` has errors of its own. */
  readonly run: (args: readonly string[]) => Promise<void>
}

export function command<
  const Names extends Operands = readonly [],
  const Given extends Options = Record<never, Option>,
>(definition: Definition<Names, Given>): Command {
  const { name, summary, run } = definition
  const names = definition.operands ?? []
  const options = Object.entries<Option>(definition.options ?? {})
  const { optionalOperand } = definition
  const operandUsage = [
    ...names.map((operand) => `<${operand}>`),
    ...(optionalOperand ? [`[<${optionalOperand}>]`] : []),
  ]
  const usage = ['byname', name, ...operandUsage, ...options.map(usageOf)].join(' ')
  return {
    name,
    summary,
    usage,
    run: async (args) => {
      const { values, positionals } = parseArgs({
        args: [...args],
        allowPositionals: true,
        options: Object.fromEntries(options.map(([key, option]) => [key, configOf(option)])),
      })
      const missing = options.find(([key, { kind }]) => kind === 'required' && !values[key])
      const maxOperands = names.length + (optionalOperand ? 1 : 0)
      if (positionals.length < names.length || positionals.length > maxOperands || missing)
        throw new UsageError(`Usage: ${usage}`)
      await run(typed<Names, Given>(positionals, names.length, values))
    },
  }
}

/**
 * Safe because there are as many operands as names, no required option is missing, and `configOf` makes parseArgs
 * return each kind of option with its type in `ValueOf`.
 */
function typed<Names extends Operands, Given extends Options>(
  positionals: readonly string[],
  count: number,
  options: object,
) {
  const [operands, optionalOperand] = [positionals.slice(0, count), positionals[count]]
  return { operands, optionalOperand, options } as unknown as Input<Names, Given>
}

function configOf(option: Option): NonNullable<ParseArgsConfig['options']>[string] {
  if (option.kind === 'flag') return { type: 'boolean', default: false }
  if (option.kind === 'repeated') return { type: 'string', multiple: true, default: [] }
  if (option.kind === 'defaulted') return { type: 'string', default: option.fallback }
  return { type: 'string' }
}

function usageOf([key, option]: readonly [string, Option]): string {
  if (option.kind === 'flag') return `[--${key}]`
  const text = `--${key} <${option.value}>`
  if (option.kind === 'required') return text
  return option.kind === 'repeated' ? `[${text}]...` : `[${text}]`
}
