import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import type { WireRecord } from '../../../src/http/schema/names.ts'
import { createWallet, signedHeaders } from '../credentials/signed-headers.ts'
import { ethereumAddress, subnameBody } from '../entities/subnames.ts'
import { resolveText } from '../gateway/client.ts'
import { type ApiCall, type ApiResponse, dataOf, ignoreConnectionError } from '../http/api-client.ts'
import type { Tenant } from '../service/service.ts'

/** The text `state` of a name; null: the name does not exist. */
type TextState = string | null

/** What clients know of the names that they have written. */
export interface Ledger {
  /** Acceptable values of a label: the last confirmed one, and those requested since without a response of 200. */
  readonly names: Map<string, readonly TextState[]>
  /** Responses by status; lost ones under 0. */
  readonly outcomes: Map<number, number>
  /** Milliseconds of the slowest response. */
  slowestMs: number
}

export function createLedger(): Ledger {
  return { names: new Map(), outcomes: new Map(), slowestMs: 0 }
}

export function responseCount({ outcomes }: Ledger, status = 200): number {
  return outcomes.get(status) ?? 0
}

/** A name is added, changed and, each third one, revoked. */
function states(count: number): readonly TextState[] {
  return count % 3 === 0 ? ['0', '1', null] : ['0', '1']
}

/** Milliseconds that a client waits after an error. */
const retryDelayMs = 250

/**
 * Runs clients that write names of demo.eth on mainnet until it is stopped, each label by one client. A client whose
 * connection is lost ends; one that gets 503 continues with another name. The ledger has what each of them knows.
 */
export async function startWriteLoad(
  { call, tenant, ledger }: { call: ApiCall; tenant: Tenant; ledger: Ledger },
  { prefix, clients = 8 }: { prefix: string; clients?: number },
) {
  const wallet = createWallet()
  const headers = { 'x-api-key': tenant.key, ...(await signedHeaders(wallet, { chainId: 1 })) }
  let isStopped = false

  const sendWrite = (label: string, from: TextState, to: TextState): Promise<ApiResponse> => {
    const subname = subnameBody(tenant.demo[1], label)
    const post = (verb: string, body: object) =>
      call('POST', `/ens/v1/subname/${verb}`, { headers, body: { ...subname, ...body } })
    if (to === null) return post('revoke', {})
    const text = [{ key: 'state', value: to }]
    return from === null
      ? post('add', { text, addresses: [ethereumAddress(wallet.address)] })
      : post('update', { text })
  }
  /** The status; 0 without a response. */
  const write = async (label: string, from: TextState, to: TextState): Promise<number> => {
    ledger.names.set(label, [from, to])
    const startedAt = performance.now()
    const response = await sendWrite(label, from, to).catch(ignoreConnectionError)
    ledger.slowestMs = Math.max(ledger.slowestMs, performance.now() - startedAt)
    const status = response?.status ?? 0
    ledger.outcomes.set(status, (ledger.outcomes.get(status) ?? 0) + 1)
    if (response && status !== 503) dataOf(response)
    if (status === 200) ledger.names.set(label, [to])
    return status
  }
  const work = async (client: number) => {
    for (let count = 0; !isStopped; count++) {
      let from: TextState = null
      for (const to of states(count)) {
        const status = await write(`${prefix}-${client}-${count}`, from, to)
        if (status === 0) return
        if (status === 503) await delay(retryDelayMs)
        if (status !== 200) break
        from = to
      }
    }
  }
  const working = Promise.all(Array.from({ length: clients }, (_, client) => work(client)))
  return {
    /** Resolves when every client has its last response, or has lost its connection. */
    stop: async () => {
      isStopped = true
      await working
    },
  }
}

const readerCount = 8

/** A name that has not its last confirmed value, nor one that was requested since. */
export interface Difference {
  readonly label: string
  readonly possible: readonly TextState[]
  readonly read: TextState
  /** By a lookup; empty: nothing. */
  readonly resolved: string
}

/** Reads each name of the ledger in the interface and looks it up. */
export async function findDifferences(
  call: ApiCall,
  { resolvers }: Tenant,
  ledger: Ledger,
  includes: (label: string) => boolean = () => true,
): Promise<readonly Difference[]> {
  const remaining = [...ledger.names].filter(([label]) => includes(label))
  const differences: Difference[] = []
  const compare = async () => {
    for (let next = remaining.pop(); next; next = remaining.pop()) {
      const [label, possible] = next
      const name = `${label}.demo.eth`
      const response = await call('GET', `/ens/v1/subname/subname?chainId=1&subname=${name}`)
      const read = response.status === 404 ? null : stateOf(dataOf<WireRecord>(response))
      const resolved = await resolveText({ call }, resolvers[1]['chain-bound'], name, 'state')
      if (!possible.includes(read) || resolved !== (read ?? ''))
        differences.push({ label, possible, read, resolved })
    }
  }
  await Promise.all(Array.from({ length: readerCount }, compare))
  return differences
}

/** Expects that each name of the ledger has its last confirmed value, in the interface and for lookups. */
export async function expectLedgerStored(...given: Parameters<typeof findDifferences>): Promise<void> {
  expect(await findDifferences(...given)).toEqual([])
}

function stateOf({ records }: WireRecord): string {
  return records.texts.find(({ key }) => key === 'state')?.value ?? ''
}
