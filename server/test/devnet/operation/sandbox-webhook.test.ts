import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ReceiverServer, startReceivers } from '../../support/events/webhook-receiver.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox, user } from '../../support/service/sandbox.ts'
import { waitUntil } from '../../support/wait-until.ts'

let sandbox: TestSandbox
let receivers: ReceiverServer

beforeAll(async () => {
  sandbox = await startTestSandbox()
  receivers = await startReceivers()
})
afterAll(async () => {
  await sandbox.stop()
  await receivers.close()
})

const createWebhook = (url: string) =>
  sandbox.call('POST', '/byname/v1/webhooks', {
    headers: { 'x-api-key': sandbox.file.apiKey },
    body: { url },
  })

test('the sandbox delivers to a receiver on this machine over http', async () => {
  const { url, requests } = receivers.open()
  dataOf(await createWebhook(url), 201)
  const issued = await sandbox.call('POST', '/ens/v1/subname/add', {
    headers: { 'x-api-key': sandbox.file.apiKey },
    body: {
      username: 'hooked',
      ensDomain: 'demo.eth',
      chainId: 1,
      addresses: [{ coinType: 60, address: user(sandbox, 1).address }],
      overrideSignatureCheck: true,
    },
  })
  expect(issued.status).toBeLessThan(300)
  const messages = () =>
    requests.map(({ body }): { type: string; data: { name: string | null } } => JSON.parse(body))
  await waitUntil('the event is delivered', () => messages().some(({ type }) => type === 'subname.issued'))
  expect(messages().find(({ type }) => type === 'subname.issued')?.data.name).toBe('hooked.demo.eth')
})

test.each([
  'http://192.168.0.1/',
  'http://10.0.0.1/',
  'http://hooks.example.com/',
  'http://localhost.example.com/',
])('the sandbox refuses %s, which is not on this machine', async (url) => {
  expectError(await createWebhook(url), 400, 'BadRequestException')
})
