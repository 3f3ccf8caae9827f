import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import { type Address, type Hex, numberToHex, toHex } from 'viem'
import { expect, it, onTestFinished } from 'vitest'
import { lowerCaseHex } from '../../src/crypto/hex.ts'
import { bytesToUuid } from '../../src/store/driver/columns.ts'
import { countNamesOfWallet } from '../../src/store/entities/quotas.ts'
import { openStore, type Store } from '../../src/store/store.ts'
import { createWallet } from '../support/credentials/signed-headers.ts'
import { releaseHeaders, sendRelease } from '../support/credentials/single-use.ts'
import { describeOnEachDatabase } from '../support/databases/stores.ts'
import { issue, postBatch } from '../support/entities/batches.ts'
import { claimHeaders, claimsPath, sendClaim, type WireClaimOutcome } from '../support/entities/claims.ts'
import { setPolicy } from '../support/entities/policies.ts'
import { readEventLog } from '../support/events/event-log.ts'
import { expectConsistent } from '../support/faults/consistency-checks.ts'
import { printLine } from '../support/faults/duration.ts'
import { temporaryFolder } from '../support/folders.ts'
import { type ApiCall, type ApiResponse, dataOf, ignoreConnectionError } from '../support/http/api-client.ts'
import { startHttpServer } from '../support/http/http-server.ts'
import { startServeProcesses } from '../support/service/serve-process.ts'
import { createTenant, type Tenant, testEnvironment, withContext } from '../support/service/service.ts'
import { waitUntil } from '../support/wait-until.ts'

const { BYNAME_TEST_SEED: seed = '1', BYNAME_TEST_KILLS: givenKills = '3' } = process.env
const kills = Number(givenKills)

/** Milliseconds from the first confirmed claim of a round to its kill. */
const killDelaysMs = fc.sample(fc.integer({ min: 0, max: 400 }), { seed: Number(seed), numRuns: kills })

const claimants = 5
const namesPerWallet = 2
const batchSize = 8

type Action = 'claim' | 'request' | 'release' | 'batch'

interface Write {
  readonly action: Action
  readonly labels: readonly string[]
  readonly wallet: Hex
  /** `unknown`: a response was lost, and a later one does not tell what the first has done. */
  outcome: 'confirmed' | 'refused' | 'unknown'
}

/** Each wallet has sixteen tokens. */
const tokenOf = (wallet: Address, index: number) => `${BigInt(wallet) * 16n + BigInt(index)}`

/** A node on which each token belongs to the wallet of its id. */
function startTokenNode() {
  return startHttpServer(async (request, response) => {
    const { id, method, params } = JSON.parse(await text(request))
    const data: string = method === 'eth_call' ? (params[0]?.data ?? '') : ''
    const owner = data.startsWith('0x6352211e') ? BigInt(`0x${data.slice(10)}`) / 16n : undefined
    const result =
      method === 'eth_chainId' ? numberToHex(1) : owner === undefined ? '0x' : toHex(owner, { size: 32 })
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
  })
}

/**
 * Wallets take names of demo.eth on mainnet, each with three claims at once where two are allowed, and give one up; they
 * request names on Sepolia, which the owner approves. Its key issues names by atomic batches. Each request is sent until it
 * has a response.
 */
