import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { readConfig } from '../../../src/config/config.ts'
import { createContext } from '../../../src/context.ts'
import { healthAdvice, healthCodes } from '../../../src/core/health/health-advice.ts'
import { startService } from '../../../src/server.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { testEnvironment } from '../../support/service/service.ts'

/** Without a payee, a service does not have them. */
const onlyWithPayments = ['byname_payments']

function pathOf(path: string) {
  return fileURLToPath(new URL(`../../../../${path}`, import.meta.url))
}

const dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
})

const rule = z.strictObject({
  alert: z.string(),
  expr: z.string(),
  for: z.string().optional(),
  labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
  annotations: z.strictObject({ summary: z.string(), runbook: z.string() }),
})

const alertFile = z.object({
  groups: z.array(z.strictObject({ name: z.string(), rules: z.array(rule) })),
})

function metricsIn(expressions: readonly string[]): readonly string[] {
  const matches = [...expressions.join('\n').matchAll(/\b(?:byname|nodejs|process)_\w+/g)]
  return [...new Set(matches.map(([name]) => name.replace(/_(?:bucket|count|sum)$/, '')))]
}

async function readAlerts() {
  const { groups } = alertFile.parse(parse(await readFile(pathOf('deploy/alerts.yaml'), 'utf8')))
  return groups.flatMap(({ rules }) => rules)
}

async function servedMetrics(): Promise<readonly string[]> {
  const { config, secrets } = readConfig(
    testEnvironment(await temporaryFolder(), undefined, { METRICS_PORT: '0' }),
  )
  const service = await startService(await createContext(config, secrets))
  onTestFinished(service.stop)
  const text = await (await fetch(service.metricsUrl ?? '')).text()
  return [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name)
}

describe('Files for monitoring', () => {
  it('rule: every metric of the Grafana dashboard is served, and every metric of Byname is in it', async () => {
    const served = await servedMetrics()
    const file = await readFile(pathOf('deploy/grafana-dashboard.json'), 'utf8')
    const { panels } = dashboard.parse(JSON.parse(file))
    const used = metricsIn(panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)))
    expect(used.length).toBeGreaterThan(10)
    expect(used.filter((name) => !served.includes(name))).toEqual(onlyWithPayments)
    const notShown = served.filter((name) => name.startsWith('byname_') && !used.includes(name))
    expect(notShown).toEqual(['byname_response_cache_entries', 'byname_name_cache_entries'])
  })

  it('rule: every metric of the alerts is served', async () => {
    const served = await servedMetrics()
    const used = metricsIn((await readAlerts()).map(({ expr }) => expr))
    expect(used.length).toBeGreaterThan(10)
    expect(used.filter((name) => !served.includes(name))).toEqual(onlyWithPayments)
  })

  it('rule: each code of a reason is in the alert of its severity, and in no other', async () => {
    const codesBySeverity = (await readAlerts()).flatMap(({ expr, labels }) => {
      const [, codes] = /byname_health_reasons\{code=~"([^"]+)"\}/.exec(expr) ?? []
      return codes ? [[labels.severity, codes.split('|')] as const] : []
    })
    const alerted = healthCodes.filter((code) => code !== 'shutting-down')
    expect(Object.fromEntries(codesBySeverity)).toEqual(
      Object.fromEntries(
        (['critical', 'warning'] as const).map((severity) => [
          severity,
          alerted.filter((code) => healthAdvice[code].severity === severity),
        ]),
      ),
    )
  })

  it('rule: each runbook of an alert is a heading of the documentation', async () => {
    for (const { annotations } of await readAlerts()) {
      const [path = '', anchor] = annotations.runbook.split('#')
      const headings = (await readFile(pathOf(path), 'utf8')).matchAll(/^#+ (.+)$/gm)
      const anchors = [...headings].map(([, title = '']) => title.toLowerCase().replaceAll(' ', '-'))
      expect(anchors).toContain(anchor)
    }
  })

  it('rule: the reasons in the documentation are those of the code, by severity', async () => {
    const text = await readFile(pathOf('docs/operating/monitor.md'), 'utf8')
    const items = text.replaceAll(/\n {2,}/g, ' ').split('\n')
    for (const severity of ['critical', 'warning'] as const) {
      const start = items.findIndex((line) => line.toLowerCase().startsWith(`**${severity}`))
      const listed = items.slice(start + 2, items.indexOf('', start + 2))
      const expected = healthCodes
        .filter((code) => healthAdvice[code].severity === severity)
        .map((code) => `- \`${code}\`: ${healthAdvice[code].problem}`)
      expect(listed).toEqual(expected)
    }
  })

  it('rule: the alerts fire as their unit tests expect', async (test) => {
    const run = promisify(execFile)
    const promtool = (...args: readonly string[]) => run('promtool', [...args])
    const isInstalled = await promtool('--version').then(
      () => true,
      () => false,
    )
    if (!isInstalled)
      return test.skip('promtool is not installed: it is in the package prometheus of Debian.')
    await promtool('check', 'rules', pathOf('deploy/alerts.yaml'))
    await promtool('test', 'rules', pathOf('server/test/api/operation/alerts-promtool.yaml'))
  })
})
