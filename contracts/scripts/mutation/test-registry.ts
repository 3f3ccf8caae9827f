import { expect } from 'vitest'

export { expect }

/** A test of a file, with the titles around it. */
export interface RegisteredTest {
  readonly title: string
  readonly run: () => unknown
}

/** What a file has declared: in the place of the runner, which takes a second of processor time for each start. */
export interface RegisteredFile {
  readonly tests: RegisteredTest[]
  readonly ends: (() => unknown)[]
}

let current: RegisteredFile = { tests: [], ends: [] }
let around: readonly string[] = []

/** Begins to collect the declarations of another file. */
export function collectFile(): RegisteredFile {
  current = { tests: [], ends: [] }
  return current
}

function declare(title: string, run: () => unknown): void {
  current.tests.push({ title: [...around, title].join(' > '), run })
}

function declareEach(rows: readonly unknown[]) {
  return (title: string, run: (...values: unknown[]) => unknown): void => {
    for (const [index, row] of rows.entries())
      declare(`${title} (${index})`, () => (Array.isArray(row) ? run(...row) : run(row)))
  }
}

export const test = Object.assign(declare, { each: declareEach })

export function describe(title: string, declareAll: () => void): void {
  const outer = around
  around = [...outer, title]
  declareAll()
  around = outer
}

export function afterAll(end: () => unknown): void {
  current.ends.push(end)
}
