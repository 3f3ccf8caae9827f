import type { AnchoredDomain } from '../../store/entities/anchors.ts'
import { all, type Counted } from './health-advice.ts'

/** A domain that is published as files. */
export type AnchorFacts = Pick<
  AnchoredDomain,
  'name' | 'chainId' | 'beatAt' | 'graceSeconds' | 'failures' | 'problem' | 'placeProblems'
>

/** A host of files may be away for a moment. */
const failuresToReport = 2

/** Pure. `now`: milliseconds since 1970. */
export function anchorSubjects(
  anchors: readonly AnchorFacts[],
  { now, isHeld }: { readonly now: number; readonly isHeld: boolean },
): Readonly<Record<'anchor-late' | 'anchor-failing', Counted<string>>> {
  const judged = isHeld ? [] : anchors
  return {
    'anchor-late': all(
      judged.filter((anchor) => isLate(anchor, now)),
      ({ beatAt, ...anchor }) =>
        `${titleOf(anchor)}: the last beat was on ${new Date(beatAt ?? 0).toISOString().slice(0, 16)}Z`,
    ),
    'anchor-failing': all(
      judged.filter(({ failures, placeProblems }) => failures >= failuresToReport || placeProblems !== ''),
      ({ problem, placeProblems, ...anchor }) =>
        `${titleOf(anchor)}: ${problem ?? placeProblems.replaceAll('\n', '; ')}`,
    ),
  }
}

function isLate({ beatAt, graceSeconds }: AnchorFacts, now: number): boolean {
  return beatAt !== null && graceSeconds !== null && now - beatAt > (graceSeconds * 1000) / 2
}

function titleOf({ name, chainId }: Pick<AnchorFacts, 'name' | 'chainId'>): string {
  return `${name} on chain ${chainId}`
}
