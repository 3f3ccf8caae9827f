import { setTimeout as delay } from 'node:timers/promises'
import NameStone from '@namestone/namestone-sdk'
import { getAddress } from 'viem'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type OnboardedDomain, onboardNewDomain } from '../../support/chain/onboard-domain.ts'
import { createKey } from '../../support/credentials/api-keys.ts'
import {
  type FormerService,
  sendFormerGateway,
  setFormerGateway,
  startFormerService,
  type WireFormerGateway,
} from '../../support/gateway/former.ts'
import { dataOf } from '../../support/http/api-client.ts'
import { runCommand } from '../../support/service/command.ts'
import { startTestSandbox, type TestSandbox, viemClient } from '../../support/service/sandbox.ts'
import { startTestService } from '../../support/service/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

const address = getAddress('0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC')
const records = {
  address,
  text_records: { 'com.github': 'someone', 'example.rare': 'rare' },
  coin_types: { 0: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' },
}
/** Between lookups of a client: leaves the processor to the others. */
const pauseMs = 10
const members = Array.from({ length: 12 }, (_, index) => `member-${index}`)

let sandbox: TestSandbox
let domain: OnboardedDomain
/** Shaped as NameStone, with its own signer and a contract of the published digest. */
let former: FormerService
/** The key of the program that issues names there. */
let key: string

beforeAll(async () => {
  sandbox = await startTestSandbox()
  domain = await onboardNewDomain(sandbox, { label: 'moving', scheme: 'chain-bound', form: 'POST' })
  const service = await startTestService(undefined, { NAMESTONE_FACADE: 'on' })
  former = await startFormerService(sandbox, domain.name, { service })
  key = (await createKey(service, { scopes: ['names:revoke', 'domains:write'] })).key
  for (const name of members) await setThere(name)
  await sandbox.devnet.setResolver(1, domain.name, former.resolver)
})
afterAll(() => sandbox.stop())

async function setThere(name: string): Promise<void> {
  const program = new NameStone(key, { baseUrl: `${former.service.url}/api/public_v1` })
  await program.setName({ domain: domain.name, name, ...records })
}

/** From the list that the service shows to its key. */
async function importNames(): Promise<unknown> {
  const { output, errors, code } = await runCommand(
    [
      ...['import', former.service.url, '--from', 'namestone', '--key-from', 'NAMESTONE_KEY'],
      ...['--domain', domain.name, '--chain', '1', '--json'],
    ],
    {
      ...{ DATA_DIR: sandbox.context.config.dataDir, NAMESTONE_KEY: key },
      OUTBOUND_ALLOWED_ORIGINS: former.service.url,
    },
  )
  expect(code, errors).toBe(0)
  return JSON.parse(output)
}

test('rule: no lookup is dark while a domain comes from NameStone: resolver first, then its list, then what is asked for', async () => {
  const client = viemClient(sandbox)
  const labels = [...members]
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
      await delay(pauseMs)
    }
  }
  const clients = [0, 4, 8].map(lookUp)
  onTestFinished(() => {
    running = false
  })
  const enough = (count: number) => {
    const target = lookups + count
    return waitUntil(`${count} further lookups`, () => lookups >= target)
  }
  const report = async () => dataOf<WireFormerGateway>(await sendFormerGateway(sandbox, 'GET', domain))
  await enough(12)

  await setFormerGateway(sandbox, domain, former)
  await sandbox.devnet.setResolver(1, domain.name, domain.resolver)
  await enough(36)
  await waitUntil('what is left there is reported', async () => (await report()).count === 12)

  expect(await importNames()).toMatchObject({ names: 12, added: 12, refused: 0 })
  expect(await report()).toMatchObject({ count: 0 })

  // Its program goes on there for a while, behind the list.
  const further = ['further-0', 'further-1', 'further-2']
  for (const name of further) await setThere(name)
  labels.push(...further)
  await waitUntil('the further names are reported', async () => (await report()).count === 3)
  await setFormerGateway(sandbox, domain, former, { importOnRead: true })
  await enough(30)
  await waitUntil('nothing is left there', async () => (await report()).count === 0)
  expect(await importNames()).toMatchObject({ names: 15, added: 0, unchanged: 12, kept: 3, refused: 0 })

  await former.service.stop()
  await enough(30)
  dataOf(await sendFormerGateway(sandbox, 'DELETE', domain))
  await enough(30)
  running = false
  await Promise.all(clients)
  expect(dark).toEqual([])
  expect(lookups).toBeGreaterThan(100)

  // The list has records for which nothing has asked; what comes over as it is asked for has the common ones.
  const readRare = (label = '') =>
    client.getEnsText({ name: `${label}.${domain.name}`, key: 'example.rare', strict: true })
  expect(await readRare(members[0])).toBe('rare')
  expect(await readRare(further[0])).toBeNull()
})
