import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataOf } from '../../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox, viemClient } from '../../support/service/sandbox.ts'

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())

test('rule: viem resolves the own records of a domain, and those of the same domain on another chain separately', async () => {
  const [eth, op] = [
    '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  ]
  const client = viemClient(sandbox)
  const name = 'demo.eth'
  expect(await client.getEnsAddress({ name, strict: true })).toBeNull()
  dataOf(
    await sandbox.call('PATCH', `/byname/v1/domains/${name}?chainId=1`, {
      headers: { 'x-api-key': sandbox.file.apiKey },
      body: {
        texts: [{ key: 'description', value: 'The demo domain.' }],
        addresses: [
          { coinType: 60, address: eth },
          { coinType: 2147483658, address: op },
        ],
      },
    }),
  )
  expect(await client.getEnsAddress({ name, strict: true })).toBe(eth)
  expect(await client.getEnsAddress({ name, coinType: 2147483658n, strict: true })).toBe(op.toLowerCase())
  expect(await client.getEnsText({ name, key: 'description', strict: true })).toBe('The demo domain.')
  const sepolia = viemClient(sandbox, 11155111)
  expect(await sepolia.getEnsText({ name, key: 'description', strict: true })).toBeNull()
})
