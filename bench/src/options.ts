import { parseArgs } from 'node:util'
import { type DatabaseKind, databaseKinds } from './databases/kinds.ts'

/** The options of the command line. */
export interface Options {
  /** Names of those to run. */
  readonly benches: readonly string[]
  readonly databases: readonly DatabaseKind[]
  readonly rounds: number
  readonly seconds: number
  readonly minutes: number
  readonly workers: number
  readonly changes: number
  readonly imported: number
  readonly names: number
  readonly peers?: string
  readonly results?: string
  readonly log?: string
  readonly quick: boolean
  readonly keep: boolean
}

/** Parses the command line; throws an error with advice for anything invalid. `known` are the existing names. */
export function readOptions(known: readonly string[], standard: readonly string[]): Options {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      only: { type: 'string', default: '' },
      database: { type: 'string', default: '' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      minutes: { type: 'string' },
      workers: { type: 'string' },
      changes: { type: 'string' },
      imported: { type: 'string' },
      names: { type: 'string' },
      peers: { type: 'string' },
      results: { type: 'string' },
      log: { type: 'string' },
      quick: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
    },
  })
  const { quick, keep, peers, results, log } = values
  const named = [...positionals, ...parseList(values.only)]
  const number = (
    name: 'rounds' | 'seconds' | 'minutes' | 'workers' | 'changes' | 'imported' | 'names',
    usual: number,
  ): number => {
    const value = Number(values[name] ?? usual)
    if (!(value > 0)) throw new Error(`--${name} takes a number above 0.`)
    return value
  }
  const rounds = number('rounds', quick ? 1 : 3)
  if (!Number.isInteger(rounds)) throw new Error('--rounds takes a whole number.')
  const changes = number('changes', quick ? 2000 : 100_000)
  if (changes > 1000 && changes % 1000 !== 0) throw new Error('--changes above 1000 takes a multiple of it.')
  return {
    benches: named.length === 0 ? standard : chosen(named, known, 'benchmark'),
    databases:
      values.database === '' ? databaseKinds : chosen(parseList(values.database), databaseKinds, 'database'),
    rounds,
    seconds: number('seconds', quick ? 1 : 4),
    minutes: number('minutes', quick ? 0.1 : 10),
    workers: number('workers', 1),
    changes,
    imported: number('imported', quick ? 2000 : 100_000),
    names: number('names', quick ? 10_000 : 1_000_000),
    ...(peers !== undefined && { peers }),
    ...(results !== undefined && { results }),
    ...(log !== undefined && { log }),
    quick,
    keep,
  }
}

function parseList(text: string): string[] {
  return text.split(',').filter((name) => name !== '')
}

/** Those of `known` that are named, in their own order. */
function chosen<Name extends string>(named: readonly string[], known: readonly Name[], what: string): Name[] {
  const unknown = named.find((name) => !known.some((each) => each === name))
  if (unknown !== undefined) throw new Error(`There is no ${what} "${unknown}", but ${known.join(', ')}.`)
  return known.filter((name) => named.includes(name))
}
