import { openConnection } from './connection.ts'

/** A keep-alive connection for sequential requests. */
export interface Client {
  /** Rejects when the connection breaks. */
  send(request: Buffer): Promise<{ readonly status: number; readonly body: string }>
  close(): void
}

/** Connects to an HTTP/1.1 server. */
export async function openClient(url: string): Promise<Client> {
  const broken = Promise.withResolvers<never>()
  // The next request rejects.
  broken.promise.catch(() => {})
  const connection = await openConnection(url, broken.reject)
  return {
    send: (request) => {
      const response = new Promise<{ status: number; body: string }>((resolve) =>
        connection.send(request, (status, body) => resolve({ status, body: body.toString() })),
      )
      return Promise.race([response, broken.promise])
    },
    close: connection.close,
  }
}

/** Passes a connection to `use` and closes it. The server closes connections that are idle. */
export async function withClient<T>(url: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = await openClient(url)
  return use(client).finally(client.close)
}
