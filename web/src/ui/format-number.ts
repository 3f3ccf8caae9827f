const language = 'en'

const counts = new Intl.NumberFormat(language)
const changes = new Intl.NumberFormat(language, { signDisplay: 'exceptZero' })
const percentages = new Intl.NumberFormat(language, {
  style: 'percent',
  signDisplay: 'exceptZero',
  maximumFractionDigits: 0,
})

/** Such as `1,284`. */
export function formatCount(count: number): string {
  return counts.format(count)
}

/** With its sign, such as `+86`. */
export function formatChange(change: number): string {
  return changes.format(change)
}

/** With its sign, such as `+12%`, of a ratio such as 1.12. */
export function formatRatio(ratio: number): string {
  return percentages.format(ratio - 1)
}
