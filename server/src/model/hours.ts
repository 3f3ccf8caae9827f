export const hourMs = 3_600_000

/** Hours since 1970, of milliseconds since 1970. */
export function hourOf(time: number): number {
  return Math.floor(time / hourMs)
}
