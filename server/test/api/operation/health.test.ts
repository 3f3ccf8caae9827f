import { rm, writeFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../../src/config/config.ts'
import { createContext } from '../../../src/context.ts'
import { operatorCaller } from '../../../src/core/auth/sessions.ts'
import { type HealthCode, healthAdvice } from '../../../src/core/health/health-advice.ts'
import { writeTraffic } from '../../../src/core/traffic.ts'
import { createWebhook } from '../../../src/core/webhooks/webhooks.ts'
import { startService } from '../../../src/server.ts'
import { createAdminKey } from '../../support/credentials/api-keys.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { type ApiCall, dataOf } from '../../support/http/api-client.ts'
import { startHttpServer } from '../../support/http/http-server.ts'
import { describeService } from '../../support/service/describe-service.ts'
import { logLines } from '../../support/service/log-lines.ts'
import { startServeProcess } from '../../support/service/serve-process.ts'
import {
  type Settings,
  startTestService,
  type TestService,
  testEnvironment,
} from '../../support/service/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

/** Results are cached for a second, disabled webhooks for five. */
interface Ready {
  readonly status: string
  readonly reasons: readonly { readonly code: HealthCode; readonly since: string }[]
}

interface InstanceHealth {
  readonly state: string
  readonly reasons: readonly {
    readonly code: HealthCode
    readonly problem: string
    readonly fix: string
    readonly total: number
    readonly subjects: readonly string[]
  }[]
}

async function readReady(call: ApiCall) {
  const response = await call('GET', '/ready')
  return { ready: dataOf<Ready>(response), text: JSON.stringify(response.body) }
}

async function readHealth(service: TestService): Promise<InstanceHealth> {
  const headers = { 'x-api-key': await createAdminKey(service) }
  return dataOf(await service.call('GET', '/byname/v1/instance/health', { headers }))
}

/** The one reason of a service; its text at `/ready` must not contain what only operators see. */
async function expectReason(service: TestService, code: HealthCode, subject: string): Promise<void> {
  await expect.poll(async () => (await readReady(service.call)).ready.status).toBe('degraded')
  const { ready, text } = await readReady(service.call)
  expect(ready.reasons).toEqual([{ code, since: expect.any(String) }])
  expect(text).not.toContain(subject)
  const { severity, ...sentences } = healthAdvice[code]
  expect(await readHealth(service)).toMatchObject({
    state: 'degraded',
    reasons: [{ code, severity, ...sentences, total: 1, subjects: [expect.stringContaining(subject)] }],
  })
}

async function start(settings: Settings): Promise<TestService> {
  const service = await startTestService(undefined, settings)
  onTestFinished(service.stop)
  return service
}

it('rule: a dead RPC is a reason at /ready and for operators', async () =>
  expectReason(await start({ RPC_URL_1: 'http://127.0.0.1:9/' }), 'rpc-unreachable', 'the RPC of chain 1'))

it('rule: an RPC of another chain is a reason that names the chain', async () => {
  const node = await startHttpServer((_, response) =>
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: '0x5' })),
  )
  onTestFinished(node.close)
  await expectReason(await start({ RPC_URL_1: node.url }), 'rpc-wrong-chain', 'chain 1 serves chain 5')
})

it('rule: little free disk space is a reason, with the folder', async () =>
  expectReason(await start({ MIN_FREE_DISK_MB: '1000000000' }), 'disk-low', 'the data folder has'))

it('rule: a folder of images that cannot be written to is a reason, found by the survey', async () => {
  const service = await start({})
  const { mediaFolder } = service.context.config
  await writeFile(mediaFolder, 'a file where the folder should be')
  await service.context.health.survey(new AbortController().signal)
  await expectReason(service, 'images-failing', 'not writable (ENOTDIR)')
  await rm(mediaFolder)
  await service.context.health.survey(new AbortController().signal)
  await expect.poll(async () => (await readReady(service.call)).ready.status).toBe('ok')
})

