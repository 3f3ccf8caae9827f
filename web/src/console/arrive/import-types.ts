import type { paths } from '@byname/sdk/openapi'

const importPath = '/byname/v1/domains/{domain}/import'

export type ImportBody = paths[typeof importPath]['post']['requestBody']['content']['application/json']

export type Rule = NonNullable<ImportBody['rule']>

/** `refused`: also what could not be read. */
export type Outcome = 'added' | 'changed' | 'unchanged' | 'kept' | 'refused'

export type Phase = 'check' | 'import'

/** What an import does, or would do, to one name. */
export interface ArrivalResult {
  readonly row: number
  readonly label: string
  /** Its holder, or its Ethereum address; null: none. */
  readonly address: string | null
  readonly outcome: Outcome
  /** Of a name that this one replaces; null: none. */
  readonly replacedHolder: string | null
  /** Why it is refused, what was read in another way, and what differs; empty: nothing. */
  readonly words: string
}
