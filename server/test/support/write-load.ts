import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import type { WireRecord } from '../../src/http/schema/record.ts'
import { type ApiCall, type ApiResponse, dataOf, ignoreConnectionError } from './api-client.ts'
import { resolveText } from './gateway-client.ts'
import type { Tenant } from './service.ts'
import { createWallet, signedHeaders } from './signed-headers.ts'
import { ethereumAddress, subnameBody } from './subnames.ts'

/** The text `state` of a name; null: there is no such name. */
type TextState = string | null

/** What callers know of the names that they have written. */
export interface Ledger {
  /** What may be read under a label: what was answered last, and what was asked for since without an answer of 200. */
  readonly names: Map<string, readonly TextState[]>
  /** Answers by status; those that never came under 0. */
  readonly outcomes: Map<number, number>
  /** Milliseconds that the slowest answer took. */
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

/** Milliseconds that a client waits when it was refused. */
const retryDelayMs = 250

/**
 * Has clients write names of demo.eth on mainnet until it is stopped, each label by one client. A client whose connection is
 * lost ends; one that hears 503 goes on with another name. What each of them knows is in the ledger.
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
  /** The status; 0 when there was no answer. */
  const write = async (label: string, from: TextState, to: TextState): Promise<number> => {
    ledger.names.set(label, [from, to])
    const startedAt = performance.now()
    const answer = await sendWrite(label, from, to).catch(ignoreConnectionError)
    ledger.slowestMs = Math.max(ledger.slowestMs, performance.now() - startedAt)
    const status = answer?.status ?? 0
    ledger.outcomes.set(status, (ledger.outcomes.get(status) ?? 0) + 1)
    if (answer && status !== 503) dataOf(answer)
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
    /** Resolves when every client has had its last answer, or lost its connection. */
    stop: async () => {
      isStopped = true
      await working
    },
  }
}

const readerCount = 8

/** Expects that each name of the ledger is as it was answered, in the interface and for lookups alike. */
export async function expectLedgerStored(
  call: ApiCall,
  { resolvers }: Tenant,
  ledger: Ledger,
  isMeant: (label: string) => boolean = () => true,
): Promise<void> {
  const left = [...ledger.names].filter(([label]) => isMeant(label))
  const read = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      const [label, possible] = next
      const name = `${label}.demo.eth`
      const shown = await call('GET', `/ens/v1/subname/subname?chainId=1&subname=${name}`)
      const state = shown.status === 404 ? null : stateOf(dataOf<WireRecord>(shown))
      expect(possible, label).toContain(state)
      expect(await resolveText({ call }, resolvers[1]['chain-bound'], name, 'state'), label).toBe(state ?? '')
    }
  }
  await Promise.all(Array.from({ length: readerCount }, read))
}

function stateOf({ records }: WireRecord): string {
  return records.texts.find(({ key }) => key === 'state')?.value ?? ''
}
