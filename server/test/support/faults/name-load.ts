import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { createWallet, signedHeaders } from '../credentials/signed-headers.ts'
import { issue, postBatch } from '../entities/batches.ts'
import { ethereumAddress, subnameBody } from '../entities/subnames.ts'
import type { WireEvent } from '../events/copied-names.ts'
import { type ApiCall, type ApiResponse, ignoreConnectionError } from '../http/api-client.ts'
import type { Tenant } from '../service/service.ts'

/** `unknown`: there was no response, or 503. */
type WriteOutcome = 'confirmed' | 'refused' | 'unknown'

interface Write {
  readonly action: Action
  readonly labels: readonly string[]
  outcome: WriteOutcome
}

/** The requests of clients, by their request id. */
export type WriteLog = Map<string, Write>

export function countOf(log: WriteLog, outcome: WriteOutcome): number {
  return [...log.values()].filter((write) => write.outcome === outcome).length
}

/** Writes without a response that were committed all the same. */
export function countCommitted(log: WriteLog, events: readonly WireEvent[]): number {
  const logged = new Set(events.map(({ requestId }) => requestId))
  return [...log].filter(([id, { outcome }]) => outcome === 'unknown' && logged.has(id)).length
}

/** The life of a name, over and over. */
const actions = ['issue', 'change', 'change', 'revoke'] as const

type Action = (typeof actions)[number]

const paths = { issue: 'add', change: 'update', revoke: 'revoke' } as const
const eventTypes = { issue: 'subname.issued', change: 'subname.changed', revoke: 'subname.revoked' } as const

const clients = 3
const groupsOfClient = 5
/** Names of a batch, which are written together. */
const batchSize = 8

const hourMs = 3_600_000

/**
 * Clients issue, change and revoke names of demo.eth on mainnet without a pause until they are stopped, one of them by
 * atomic batches. Each write has a request id and a text of its own. A client that gets no response reads the state of
 * the name and continues.
 */
export async function startNameLoad(
  nextCall: () => Promise<ApiCall>,
  { key, demo }: Pick<Tenant, 'key' | 'demo'>,
  log: WriteLog,
) {
  const wallet = createWallet()
  const expirationTime = new Date(Date.now() + hourMs)
  const signed = { 'x-api-key': key, ...(await signedHeaders(wallet, { chainId: 1, expirationTime })) }
  const domain = demo[1]
  let isStopped = false

  const send = async (action: Action, labels: readonly string[], id: string): Promise<ApiResponse> => {
    const call = await nextCall()
    const headers = { ...signed, 'x-request-id': id }
    const fields = {
      ...(action === 'issue' && { addresses: [ethereumAddress(wallet.address)] }),
      ...(action !== 'revoke' && { text: [{ key: 'state', value: id }] }),
    }
    const [label = '', ...others] = labels
    if (others.length === 0)
      return call('POST', `/ens/v1/subname/${paths[action]}`, {
        headers,
        body: { ...subnameBody(domain, label), ...fields },
      })
    const items = labels.map((each) =>
      action === 'issue' ? issue(each, wallet.address, fields) : { action, label: each, ...fields },
    )
    return postBatch({ call, key }, domain, items, { headers })
  }

  const write = async (action: Action, labels: readonly string[]): Promise<WriteOutcome> => {
    const id = randomUUID()
    const entry: Write = { action, labels, outcome: 'unknown' }
    log.set(id, entry)
    const response = await send(action, labels, id).catch(ignoreConnectionError)
    if (response) entry.outcome = outcomeOf(response)
    return entry.outcome
  }

  const exists = async (label: string): Promise<boolean> => {
    for (;;) {
      const call = await nextCall()
      const path = `/ens/v1/subname/subname?chainId=1&subname=${label}.${domain.name}`
      const response = await call('GET', path).catch(ignoreConnectionError)
      if (response && response.status !== 503) return response.status === 200
    }
  }

  const work = async (groups: readonly (readonly string[])[]) => {
    const steps = groups.map(() => 0)
    for (let turn = 0; !isStopped; turn++) {
      const index = turn % groups.length
      const [labels = [], step = 0] = [groups[index], steps[index]]
      const action = actions[step % actions.length] ?? 'issue'
      const outcome = await write(action, labels)
      steps[index] = outcome === 'confirmed' ? step + 1 : Number(await exists(labels[0] ?? ''))
    }
  }
  const working = Promise.all([
    ...Array.from({ length: clients }, (_, client) =>
      work(Array.from({ length: groupsOfClient }, (_, group) => [`c${client}-${group}`])),
    ),
    work([0, 1].map((group) => Array.from({ length: batchSize }, (_, index) => `b${group}-${index}`))),
  ])
  return {
    /** Resolves when each client has its last response. */
    stop: async () => {
      isStopped = true
      await working
    },
  }
}

/** A client that read a name while the write of a killed process was being committed is refused. */
function outcomeOf({ status }: ApiResponse): WriteOutcome {
  expect([200, 404, 409, 422, 503]).toContain(status)
  if (status === 200) return 'confirmed'
  return status === 503 ? 'unknown' : 'refused'
}

/** Expects that events of names are those of the writes: all of a confirmed one, all or none of one without a response. */
export function expectWritesLogged(log: WriteLog, events: readonly WireEvent[]): void {
  const logged = Map.groupBy(events, ({ requestId }) => requestId)
  for (const [id, { action, labels, outcome }] of log) {
    const ofWrite = logged.get(id) ?? []
    logged.delete(id)
    const expected = labels.map((label) => [eventTypes[action], `${label}.demo.eth`, textOf(action, id)])
    const found = ofWrite.map(({ type, name, changes }) => [
      type,
      name,
      changes.find(({ field, key }) => field === 'texts' && key === 'state')?.after ?? null,
    ])
    if (outcome === 'confirmed') expect(found).toEqual(expected)
    else if (outcome === 'refused') expect(found).toEqual([])
    else expect([[], expected]).toContainEqual(found)
  }
  expect([...logged.keys()]).toEqual([])
}

function textOf(action: Action, id: string): string | null {
  return action === 'revoke' ? null : id
}
