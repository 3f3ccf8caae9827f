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

/**
 * How many times slower than alone on the machine a process is now: 1 where it has a processor whenever it needs one. A bound of
 * seconds that holds for the product is multiplied by it, so that a test beside other work measures the product.
 */
export function slowness(): number {
  const spent = () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1_000
  }
  const [startedAt, spentBefore] = [performance.now(), spent()]
  while (spent() - spentBefore < 100);
  return Math.max(1, (performance.now() - startedAt) / (spent() - spentBefore))
}
