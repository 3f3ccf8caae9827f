import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createWallet, signedHeaders } from '../support/credentials/signed-headers.ts'
import { connectRaw } from '../support/databases/raw-sql.ts'
import { ethereumAddress, subnameBody } from '../support/entities/subnames.ts'
import { expectConsistent } from '../support/faults/consistency-checks.ts'
import { faultMinutes, printLine } from '../support/faults/duration.ts'
import { createFolder, temporaryFolder } from '../support/folders.ts'
import { type ApiCall, createClient, ignoreConnectionError } from '../support/http/api-client.ts'
import { runCommand } from '../support/service/command.ts'
import { startServeProcess } from '../support/service/serve-process.ts'
import { createTenant, type Tenant, testEnvironment, withContext } from '../support/service/service.ts'
import { waitUntil } from '../support/wait-until.ts'

const { BYNAME_TEST_SEED: seed = '1' } = process.env
const minKills = 2

/** Milliseconds, after the first state is in the target. */
const killDelaysMs = fc.sample(fc.integer({ min: 0, max: 9000 }), { seed: Number(seed), numRuns: 10_000 })

interface Written {
  readonly label: string
  /** Milliseconds since 1970. */
  readonly confirmedAt: number
}

/** Each client adds names one after the other, until it loses the connection. */
async function addUntilLost(call: ApiCall, tenant: Tenant, clients: number): Promise<readonly Written[][]> {
  const wallet = createWallet()
  const headers = { 'x-api-key': tenant.key, ...(await signedHeaders(wallet, { chainId: 1 })) }
  const add = async (client: number): Promise<Written[]> => {
    const written: Written[] = []
    for (let count = 0; ; count++) {
      const label = `c${client}-${count}`
      const body = { ...subnameBody(tenant.demo[1], label), addresses: [ethereumAddress(wallet.address)] }
      const response = await call('POST', '/ens/v1/subname/add', { headers, body }).catch(
        ignoreConnectionError,
      )
      if (!response) return written
      if (response.status === 200) written.push({ label, confirmedAt: Date.now() })
    }
  }
  return Promise.all(Array.from({ length: clients }, (_, client) => add(client)))
}

async function shippedThrough(dataDir: string): Promise<number> {
  const text = await readFile(join(dataDir, 'log-shipping', 'status.json'), 'utf8').catch(() => '{}')
  return JSON.parse(text).shippedThrough ?? 0
}

async function createIdentity(folder: string) {
  const { output } = await runCommand(['backups', 'create-key'], {})
  const identityFile = join(folder, 'identity')
  await writeFile(identityFile, output)
  return { identityFile, recipient: /public key: (age1\w+)/.exec(output)?.[1] ?? '' }
}

async function restore(target: string, identityFile: string): Promise<string> {
  const data = await temporaryFolder()
  const { errors, code } = await runCommand(
    ['restore', target, '--identity-file', identityFile, '--json'],
    testEnvironment(data, undefined),
  )
  expect({ errors, code }).toMatchObject({
    code: 0,
    errors: expect.stringContaining('The log was restored as of'),
  })
  return `sqlite:${join(data, 'byname.db')}`
}

/** Those of demo.eth on mainnet. */
async function storedLabels(url: string): Promise<ReadonlySet<string>> {
  const raw = await connectRaw(url)
  const rows = (await raw.run('select label from subnames')) as readonly { readonly label: string }[]
  await raw.close()
  return new Set(rows.map(({ label }) => label))
}

/** What was confirmed before a time is there; of each client, its first names are, and no later without one before. */
function expectState(stored: ReadonlySet<string>, clients: readonly Written[][], before: number): number {
  let newest = 0
  for (const written of clients) {
    const count = written.findIndex(({ label }) => !stored.has(label))
    const kept = count < 0 ? written : written.slice(0, count)
    for (const { label, confirmedAt } of written) {
      if (confirmedAt < before) expect(stored, label).toContain(label)
      if (stored.has(label)) newest = Math.max(newest, confirmedAt)
    }
    expect(written.filter(({ label }) => stored.has(label))).toHaveLength(kept.length)
  }
  return newest
}

describe(`A service that ships its log, killed while names are written (seed ${seed})`, () => {
  it(
    'rule: what was confirmed before the last state is restored, and nothing of half a state',
    async () => {
      const { identityFile, recipient } = await createIdentity(await temporaryFolder())
      const lost: number[] = []
      const endAt = performance.now() + faultMinutes * 60_000
      for (let round = 0; round < minKills || performance.now() < endAt; round++) {
        const target = await temporaryFolder()
        const data = await createFolder('lost')
        const settings = { BACKUP_TARGET: target, BACKUP_RECIPIENT: recipient }
        const environment = testEnvironment(data, undefined, settings)
        const tenant = await withContext(environment, createTenant)
        const service = await startServeProcess(environment)
        const adding = addUntilLost(await createClient(service.url), tenant, 4)
        const startedAt = Date.now()
        await waitUntil('a state is in the target', async () => (await shippedThrough(data)) > startedAt)
        await delay(killDelaysMs[round % killDelaysMs.length])
        expect(await service.end('SIGKILL')).toBeNull()
        const killedAt = Date.now()
        const clients = await adding
        const shipped = await shippedThrough(data)
        await rm(data, { recursive: true })

        const url = await restore(target, identityFile)
        const newest = expectState(await storedLabels(url), clients, shipped)
        lost.push(killedAt - newest)
        await expectConsistent(url)
      }
      printLine(`${lost.length} disks; lost ${lost.map((ms) => `${(ms / 1000).toFixed(1)} s`).join(', ')}`)
    },
    180_000 + faultMinutes * 120_000,
  )
})
