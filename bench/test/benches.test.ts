import { afterAll, expect, test } from 'vitest'
import { isInstalled } from '../../server/test/support/http/deployed-proxy.ts'
import type { BenchOptions } from '../src/bench.ts'
import { attackTitles, benchAbuse } from '../src/benches/abuse.ts'
import { benchAdd } from '../src/benches/add.ts'
import { benchCold } from '../src/benches/cold.ts'
import { benchCustody } from '../src/benches/custody.ts'
import { benchEdgeCache } from '../src/benches/edge-cache.ts'
import { benchEvents } from '../src/benches/events.ts'
import { benchGateway } from '../src/benches/gateway.ts'
import { benchGateways } from '../src/benches/gateways.ts'
import { benchImport } from '../src/benches/import.ts'
import { benchKeccak } from '../src/benches/keccak.ts'
import { listings } from '../src/benches/listing-requests.ts'
import { benchListings } from '../src/benches/listings.ts'
import { benchScale } from '../src/benches/scale.ts'
import { benchSoak } from '../src/benches/soak.ts'
import { operations } from '../src/benches/soak-operations.ts'
import { budgetTable } from '../src/budgets.ts'
import { openBenchDatabases } from '../src/databases/data.ts'
import { gatewayLoads } from '../src/gateways/workloads.ts'
import { constantsTable, measureMachine } from '../src/report/machine-constants.ts'
import { canMakeGroups } from '../src/servers/resource-group.ts'

const data = openBenchDatabases({ keep: false })
afterAll(() => data.close())

/** As short as possible: the tests show that benchmarks send what they declare, and detect wrong responses. */
const setting: BenchOptions = {
  data,
  databases: ['sqlite'],
  constants: await measureMachine(data.scratchFolder()),
  rounds: 1,
  seconds: 0.1,
  minutes: 0.02,
  workers: 1,
  changes: 200,
  imported: 500,
  names: 1000,
  sizes: { small: 500, medium: 500, large: 500 },
}

test('rule: every gateway is measured, and its responses are correct', async () => {
  const { findings } = await benchGateway(setting)
  expect(findings).toHaveLength(9)
  for (const { spread } of findings) expect(spread.median).toBeGreaterThan(0)
  expect(budgetTable(findings).split('\n')).toHaveLength(11)
})

test('rule: gateways are measured when they answer what a load asks', async () => {
  const { body } = await benchGateways(setting, gatewayLoads.slice(0, 1))
  for (const title of ['Byname, SQLite', '@resolverworks/ezccip', 'bare node:http'])
    expect(body).toContain(`| ${title} `)
})

test('rule: beside the figures stands what the machine takes for the parts of a lookup', () => {
  const [, , ...rows] = constantsTable(setting.constants).split('\n')
  expect(rows).toHaveLength(5)
  for (const row of rows) expect(row).toMatch(/\| +(?!0 )[0-9.,]+ [µn]s/)
})

test('rule: the hash is measured beside others', async () => {
  const { body } = await benchKeccak(setting)
  expect(body.match(/^\| \S.*\| +[0-9.]+ \| +[0-9.]+ \|$/gm)).toHaveLength(3)
})

test('rule: lookups are answered while a signature takes 30 ms, in many fewer signatures', async () => {
  const { body } = await benchCustody(setting)
  expect(body).toMatch(/^\| SQLite, 256 connections +\| +[1-9]/m)
})

test('rule: every listing responds with what it is measured for', async () => {
  const { body, findings } = await benchListings(setting)
  for (const { title } of listings) expect(body).toContain(`| ${title}, SQLite`)
  expect(findings.map(({ budget }) => budget)).toEqual(['listings', 'listingsFlat'])
})

test('rule: every size has each of its measurements', async () => {
  const { body } = await benchScale(setting)
  for (const row of [
    'built, s',
    'distinct lookups of 10,000 names, a second',
    'signed adds a second',
    'backup, s; MB',
  ])
    expect(body).toMatch(new RegExp(`^\\| ${row} +\\| +[\\d.]+`, 'm'))
})

test('rule: every confirmed add is stored', async () => {
  const { findings } = await benchAdd(setting)
  expect(findings[0]?.spread.median).toBeGreaterThan(0)
})

test('rule: every change arrives at the stream, at the webhook and in the pages', async () => {
  const { body, findings } = await benchEvents(setting)
  expect(body).toContain('| all events delivered to the webhook ')
  for (const { spread } of findings) expect(spread.median).toBeGreaterThanOrEqual(0)
})

test('rule: every attack is measured, and stays within the published bound', async () => {
  const { body, failures } = await benchAbuse(setting)
  for (const title of attackTitles) expect(body).toContain(`| ${title}, sqlite `)
  expect(failures).toEqual([])
})

test('rule: every name is exported, imported once, and left alone when the import is repeated', async () => {
  const { body, findings } = await benchImport(setting)
  for (const step of ['export', 'import', 'repeat']) expect(body).toContain(`| ${step}, SQLite `)
  for (const { spread } of findings) expect(spread.median).toBeGreaterThan(0)
})

test('rule: a soak sees each change immediately', async () => {
  const { body, failures } = await benchSoak(setting)
  for (const [operation] of operations) expect(body).toContain(`| ${operation} `)
  expect(failures).toEqual([])
})

// Run where Debian's package is installed: apt-get install varnish.
test.skipIf(!isInstalled('varnishd'))(
  'rule: no response of a cache is stale for longer than its domain allows',
  async () => {
    const { body, failures } = await benchEdgeCache(setting)
    for (const seconds of ['none', '1', '5']) expect(body).toMatch(new RegExp(`^\\| ${seconds} `, 'm'))
    expect(failures).toEqual([])
  },
)

// Run where this process may make control groups.
test.skipIf(!canMakeGroups())('rule: names in memory are answered beside names that are not', async () => {
  const { findings } = await benchCold(setting)
  for (const { spread } of findings) expect(spread.median).toBeGreaterThan(0)
})
