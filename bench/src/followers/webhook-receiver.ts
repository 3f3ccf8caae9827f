import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { apiKey } from '../databases/zone.ts'
import type { Client } from '../load/client.ts'
import { postRequest } from '../load/requests.ts'
import { type Arrivals, createArrivals } from './arrivals.ts'

export interface WebhookReceiver {
  readonly origin: string
  readonly arrivals: Arrivals
  close(): void
}

/** Starts an HTTP server that responds 200 to every delivery. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const arrivals = createArrivals('The webhook')
  const server = createServer(async (request, response) => {
    try {
      arrivals.add(nameIn(await text(request)))
      response.end()
    } catch {
      // The service has stopped.
      response.destroy()
    }
  })
  const { promise, resolve } = Promise.withResolvers<number>()
  server.listen({ host: '127.0.0.1', port: 0 }, () => {
    const address = server.address()
    if (address && typeof address === 'object') resolve(address.port)
  })
  return {
    origin: `http://127.0.0.1:${await promise}`,
    arrivals,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Creates a webhook for all events of the workspace. */
export async function createWebhook(client: Client, { origin }: WebhookReceiver): Promise<void> {
  const request = postRequest('/byname/v1/webhooks', { url: `${origin}/webhook` }, { 'x-api-key': apiKey })
  const { status, body } = await client.send(request)
  if (status !== 201) throw new Error(`Creating a webhook got status ${status}: ${body}`)
}

/** Safe because the service sends this; anything else leaves names missing, which fails the bench. */
function nameIn(body: string): string | null {
  const message = JSON.parse(body) as { readonly data: { readonly name: string | null } }
  return message.data.name
}
