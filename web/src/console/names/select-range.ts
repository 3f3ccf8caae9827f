/** Labels are added or removed as one: those between the row that was last touched and this one. */
export function selectRange(
  selected: ReadonlySet<string>,
  labels: readonly string[],
  { from, to, isSelected }: { readonly from: number; readonly to: number; readonly isSelected: boolean },
): ReadonlySet<string> {
  const next = new Set(selected)
  for (const label of labels.slice(Math.min(from, to), Math.max(from, to) + 1))
    if (isSelected) next.add(label)
    else next.delete(label)
  return next
}