function startClaims(
  nextCall: () => Promise<ApiCall>,
  { key, demo }: Pick<Tenant, 'key' | 'demo'>,
  writes: Write[],
) {
  let isStopped = false
  const write = async (
    fields: Omit<Write, 'outcome'>,
    send: (call: ApiCall) => Promise<ApiResponse>,
  ): Promise<ApiResponse> => {
    const entry: Write = { ...fields, outcome: 'unknown' }
    writes.push(entry)
    for (let isFirst = true; ; isFirst = false) {
      const response = await send(await nextCall()).catch(ignoreConnectionError)
      if (!response || response.status === 503) continue
      if (response.status < 300) entry.outcome = 'confirmed'
      else if (isFirst) entry.outcome = 'refused'
      return response
    }
  }
  const claimAs = async (client: number) => {
    for (let count = 0; !isStopped; count++) {
      const wallet = createWallet()
      const of = { wallet: lowerCaseHex(wallet.address) }
      const labels = ['a', 'b', 'c'].map((letter) => `${letter}-${client}-${count}`)
      const claims = labels.map(async (label, index) => {
        const headers = await claimHeaders(wallet, demo[1], label)
        return write({ action: 'claim', labels: [label], ...of }, (call) =>
          sendClaim({ call }, demo[1], label, headers, undefined, tokenOf(wallet.address, index)),
        )
      })
      const taken = (await Promise.all(claims)).findIndex(({ status }) => status === 201)
      const label = labels[taken]
      if (label !== undefined) {
        const name = `${label}.${demo[1].name}`
        const headers = await releaseHeaders(wallet, name)
        await write({ action: 'release', labels: [label], ...of }, (call) =>
          sendRelease({ call }, name, headers),
        )
      }
      const requested = `r-${client}-${count}`
      const headers = await claimHeaders(wallet, demo[11155111], requested)
      const response = await write({ action: 'request', labels: [requested], ...of }, (call) =>
        sendClaim({ call }, demo[11155111], requested, headers),
      )
      if (response.status !== 201) continue
      const { id } = dataOf<WireClaimOutcome>(response, 201)
      const path = `${claimsPath(demo[11155111])}/${id}/approve?chainId=11155111`
      const call = await nextCall()
      await call('POST', path, { headers: { 'x-api-key': key } }).catch(ignoreConnectionError)
    }
  }
  const issueBatches = async () => {
    const { address } = createWallet()
    for (let count = 0; !isStopped; count++) {
      const labels = Array.from({ length: batchSize }, (_, index) => `batch-${count}-${index}`)
      const items = labels.map((label) => issue(label, address, { overrideSignatureCheck: true }))
      await write({ action: 'batch', labels, wallet: lowerCaseHex(address) }, (call) =>
        postBatch({ call, key }, demo[1], items),
      )
    }
  }
  const working = Promise.all([
    ...Array.from({ length: claimants }, (_, client) => claimAs(client)),
    issueBatches(),
  ])
  return {
    /** Resolves when each client has its last response. */
    stop: async () => {
      isStopped = true
      await working
    },
  }
}

describeOnEachDatabase(
  `Processes that are killed over and over while names are claimed (seed ${seed})`,
  (databases) => {
    it(
      'rule: no claim is half made, a wallet has as many names as it may, and all counts are those of the rows',
      async () => {
        const url = await databases.create()
        const node = await startTokenNode()
        onTestFinished(node.close)
        const environment = testEnvironment(await temporaryFolder(), url, {
          RPC_URL_1: node.url,
          RATE_LIMIT_PER_KEY: '0',
          RATE_LIMIT_PER_IP: '0',
          RATE_LIMIT_EXPENSIVE_PER_IP: '0',
          WRITE_LIMIT_PER_IP: '0',
        })
        const tenant = await withContext(environment, createTenant)
        const processCount = databases.dialect === 'sqlite' ? 1 : 2
        const processes = await startServeProcesses(environment, processCount)
        const nextCall = async () => (await processes.next()).call
        const client = { call: await nextCall(), key: tenant.key }
        const tokenGate = {
          chainId: 1,
          standard: 'ERC-721',
          contract: createWallet().address,
          minimum: '1',
          isOncePerToken: true,
        }
        await setPolicy(client, tenant.demo[1], { claims: 'open', namesPerWallet, tokenGate })
        await setPolicy(client, tenant.demo[11155111], { claims: 'open', needsApproval: true })

        const writes: Write[] = []
        const confirmed = () => writes.filter(({ outcome }) => outcome === 'confirmed').length
        const load = startClaims(nextCall, tenant, writes)
        for (const [round, delayMs] of killDelaysMs.entries()) {
          const before = confirmed()
          await waitUntil('names are claimed', () => confirmed() > before)
          await delay(delayMs)
          await processes.killAndRestart(round % processCount)
        }
        await load.stop()
        await processes.stop()

        await expectConsistent(url)
        const store = await openStore({ url })
        onTestFinished(store.close)
        const made = await expectWritesMade(store, writes)
        await expectQuotas(store, tenant, writes)
        printLine(
          `${kills} kills, ${writes.length} writes: ${confirmed()} confirmed, ` +
            `${writes.filter(({ outcome }) => outcome === 'unknown').length} unknown (${made} of them made)`,
        )
      },
      60_000 + kills * 10_000,
    )
  },
)

