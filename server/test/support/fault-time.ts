const { BYNAME_FAULT_MINUTES: given = '0' } = process.env

/**
 * Minutes for which a fault is kept up, or repeated. 0, which is the default: for as long as it takes to show what is
 * promised. `BYNAME_FAULT_MINUTES=5 npx vitest run --project fault kill-loop`
 */
export const faultMinutes = Number(given)

/** Says what was seen, beside what was expected. */
export function printLine(sentence: string) {
  return process.stdout.write(`${sentence}\n`)
}
