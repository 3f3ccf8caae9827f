import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { argv, stdout } from 'node:process'

export interface Place {
  readonly host: string
  readonly port: number
}

export interface Relay {
  readonly port: number
  /** Refuses connections and drops open ones, until it is called again with false. */
  setDown(isDown: boolean): void
  close(): void
}

/** Forwards each connection to the place that `target` returns for it. */
export async function startRelay(from: Place, target: () => Place): Promise<Relay> {
  let isDown = false
  const open = new Set<{ destroy(): void }>()
  const server = createServer({ allowHalfOpen: true }, (client) => {
    if (isDown) return void client.destroy()
    const upstream = connect({ ...target(), allowHalfOpen: true })
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('close', () => open.delete(socket))
    }
    client.on('error', () => upstream.destroy()).pipe(upstream)
    upstream.on('error', () => client.destroy()).pipe(client)
  }).listen(from)
  await once(server, 'listening')
  const dropAll = () => {
    for (const socket of open) socket.destroy()
  }
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    setDown: (down) => {
      isDown = down
      if (down) dropAll()
    },
    close: () => {
      server.close()
      dropAll()
    },
  }
}

/** Run in the network of a machine: its loopback ports lead to those of the address. */
if (import.meta.main) {
  const [, , host = '', ...ports] = argv
  for (const port of ports.map(Number)) await startRelay({ host: '127.0.0.1', port }, () => ({ host, port }))
  stdout.write('ready\n')
}