it('rule: a reason is logged once when it begins and once when it ends, and is in the metrics meanwhile', async () => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) })
  const folder = await temporaryFolder()
  const settings = { METRICS_PORT: '0', SIGNER_MONITOR_INTERVAL: '0' }
  const { config, secrets } = readConfig(testEnvironment(folder, undefined, settings))
  const context = await createContext(config, secrets, { log })
  const { metricsUrl = '', stop } = await startService(context)
  onTestFinished(stop)
  const survey = () => context.health.survey(new AbortController().signal)
  const metrics = async () => (await fetch(metricsUrl)).text()

  await writeFile(config.mediaFolder, 'a file where the folder should be')
  for (let time = 0; time < 3; time++) await survey()
  const during = await metrics()
  expect(during).toMatch(/^byname_health_state\{state="degraded"\} 1$/m)
  expect(during).toMatch(/^byname_health_state\{state="ok"\} 0$/m)
  expect(during).toMatch(/^byname_health_reasons\{code="images-failing"\} 1$/m)
  expect(during).toMatch(/^byname_health_reasons\{code="signer-untrusted"\} 0$/m)
  expect(during).toMatch(/^byname_disk_free_bytes\{folder="data"\} \d{6,}$/m)
  await rm(config.mediaFolder)
  for (let time = 0; time < 3; time++) await survey()
  expect(await metrics()).toMatch(/^byname_health_reasons\{code="images-failing"\} 0$/m)

  const { problem, fix } = healthAdvice['images-failing']
  expect(logLines(lines.join('')).filter(({ code }) => code === 'images-failing')).toEqual([
    expect.objectContaining({
      level: 40,
      msg: `${problem} ${fix}`,
      total: 1,
      subjects: ['the folder of images is not writable (ENOTDIR)'],
    }),
    expect.objectContaining({ level: 30, msg: 'images-failing has ended', lastedMs: expect.any(Number) }),
  ])
})

it('rule: writes that the database rejects are a reason, found by a write of its own; the failed write of a job is not', async () => {
  const service = await start({})
  const { store, health } = service.context
  const { signal } = new AbortController()
  await store.db.schema.dropTable('traffic').execute()
  await writeTraffic(service.context).catch(() => {})
  await health.tryWrite(signal)
  expect((await readReady(service.call)).ready.reasons).toEqual([])
  const reject = sql`create trigger rejects before insert on rate_counts begin select raise(abort, 'no'); end`
  await reject.execute(store.db)
  await health.tryWrite(signal)
  await expectReason(service, 'writes-failing', 'the database does not write (SQLite error 19)')
  await sql`drop trigger rejects`.execute(store.db)
  await health.tryWrite(signal)
  await expect.poll(async () => (await readReady(service.call)).ready.status).toBe('ok')
})

describeService('A webhook that was disabled', (service) => {
  it('rule: it is a reason if the service disabled it, not if its owner did', async () => {
    const { context, workspaceId, call } = service()
    const { id } = await createWebhook(context, {
      caller: operatorCaller(context),
      workspaceId,
      url: 'https://hooks.example/secret-token',
    })
    const disable = (disabledReason: 'request' | 'gone') =>
      context.store.db
        .updateTable('webhooks')
        .set({ isEnabled: false, disabledReason })
        .where('id', '=', id)
        .execute()
    await disable('request')
    expect((await readReady(call)).ready.reasons).toEqual([])
    await disable('gone')
    await expect.poll(async () => (await readReady(call)).ready.status).toBe('degraded')
    await expectReason(service(), 'webhook-disabled', `webhook ${id} of workspace ${workspaceId}: gone`)
    expect(JSON.stringify(await readHealth(service()))).not.toContain('secret-token')
  })
})

it('rule: an RPC that does not respond from the start on is logged at once, also one that accepts and stays silent', async () => {
  const silent = await startHttpServer(() => {})
  onTestFinished(silent.close)
  const settings = { RPC_URL_1: 'http://127.0.0.1:9/', RPC_URL_11155111: silent.url }
  const { readOutput, end } = await startServeProcess(
    testEnvironment(await temporaryFolder(), undefined, { ...settings, LOG_LEVEL: 'info' }),
  )
  const startedAt = performance.now()
  const down = () =>
    logLines(readOutput())
      .filter(({ msg }) => msg.endsWith('does not respond'))
      .map(({ msg }) => msg)
      .sort()
  await waitUntil('both are logged', () => down().length === 2)
  expect(performance.now() - startedAt).toBeLessThan(5_000)
  expect(down()).toEqual([
    'the RPC of chain 1 does not respond',
    'the RPC of chain 11155111 does not respond',
  ])
  expect(await end('SIGTERM')).toBe(0)
})
