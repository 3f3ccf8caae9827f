import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../../src/config/config.ts'
import { createContext } from '../../../src/context.ts'
import type { WireEventPage } from '../../../src/http/schema/event.ts'
import { startService } from '../../../src/server.ts'
import { backUp, restoreDatabase } from '../../../src/store/copy/backup.ts'
import { describeBetweenDatabases } from '../../support/databases/stores.ts'
import { seedSubname } from '../../support/entities/subnames.ts'
import { startReceivers } from '../../support/events/webhook-receiver.ts'
import { hourMs } from '../../support/events/webhooks.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { createClient, dataOf, expectError } from '../../support/http/api-client.ts'
import { runCommand } from '../../support/service/command.ts'
import { startTestService, testEnvironment } from '../../support/service/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

const paymentSettings = {
  PUBLIC_URL: 'https://names.example',
  RPC_URL_1: 'http://127.0.0.1:9',
  PAYMENT_PAY_TO: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  PAYMENT_SECRET: 'a secret of at least thirty-two characters',
  PAYMENT_FACILITATOR_URL: 'http://127.0.0.1:9',
}

describeBetweenDatabases('A restored copy', ({ from, to }) => {
  it('rule: webhooks and payments of a restored copy are held until resume, and health reports it', async () => {
    const folder = await temporaryFolder()
    const receivers = await startReceivers()
    onTestFinished(receivers.close)
    const receiver = receivers.open((response) => {
      response.statusCode = 500
      response.end()
    })
    const settings = { OUTBOUND_ALLOWED_ORIGINS: receivers.origin }
    const databaseUrl = await from.create()
    const original = await startTestService(databaseUrl, settings)
    const headers = { 'x-api-key': original.key }
    const body = { url: receiver.url, domains: [original.demo[1].id] }
    dataOf(await original.call('POST', '/byname/v1/webhooks', { headers, body }), 201)
    await seedSubname(original, original.demo[1], 'alice')
    await waitUntil('the first attempt', () => receiver.requests.length > 0)
    await original.stop()
    const attempts = receiver.requests.length

    const file = join(folder, 'backup')
    await backUp({ databaseUrl, file })
    const restoredUrl = await to.create()
    await restoreDatabase({ databaseUrl: restoredUrl, file })
    const environment = testEnvironment(folder, restoredUrl, { ...settings, ...paymentSettings })
    const { config, secrets } = readConfig(environment)
    // The next attempt is due.
    const context = await createContext(config, secrets, { clock: () => Date.now() + hourMs })
    const { url, stop } = await startService(context)
    onTestFinished(stop)
    const call = await createClient(url)
    const codes = async () => {
      const { reasons } = dataOf<{ reasons: readonly { code: string }[] }>(await call('GET', '/ready'))
      return reasons.map(({ code }) => code)
    }
    expect(await codes()).toContain('held')
    const paid = '/ens/v2/resolve?ens=alice.demo.eth'
    expectError(await call('GET', paid), 503, 'ServiceUnavailableException')
    // Takes longer than several passes of the dispatcher.
    await runCommand(['check-config'], environment)
    expect(receiver.requests).toHaveLength(attempts)
    const resumed = await runCommand(['resume'], environment)
    expect(resumed).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^Deliveries and payments go on; they were held since/),
    })
    await waitUntil('the next attempt', () => receiver.requests.length > attempts)
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect((await fetch(`${url}${paid}`)).status).toBe(402)
    expect(await runCommand(['resume'], environment)).toMatchObject({
      code: 0,
      output: 'Nothing was held.\n',
    })
    await waitUntil('the reason has ended', async () => !(await codes()).includes('held'))
  })

  it('rule: an event of a restored copy has another webhook-id than the lost one in its place, and old cursors are void', async () => {
    const folder = await temporaryFolder()
    const receivers = await startReceivers()
    onTestFinished(receivers.close)
    const receiver = receivers.open()
    const settings = { OUTBOUND_ALLOWED_ORIGINS: receivers.origin }
    const databaseUrl = await from.create()
    const original = await startTestService(databaseUrl, settings)
    const headers = { 'x-api-key': original.key }
    const body = { url: receiver.url, types: ['subname.issued'] }
    dataOf(await original.call('POST', '/byname/v1/webhooks', { headers, body }), 201)
    const file = join(folder, 'backup')
    await backUp({ databaseUrl, file })
    await seedSubname(original, original.demo[1], 'lost')
    await waitUntil('the lost name is delivered', () => receiver.requests.length === 1)
    const { next } = dataOf<WireEventPage>(await original.call('GET', '/byname/v1/events', { headers }))
    await original.stop()

    const restoredUrl = await to.create()
    await restoreDatabase({ databaseUrl: restoredUrl, file })
    const { config, secrets } = readConfig(testEnvironment(folder, restoredUrl, settings))
    const { url, stop } = await startService(await createContext(config, secrets))
    onTestFinished(stop)
    expect((await runCommand(['resume'], testEnvironment(folder, restoredUrl, settings))).code).toBe(0)
    const call = await createClient(url)
    expectError(await call('GET', `/byname/v1/events?after=${next}`, { headers }), 400, 'BadRequestException')
    await seedSubname({ ...original, call }, original.demo[1], 'other')
    await waitUntil('the other name is delivered', () => receiver.requests.length === 2)
    const ids = receiver.requests.map((request) => request.headers['webhook-id'])
    expect(new Set(ids).size).toBe(2)
  })
})
