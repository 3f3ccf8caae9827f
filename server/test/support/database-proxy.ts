import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A proxy in front of a PostgreSQL server that simulates a network partition. */
export interface DatabaseProxy {
  /** The URL of the database through the proxy. */
  readonly url: string
  /** Holds all data from now on, without closing connections; new connections are accepted. */
  partition(): void
  /** Forwards everything that was held, and all further data. */
  restore(): void
  close(): Promise<void>
}

/** Starts a proxy to a database whose server listens on a socket in a folder. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl)
  const path = `${target.searchParams.get('host')}/.s.PGSQL.5432`
  const sockets = new Set<Socket>()
  let isPartitioned = false

  const pipe = (socket: Socket, other: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      if (!isPartitioned) other.destroy()
    })
    socket.pipe(other)
  }
  const server = createServer((client) => {
    const upstream = connect(path)
    pipe(client, upstream)
    pipe(upstream, client)
    if (isPartitioned) for (const socket of [client, upstream]) socket.pause()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The proxy has no port.')
  return {
    url: `postgres://postgres@127.0.0.1:${address.port}${target.pathname}`,
    partition: () => {
      isPartitioned = true
      for (const socket of sockets) socket.pause()
    },
    restore: () => {
      isPartitioned = false
      for (const socket of sockets) socket.resume()
    },
    close: async () => {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
