import { afterAll, beforeAll, expect, it } from 'vitest'
import { dataOf } from '../../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox, user } from '../../support/service/sandbox.ts'

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
  await sandbox.devnet.registerName(1, 'taken', { owner: user(sandbox, 1).address })
})
afterAll(() => sandbox.stop())

it.each([
  ['a registered name', 'taken.eth', true],
  ['the label of one', 'taken', true],
  ['another spelling of it', 'TAKEN', true],
  ['an onboarded domain', 'demo.eth', true],
  ['an unregistered name', 'nobody-has-this', false],
  ['what is no name', 'a b', false],
  ['a name below a domain', 'alice.demo.eth', undefined],
  ['the end of a name', '.eth', undefined],
])(
  'rule: with ensRegistered, a search for %s reports whether it is registered',
  async (_, text, expected) => {
    const query = `chainId=1&ensRegistered=true&name=${encodeURIComponent(text)}`
    const response = await sandbox.call('GET', `/ens/v1/subname/search?${query}`)
    expect(dataOf<{ registered?: boolean }>(response).registered).toBe(expected)
  },
)

it('rule: a search without ensRegistered makes no call', async () => {
  const response = await sandbox.call('GET', '/ens/v1/subname/search?chainId=1&name=taken')
  expect(dataOf(response)).toEqual({ domains: [] })
})
