import type { ListedEntry } from '../../../../server/src/listings/import-form.ts'
import { SecondRows } from '../../../../server/src/listings/second-rows.ts'

/** Of one list, whose parts may come one after the other: a second row of one name is refused. */
export function secondRowRefusal(normalize: (label: string) => string): (entry: ListedEntry) => ListedEntry {
  const known = new SecondRows(normalize)
  return (entry) => {
    const problem = entry.name ? known.problemOf(entry.name.label, entry.row) : undefined
    return problem === undefined ? entry : { ...entry, name: null, problem, doubts: [] }
  }
}
