/** ISO 8601 of milliseconds since 1970. */
export function toIsoTime(milliseconds: number): string
export function toIsoTime(milliseconds: number | null): string | null
export function toIsoTime(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString()
}
