import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { Domain } from '../../../src/model/domain.ts'
import { readEventBounds, readEventCursor, sequenceEvents } from '../../../src/store/entities/events.ts'
import { createWallet, signedHeaders } from '../credentials/signed-headers.ts'
import type { Databases } from '../databases/stores.ts'
import { ethereumAddress, seedSubname, subnameBody } from '../entities/subnames.ts'
import { type ApiResponse, dataOf } from '../http/api-client.ts'
import { startTestService, type TestService } from '../service/service.ts'
import { waitUntil } from '../wait-until.ts'
import { type Receiver, type ReceiverServer, type Respond, startReceivers } from './webhook-receiver.ts'

export const secondMs = 1_000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs

export interface WireWebhook {
  readonly id: string
  readonly url: string
  readonly secret: string
  readonly isEnabled: boolean
  readonly isFailing: boolean
  readonly disabledReason: string | null
  readonly pending: number
  readonly nextAttemptAt: string | null
}

export interface WireDelivery {
  readonly id: string
  readonly cursor: string | null
  readonly type: string
  readonly name: string
  readonly state: string
  readonly nextAttemptAt: string | null
  readonly attempts: readonly {
    readonly status: number | null
    readonly error: string | null
    readonly response: string
    readonly latencyMs: number
  }[]
  readonly request: { readonly url: string; readonly id: string; readonly body: string }
}

interface OpenedWebhook {
  readonly receiver: Receiver
  readonly domain: Domain
  readonly webhook: WireWebhook
  /** Issues a name of the domain; absent: a new label. */
  readonly issue: (label?: string) => Promise<unknown>
  readonly read: () => Promise<WireWebhook>
  readonly deliveries: (query?: string) => Promise<DeliveryPage>
}

interface DeliveryPage {
  readonly data: readonly WireDelivery[]
  readonly next: string | null
}

let labels = 0
const holder = createWallet()

/** A service whose webhooks reach receivers of the suite; without databases, on SQLite. An attempt takes a second at most. */
export function useWebhooks(databases?: Databases) {
  let receivers: ReceiverServer | undefined
  let started: TestService | undefined
  const opened: string[] = []

  beforeAll(async () => {
    receivers = await startReceivers()
    started = await startTestService(await databases?.createMigrated(), {
      OUTBOUND_ALLOWED_ORIGINS: receivers.origin,
      WEBHOOK_TIMEOUT: '1',
    })
  })
  afterAll(async () => {
    await started?.stop()
    await receivers?.close()
  })
  // A workspace has a limited number.
  afterEach(async () => {
    for (const id of opened.splice(0)) await call('DELETE', `/${id}`)
  })

  const service = () => {
    if (!started) throw new Error('The service runs in tests and hooks only.')
    return started
  }

  const call = (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    key = service().key,
  ): Promise<ApiResponse> =>
    service().call(method, `/byname/v1/webhooks${path}`, {
      headers: { 'x-api-key': key },
      ...(body !== undefined && { body }),
    })

  /** Creates a webhook for a domain of its own. */
  const open = async (
    respond?: Respond,
    fields: Readonly<Record<string, unknown>> = {},
  ): Promise<OpenedWebhook> => {
    if (!receivers) throw new Error('The receivers run in tests and hooks only.')
    const receiver = receivers.open(respond)
    const domain = await service().onboard()
    const response = await call('POST', '', { url: receiver.url, domains: [domain.id], ...fields })
    const webhook = dataOf<WireWebhook>(response, 201)
    opened.push(webhook.id)
    return {
      receiver,
      domain,
      webhook,
      issue: (label = `n${labels++}`) =>
        seedSubname(service(), domain, label, { addresses: [ethereumAddress(holder.address)] }),
      read: async () => dataOf<WireWebhook>(await call('GET', `/${webhook.id}`)),
      deliveries: async (query = '') =>
        dataOf<DeliveryPage>(await call('GET', `/${webhook.id}/deliveries${query}`)),
    }
  }

  const received = (receiver: Receiver, count: number) =>
    waitUntil(`${count} requests have arrived`, () => receiver.requests.length >= count)

  /** All events are queued and delivered. */
  const settled = async (read: () => Promise<WireWebhook>) => {
    const { store } = service().context
    await sequenceEvents(store)
    const { newest } = await readEventBounds(store.db)
    await waitUntil(
      'all events are queued',
      async () => (await readEventCursor(store.db, 'webhooks')) >= newest,
    )
    await waitUntil('nothing is pending', async () => (await read()).pending === 0)
  }

  const changeText = async (domain: Domain, label: string, value: string) => {
    const issuedAt = new Date(service().context.clock())
    const response = await service().call('POST', '/ens/v1/subname/update', {
      headers: await signedHeaders(holder, { chainId: 1, issuedAt }),
      body: { ...subnameBody(domain, label), text: [{ key: 'url', value }] },
    })
    expect(response.status).toBe(200)
  }

  return { service, call, open, received, settled, changeText }
}

/**
 * Waits until the oldest delivery has this many attempts. The time of the next one follows from when the last one was
 * recorded, so the clock may be moved only then.
 */
export function recorded(deliveries: () => Promise<DeliveryPage>, attempts: number): Promise<void> {
  return waitUntil('the attempt is recorded', async () => {
    const oldest = (await deliveries()).data.at(-1)
    return oldest?.attempts.length === attempts
  })
}
