const { BYNAME_FAULT_MINUTES: given = '0' } = process.env

/**
 * Minutes for which a fault lasts, or is repeated. 0, the default: as long as it takes to test the rule.
 * `BYNAME_FAULT_MINUTES=5 npx vitest run --project fault kill-loop`
 */
export const faultMinutes = Number(given)

/** Prints what was measured. */
export function printLine(sentence: string) {
  return process.stdout.write(`${sentence}\n`)
}
