const sampleSize = 10

/** Spread over the list: its beginning, its end, and between them. */
export function pickSample(labels: readonly string[]): readonly string[] {
  if (labels.length <= sampleSize) return labels
  const step = (labels.length - 1) / (sampleSize - 1)
  return Array.from({ length: sampleSize }, (_, index) => labels[Math.round(index * step)] ?? '')
}
