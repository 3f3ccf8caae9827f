import { getAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addName, type OnboardedDomain, onboardNewDomain } from '../../support/chain/onboard-domain.ts'
import {
  type FormerService,
  sendFormerGateway,
  setFormerGateway,
  startFormerService,
  type WireFormerGateway,
} from '../../support/gateway/former.ts'
import { dataOf } from '../../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox, viemClient } from '../../support/service/sandbox.ts'
import { waitUntil } from '../../support/wait-until.ts'

const address = getAddress('0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC')
const records = {
  addresses: [{ coinType: 60, address }],
  text: [{ key: 'com.github', value: 'someone' }],
}
const labels = Array.from({ length: 12 }, (_, index) => `member-${index}`)

let sandbox: TestSandbox
let domain: OnboardedDomain
let former: FormerService

beforeAll(async () => {
  sandbox = await startTestSandbox()
  domain = await onboardNewDomain(sandbox, { label: 'moving', scheme: 'chain-bound', form: 'POST' })
  former = await startFormerService(sandbox, domain.name)
  for (const label of labels) await former.addName(label, records)
  await sandbox.devnet.setResolver(1, domain.name, former.resolver)
})
afterAll(() => sandbox.stop())

test('rule: no lookup is dark while the resolver is switched, names come over, and the former service is stopped', async () => {
  const client = viemClient(sandbox)
  let running = true
  let lookups = 0
  const dark: unknown[] = []
  const lookUp = async (start: number) => {
    for (let index = start; running; index++) {
      const label = labels[index % labels.length]
      const name = `${label}.${domain.name}`
      const [read, github] = await Promise.all([
        client.getEnsAddress({ name, strict: true }).catch((error: unknown) => error),
        client.getEnsText({ name, key: 'com.github', strict: true }).catch((error: unknown) => error),
      ])
      lookups++
      if (read !== address || github !== 'someone') dark.push({ name, read, github })
    }
  }
  const clients = [0, 4, 8].map(lookUp)
  const enough = (count: number) => {
    const target = lookups + count
    return waitUntil(`${count} further lookups`, () => lookups >= target)
  }
  const report = async () => dataOf<WireFormerGateway>(await sendFormerGateway(sandbox, 'GET', domain))
  await enough(12)

  // Two names are moved by hand before the switch.
  for (const label of labels.slice(0, 2)) await addName(sandbox, domain, label, records)
  await setFormerGateway(sandbox, domain, former)
  await sandbox.devnet.setResolver(1, domain.name, domain.resolver)
  await enough(36)
  await waitUntil('what is left there is reported', async () => (await report()).count === 10)

  await setFormerGateway(sandbox, domain, former, { importOnRead: true })
  await enough(36)
  await waitUntil('nothing is left there', async () => (await report()).count === 0)

  await former.service.stop()
  await enough(24)
  dataOf(await sendFormerGateway(sandbox, 'DELETE', domain))
  await enough(24)
  running = false
  await Promise.all(clients)
  expect(dark).toEqual([])
  expect(lookups).toBeGreaterThan(100)
}, 120_000)
