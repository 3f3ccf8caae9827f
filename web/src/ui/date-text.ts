const pattern = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2}))?$/

/** Whether a text is a day of the calendar, and with `hasTime` a time of it: `2026-12-31 18:00`. */
export function isDate(text: string, hasTime: boolean): boolean {
  const [, , , , hours, minutes] = pattern.exec(text.trim()) ?? []
  if (hasTime !== (hours !== undefined)) return false
  return parseDay(text) !== undefined && Number(hours ?? 0) < 24 && Number(minutes ?? 0) < 60
}

/** The day that a text begins with, at midnight of the visitor's time zone; undefined: it is no day of the calendar. */
export function parseDay(text: string): Date | undefined {
  const [, year, month, day] = pattern.exec(text.trim()) ?? []
  if (year === undefined) return undefined
  const date = new Date(Number(year), Number(month) - 1, Number(day))
  // The 31st of February is a day of March.
  return date.getMonth() === Number(month) - 1 && date.getDate() === Number(day) ? date : undefined
}

/** `2026-12-31`, of the visitor's time zone. */
export function formatDay(date: Date): string {
  const pad = (value: number, length: number) => String(value).padStart(length, '0')
  return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1, 2)}-${pad(date.getDate(), 2)}`
}

/** As it is typed. */
export function toTyped(value: string): string {
  return value.replace('T', ' ')
}

/** As inputs of the browser have it. */
export function toValue(text: string): string {
  return text.trim().replace(' ', 'T')
}
