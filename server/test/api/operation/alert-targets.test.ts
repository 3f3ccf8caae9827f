import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { validAlertTargets } from '../../../src/alert/target.ts'
import { createAdminKey } from '../../support/credentials/api-keys.ts'
import { type ReceiverServer, startReceivers, statuses } from '../../support/events/webhook-receiver.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { alertSettings, titlesOf } from '../../support/health/alerting.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { startHttpServer } from '../../support/http/http-server.ts'
import { runCommand } from '../../support/service/command.ts'
import { startTestService, type TestService, testEnvironment } from '../../support/service/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

interface Target {
  readonly id: string
  readonly kind: string
  readonly host: string
  readonly problem: string | null
  readonly lastDeliveredAt: string | null
  readonly lastFailedAt: string | null
}

const path = '/byname/v1/instance/alert-targets'

describe('Targets of alerts', () => {
  let receivers: ReceiverServer
  let service: TestService
  let adminKey: string
  const open = () => ({ hook: receivers.open(), chat: receivers.open(statuses(404, 200)) })
  let opened: ReturnType<typeof open>
  beforeAll(async () => {
    receivers = await startReceivers()
    opened = open()
    service = await startTestService(undefined, {
      ...alertSettings,
      ALERT_TARGETS: `${opened.hook.url}, slack+${opened.chat.url}`,
      OUTBOUND_ALLOWED_ORIGINS: receivers.origin,
      MIN_FREE_DISK_MB: '1000000000',
    })
    adminKey = await createAdminKey(service)
  })
  afterAll(async () => {
    await service.stop()
    await receivers.close()
  })

  const send = (method: 'GET' | 'POST', url: string, key = adminKey) =>
    service.call(method, url, { headers: { 'x-api-key': key } })

  it('rule: they are listed in the order of the settings, with kind and host alone', async () => {
    const response = await send('GET', path)
    const { data } = dataOf<{ data: readonly Target[] }>(response)
    const { host } = new URL(receivers.origin)
    expect(data).toMatchObject([
      { kind: 'webhook', host },
      { kind: 'slack', host },
    ])
    expect(JSON.stringify(data)).not.toContain('receiver-')
  })

  it('rule: a test is sent once, and its outcome is returned and listed', async () => {
    const [{ id } = { id: '' }] = validAlertTargets([`slack+${opened.chat.url}`])
    const failed = dataOf<Target>(await send('POST', `${path}/${id}/test`))
    expect(failed).toMatchObject({
      problem: 'The receiver answered with status 404.',
      lastDeliveredAt: null,
      lastFailedAt: expect.any(String),
    })
    const taken = dataOf<Target>(await send('POST', `${path}/${id}/test`))
    expect(taken).toMatchObject({ problem: null, lastDeliveredAt: expect.any(String) })
    const { data } = dataOf<{ data: readonly Target[] }>(await send('GET', path))
    expect(data[1]).toEqual(taken)
    expect(JSON.parse(opened.chat.requests[1]?.body ?? '').text).toContain('This is a test of its alerts')
  })

  it('rule: Telegram gets the chat and the text, and its own words are shown without the token', async () => {
    const received: { url: string | undefined; body: string }[] = []
    const telegram = await startHttpServer(async (request, response) => {
      received.push({ url: request.url, body: await text(request) })
      const isKnown = received.length > 1
      response.writeHead(isKnown ? 200 : 400)
      response.end(isKnown ? '{"ok":true}' : '{"description":"no chat -1001234567890 for bot12:SECRETTOKEN"}')
    })
    onTestFinished(telegram.close)
    const url = `telegram+${telegram.url}bot12:SECRETTOKEN/sendMessage?chat_id=-1001234567890`
    const environment = testEnvironment(await temporaryFolder(), undefined, {
      ALERT_TARGETS: url,
      OUTBOUND_ALLOWED_ORIGINS: new URL(telegram.url).origin,
    })
    const failed = await runCommand(['alerts', 'test', '--json'], environment)
    expect(failed).toMatchObject({ code: 1, errors: 'Targets that did not take the test: 1.\n' })
    expect(JSON.parse(failed.output)).toMatchObject([
      { kind: 'telegram', problem: expect.stringContaining('no chat … for bot12:…') },
    ])
    expect(failed.output).not.toContain('SECRETTOKEN')
    const taken = await runCommand(['alerts', 'test', '--json'], environment)
    expect(taken).toMatchObject({ code: 0, errors: '' })
    expect(received[1]?.url).toBe('/bot12:SECRETTOKEN/sendMessage')
    expect(JSON.parse(received[1]?.body ?? '')).toMatchObject({
      chat_id: '-1001234567890',
      text: expect.stringContaining('This is a test of its alerts'),
    })
    const listed = await runCommand(['alerts', 'list', '--json'], environment)
    expect(JSON.parse(listed.output)).toEqual(JSON.parse(taken.output))
    const none = await runCommand(['alerts', 'test'], { ...environment, ALERT_TARGETS: '' })
    expect(none).toMatchObject({ code: 1, errors: expect.stringContaining('No target is set') })
  }, 60_000)

  it('404 for a target that is not in the settings', async () => {
    expectError(await send('POST', `${path}/0000000000000000/test`), 404, 'AlertTargetNotFoundException')
  })

  it('403 for the key of a workspace', async () => {
    expectError(await send('GET', path, service.key), 403, 'ForbiddenException')
    expectError(await send('POST', `${path}/0/test`, service.key), 403, 'ForbiddenException')
  })

  it('rule: the running service sends the reasons of its health', async () => {
    await waitUntil('the reason is stored', async () => {
      const rows = await service.context.store.db.selectFrom('alertReasons').selectAll().execute()
      return rows.some(({ code }) => code === 'disk-low')
    })
    service.clock.offsetMs += 50_000
    await waitUntil('an alert arrives', () => opened.hook.requests.length > 0)
    expect(titlesOf(opened.hook)[0]).toMatch(/began/)
    expect(opened.hook.requests[0]?.body).toContain('disk-low')
  }, 60_000)
})
