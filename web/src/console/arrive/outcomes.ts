import type { Tone } from '../ui/StateMark.tsx'
import type { ArrivalResult, Outcome, Phase } from './arrival-store.ts'

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
