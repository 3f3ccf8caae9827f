import { type DiagnosisStep, type Finding, failed, ok, warning } from './finding.ts'
import type { HostReading } from './read-files.ts'

interface JudgedFiles {
  readonly domain: string
  /** That counts on chain. */
  readonly root: string
  /** How many URLs the contract has; the first few are read. */
  readonly total: number
  readonly readings: readonly HostReading[]
  /** URLs at which this service puts files, and that the contract does not have. */
  readonly unlisted: readonly string[]
}

/** One finding for each host that was read, and one where there are too few. Pure. */
export function judgeFiles({
  domain,
  root,
  total,
  readings,
  unlisted,
}: JudgedFiles): readonly Finding<DiagnosisStep>[] {
  const good = readings.filter(({ problem }) => problem === undefined)
  const hosts = new Set(good.map(({ url }) => URL.parse(url)?.host))
  const findings = readings.map(({ url, files, ms, problem }) => {
    const observation = {
      step: 'anchor-files',
      asked: `a sample of files below ${url}, against the root ${root}`,
      received: problem === undefined ? `${files} files in ${ms} ms` : `${files} files, then a problem`,
    } as const
    if (problem === undefined) return ok(observation)
    return (good.length > 0 ? warning : failed)(observation, {
      problem: `Clients do not get the files at ${url}: ${problem}`,
      fix: 'Mend that host, or ask the operator of this service to.',
      operatorFix: `Mend that host, then run "byname anchor ${domain}", which puts there what it lacks; docs/frozen-zone.md has what a host needs.`,
      verdict:
        good.length > 0
          ? `${domain} resolves, but one of the hosts of its files fails.`
          : `${domain} resolves, but would not without this service: no host has its files.`,
    })
  })
  if (good.length === 0 && readings.length > 0) return findings
  if (hosts.size > 1 && unlisted.length === 0) return findings
  const observation = {
    step: 'anchor-files',
    asked: `how many hosts the contract of ${domain} has files at`,
    received: `${total} ${total === 1 ? 'URL' : 'URLs'}, ${hosts.size} of ${hosts.size === 1 ? 'a host that has' : 'hosts that have'} them`,
  } as const
  const [missing] = unlisted
  return [
    ...findings,
    warning(observation, {
      problem:
        missing === undefined
          ? 'One host alone has the files: when it is gone too, no name resolves.'
          : `Clients are not led to ${missing}, where this service puts files.`,
      fix: `As the owner of the contract, send the transactions at the overview of ${domain}; ask the operator of this service for a second host.`,
      operatorFix: `Name another place in ANCHOR_TARGETS, best one of the domain’s owner, who then sends the URLs: byname anchor setup ${domain}.`,
      verdict: `${domain} resolves, but too few hosts have its files.`,
    }),
  ]
}
