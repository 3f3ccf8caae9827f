import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'

const listen = '127.0.0.1:19090'

/** An interval in which an alert fired, in Unix milliseconds. */
export interface Firing {
  readonly alert: string
  readonly since: number
  readonly until: number
}

export interface Alerts {
  /** Reads the metrics of these addresses from now on. */
  watch(...addresses: readonly string[]): Promise<void>
  /** Waits until an alert fires, or until it does not: `BynameDown`, `BynameNeedsPerson rpc-unreachable`. */
  wait(alert: string, state: 'firing' | 'ended'): Promise<void>
  /** Waits until no alert fires. */
  waitForSilence(): Promise<void>
  since(at: number): Promise<readonly Firing[]>
  stop(): Promise<void>
}

/** A minute of deploy/alerts.yaml is two seconds here: waits, ranges, and how far a trend is extended. */
function shorten(rules: string): string {
  const seconds = { m: 2, h: 120, d: 2880 } as const
  const shortened = (count: string, unit: string) =>
    `${Number(count) * seconds[unit as keyof typeof seconds]}s`
  return rules
    .replaceAll(/(?<=for: |\[|offset )(\d+)([mhd])/g, (_, count, unit) => shortened(count, unit))
    .replaceAll('], 86400)', '], 2880)')
}

interface Series {
  readonly metric: { readonly alertname: string; readonly code?: string }
  readonly values: readonly (readonly [number, string])[]
}

const nameOf = ({ metric: { alertname, code } }: Series) => [alertname, code].filter(Boolean).join(' ')

async function query(range: { start: number; end: number }): Promise<readonly Series[]> {
  const parameters = new URLSearchParams({
    query: 'ALERTS{alertstate="firing"}',
    start: `${range.start / 1000}`,
    end: `${range.end / 1000}`,
    step: '1',
  })
  const response = await fetch(`http://${listen}/api/v1/query_range?${parameters}`)
  const { data } = (await response.json()) as { data: { result: readonly Series[] } }
  return data.result
}

async function readFiring(): Promise<readonly string[]> {
  const now = Date.now()
  return (await query({ start: now, end: now })).map(nameOf)
}

async function waitUntil(what: string, isReached: () => Promise<boolean>): Promise<void> {
  const timeoutAt = Date.now() + 180_000
  while (!(await isReached())) {
    if (Date.now() > timeoutAt) throw new Error(`Three minutes were not enough until ${what}.`)
    await delay(500)
  }
}

/** Starts Prometheus with the alerts of deploy/, in shorter time. */
export async function startAlerts(folder: string): Promise<Alerts> {
  const rules = await readFile(new URL('../../../deploy/alerts.yaml', import.meta.url), 'utf8')
  await writeFile(`${folder}/alerts.yaml`, shorten(rules))
  await writeFile(`${folder}/targets.json`, '[]')
  await writeFile(
    `${folder}/prometheus.yaml`,
    `global: { scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s }
rule_files: [${folder}/alerts.yaml]
scrape_configs:
  - job_name: byname
    file_sd_configs: [{ files: [${folder}/targets.json], refresh_interval: 1s }]
`,
  )
  const options = [
    `--config.file=${folder}/prometheus.yaml`,
    `--storage.tsdb.path=${folder}/prometheus`,
    `--web.listen-address=${listen}`,
    // A series that is no longer reported has ended at once.
    '--query.lookback-delta=3s',
  ]
  const prometheus = spawn('prometheus', options, { stdio: 'ignore' })
  const ended = once(prometheus, 'exit')
  await waitUntil('Prometheus is ready', async () => {
    if (prometheus.exitCode !== null) throw new Error('Prometheus ended.')
    return fetch(`http://${listen}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  })
  return {
    watch: (...addresses) =>
      writeFile(
        `${folder}/targets.json`,
        JSON.stringify([{ targets: addresses.map((one) => `${one}:9100`) }]),
      ),
    wait: (alert, state) =>
      waitUntil(
        `${alert} is ${state}`,
        async () => (await readFiring()).includes(alert) === (state === 'firing'),
      ),
    waitForSilence: () => waitUntil('no alert fires', async () => (await readFiring()).length === 0),
    since: async (at) =>
      (await query({ start: at, end: Date.now() })).flatMap((series) =>
        splitAtGaps(series.values.map(([second]) => second * 1000)).map(({ since, until }) => ({
          alert: nameOf(series),
          since,
          until,
        })),
      ),
    stop: async () => {
      prometheus.kill()
      await ended
    },
  }
}

/** The stretches in which times are at most three seconds apart. */
function splitAtGaps(times: readonly number[]): { since: number; until: number }[] {
  const stretches: { since: number; until: number }[] = []
  for (const time of times) {
    const last = stretches.at(-1)
    if (last && time - last.until <= 3000) last.until = time
    else stretches.push({ since: time, until: time })
  }
  return stretches
}
