import { readFile } from 'node:fs/promises'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { createContext } from '../../src/context.ts'
import { startService } from '../../src/server.ts'
import { testEnvironment } from '../support/service.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** Without a payee, a service does not have them. */
const onlyWithPayments = ['byname_payments']

interface Dashboard {
  readonly panels: readonly {
    readonly title: string
    readonly targets: readonly { readonly expr: string }[]
  }[]
}

it('rule: every metric of the Grafana dashboard is served, and every metric of Byname is in it', async () => {
  const folder = await temporaryFolder()
  const { config, secrets } = readConfig(testEnvironment(folder, undefined, { METRICS_PORT: '0' }))
  const service = await startService(await createContext(config, secrets))
  onTestFinished(service.stop)
  const served = await (await fetch(service.metricsUrl ?? '')).text()
  const names = [...served.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name)

  const file = await readFile(new URL('../../../deploy/grafana-dashboard.json', import.meta.url), 'utf8')
  // Safe: the file is in this repository, and the next lines fail if it has another shape.
  const { panels } = JSON.parse(file) as Dashboard
  const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join('\n')
  const used = new Set(
    [...expressions.matchAll(/\b(?:byname|nodejs|process)_\w+/g)].map(([name]) =>
      name.replace(/_(?:bucket|count|sum)$/, ''),
    ),
  )
  expect(used.size).toBeGreaterThan(10)
  expect([...used].filter((name) => !names.includes(name))).toEqual(onlyWithPayments)
  const notShown = names.filter((name) => name.startsWith('byname_') && !used.has(name))
  expect(notShown).toEqual(['byname_response_cache_entries'])
})
