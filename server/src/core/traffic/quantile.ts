/** Interpolated within a bucket; above all bounds, the last of them. `null` without values. */
export function quantile(bounds: readonly number[], counts: readonly number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  const rank = share * total
  let below = 0
  for (const [bucket, count] of counts.entries()) {
    const lower = bounds[bucket - 1] ?? 0
    const { [bucket]: upper = lower } = bounds
    if (count > 0 && below + count >= rank) return lower + (upper - lower) * ((rank - below) / count)
    below += count
  }
  return bounds.at(-1) ?? null
}
