import { formatCount } from '../../ui/format-number.ts'
import type { Tone } from '../ui/StateMark.tsx'
import type { ArrivalResult, Outcome, Phase } from './import-types.ts'

interface OutcomeWords {
  /** Before an import. */
  readonly check: string
  /** After it. */
  readonly import: string
  readonly tone: Tone
}

export const outcomes: Readonly<Record<Outcome, OutcomeWords>> = {
  added: { check: 'New', import: 'Added', tone: 'good' },
  changed: { check: 'Changes', import: 'Changed', tone: 'warn' },
  unchanged: { check: 'Equal', import: 'Equal', tone: 'neutral' },
  kept: { check: 'Stays as it is', import: 'Stayed as it was', tone: 'neutral' },
  refused: { check: 'Refused', import: 'Refused', tone: 'bad' },
}

export const outcomeIds: readonly Outcome[] = ['added', 'changed', 'unchanged', 'kept', 'refused']

export function countOutcomes(results: readonly ArrivalResult[]): Readonly<Record<Outcome, number>> {
  const counts = { added: 0, changed: 0, unchanged: 0, kept: 0, refused: 0 }
  for (const { outcome } of results) counts[outcome] += 1
  return counts
}

export function outcomeTitle(outcome: Outcome, phase: Phase): string {
  return outcomes[outcome][phase]
}

/** What an import writes. */
export function countWritten({ added, changed }: Readonly<Record<Outcome, number>>): number {
  return added + changed
}

/** `2 added, 1 refused`; outcomes that no row has are left out. */
export function describeOutcomes(counts: Readonly<Record<Outcome, number>>, phase: Phase): string {
  const parts = outcomeIds.flatMap((outcome) => {
    const [one, many] = sentenceWords[outcome][phase]
    const count = counts[outcome]
    return count > 0 ? [`${formatCount(count)} ${count === 1 ? one : many}`] : []
  })
  return parts.join(', ')
}

type OneAndMany = readonly [one: string, many: string]

const same = (words: string): OneAndMany => [words, words]

const sentenceWords: Readonly<Record<Outcome, Readonly<Record<Phase, OneAndMany>>>> = {
  added: { check: same('will be added'), import: same('added') },
  changed: { check: same('will be changed'), import: same('changed') },
  unchanged: { check: same('equal already'), import: same('equal already') },
  kept: {
    check: ['stays as it is', 'stay as they are'],
    import: ['stayed as it was', 'stayed as they were'],
  },
  refused: { check: same('cannot be here'), import: same('refused') },
}

/** Rows whose outcome differs from that of the check. */
export function countSurprises(check: readonly ArrivalResult[], imported: readonly ArrivalResult[]): number {
  return imported.filter(({ outcome }, index) => check[index] && check[index].outcome !== outcome).length
}
