import { onTestFinished } from 'vitest'
import { readConfig } from '../../../src/config/config.ts'
import { type Context, createContext } from '../../../src/context.ts'
import { reportReasons } from '../../../src/core/alerts/report-reasons.ts'
import { watchReasons } from '../../../src/core/alerts/watch-reasons.ts'
import type { HealthCode } from '../../../src/core/health/health-advice.ts'
import type { HealthReason } from '../../../src/core/health/reason-tracker.ts'
import type { Receiver } from '../events/webhook-receiver.ts'
import { temporaryFolder } from '../folders.ts'
import { type Settings, testEnvironment } from '../service/service.ts'

export const alertSecretBytes = Buffer.alloc(32, 7)

export const alertSettings: Settings = {
  ALERT_WEBHOOK_SECRET: `whsec_${alertSecretBytes.toString('base64')}`,
  PUBLIC_URL: 'https://names.example',
}

/** A process that serves, without its jobs: its health finds what the test says. */
interface AlertingProcess {
  readonly context: Context
  /** Reasons with their subjects, since the time at which they appear here. */
  readonly find: (...reasons: readonly (readonly [HealthCode, ...string[]])[]) => void
  /** Does once what the jobs do every ten seconds. */
  readonly step: () => Promise<void>
  readonly stop: () => Promise<void>
}

export interface Alerting {
  /** Of all processes. */
  readonly clock: { now: number }
  readonly processes: readonly AlertingProcess[]
  readonly first: AlertingProcess
  readonly startOne: () => Promise<AlertingProcess>
  /** Lets seconds pass, in steps of ten, for some processes or all. */
  readonly pass: (seconds: number, ...some: readonly AlertingProcess[]) => Promise<void>
}

/** Starts processes of one database; they end with the test. */
export async function startAlerting(
  databaseUrl: string,
  count: number,
  settings: Settings,
): Promise<Alerting> {
  const clock = { now: Date.UTC(2030, 0, 1) }
  const folder = await temporaryFolder()
  const environment = testEnvironment(folder, databaseUrl, { ...alertSettings, ...settings })
  const startOne = () => startProcess(environment, clock)
  const processes: AlertingProcess[] = []
  for (let index = 0; index < count; index++) processes.push(await startOne())
  const [first] = processes
  if (!first) throw new Error('There is one.')
  const pass: Alerting['pass'] = async (seconds, ...some) => {
    for (const end = clock.now + seconds * 1000; clock.now < end; clock.now += 10_000)
      await Promise.all((some.length > 0 ? some : processes).map(({ step }) => step()))
  }
  return { clock, processes, first, startOne, pass }
}

async function startProcess(environment: Settings, clock: Alerting['clock']): Promise<AlertingProcess> {
  const { config, secrets } = readConfig(environment)
  const context = await createContext(config, secrets, { clock: () => clock.now })
  let reasons: readonly HealthReason[] = []
  let isStopped = false
  const stop = async () => {
    if (!isStopped) await context.close()
    isStopped = true
  }
  onTestFinished(stop)
  return {
    context,
    find: (...found) => {
      reasons = found.map(([code, ...subjects]) => {
        const since = reasons.find((reason) => reason.code === code)?.since ?? clock.now
        return { code, effect: 'degraded', total: subjects.length, subjects, since }
      })
    },
    step: async () => {
      await watchReasons(context, reasons)
      const { targets } = context.alerts
      await Promise.all(targets.map((target) => reportReasons(context, target, { onAttempt: () => {} })))
    },
    stop,
  }
}

/** Of messages to a webhook, without the name of the service. */
export function titlesOf({ requests }: Receiver): readonly string[] {
  return requests.map(({ body }) =>
    String(JSON.parse(body).data.title).replace('Byname at names.example: ', ''),
  )
}