const eventTypes = {
  claim: 'subname.issued',
  batch: 'subname.issued',
  release: 'subname.revoked',
  request: 'claim.requested',
} as const

/**
 * Expects the events of a write, and what it consumes, exactly where it was made: all of a confirmed one, nothing of a refused one,
 * all or nothing of the others, whose number it returns.
 */
async function expectWritesMade(store: Store, writes: readonly Write[]): Promise<number> {
  const log = await readEventLog(store)
  const isLogged = ({ action }: Write, label: string) =>
    log.filter(({ type, name }) => type === eventTypes[action] && name === `${label}.demo.eth`).length
  const made = writes.filter((write) => {
    const counts = new Set(write.labels.map((label) => isLogged(write, label)))
    expect(counts.size, write.labels.join()).toBe(1)
    const [count = 0] = counts
    if (write.outcome === 'confirmed') expect(count, write.labels.join()).toBe(1)
    else if (write.outcome === 'refused') expect(count, write.labels.join()).toBe(0)
    else expect([0, 1]).toContain(count)
    return count === 1
  })
  const labelsOf = (...actions: Action[]) =>
    made.filter(({ action }) => actions.includes(action)).flatMap(({ labels }) => labels)
  const released = new Set(labelsOf('release'))
  const rows = await store.db.selectFrom('subnames').select(['id', 'label']).execute()
  const approved = log.filter(({ type, chainId }) => type === 'subname.issued' && chainId === 11155111)
  expect(rows.map(({ label }) => `${label}.demo.eth`).toSorted()).toEqual(
    [
      ...labelsOf('claim', 'batch')
        .filter((label) => !released.has(label))
        .map((label) => `${label}.demo.eth`),
      ...approved.map(({ name }) => name),
    ].toSorted(),
  )

  const tokens = await store.db.selectFrom('claimedTokens').select('ownerId').execute()
  expect(tokens).toHaveLength(labelsOf('claim').length)
  const claimed = new Set(labelsOf('claim'))
  const owners = new Set(tokens.map(({ ownerId }) => ownerId))
  for (const { id, label } of rows) expect(owners.has(bytesToUuid(id)), label).toBe(claimed.has(label))
  const messages = await store.db.selectFrom('spentMessages').select('nonce').execute()
  expect(messages).toHaveLength(labelsOf('claim', 'release', 'request').length)
  const states = await store.db.selectFrom('claims').select(['label', 'state']).execute()
  expect(states.map(({ label }) => label).toSorted()).toEqual(labelsOf('request').toSorted())
  expect(
    states
      .filter(({ state }) => state === 'approved')
      .map(({ label }) => `${label}.demo.eth`)
      .toSorted(),
  ).toEqual(approved.map(({ name }) => name).toSorted())
  return made.filter(({ outcome }) => outcome === 'unknown').length
}

/** Expects that names count for their wallets, also released ones, and for their domains. */
async function expectQuotas(store: Store, { demo }: Tenant, writes: readonly Write[]): Promise<void> {
  const log = await readEventLog(store)
  const issued = new Set(log.filter(({ type }) => type === 'subname.issued').map(({ name }) => name))
  const claims = writes.filter(({ action }) => action === 'claim')
  for (const [wallet, ofWallet] of Map.groupBy(claims, ({ wallet }) => wallet)) {
    const names = ofWallet.filter(({ labels: [label] }) => issued.has(`${label}.demo.eth`)).length
    expect(names).toBeLessThanOrEqual(namesPerWallet)
    expect(await countNamesOfWallet(store.db, demo[1], wallet, 10)).toBe(names)
  }
  for (const { id, key } of Object.values(demo)) {
    const domain = await store.db
      .selectFrom('domains')
      .select(['subnameCount', 'claimedCount'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const rows = await store.db.selectFrom('subnames').select('id').where('domainKey', '=', key).execute()
    expect(domain).toEqual({ subnameCount: rows.length, claimedCount: rows.length })
  }
}
