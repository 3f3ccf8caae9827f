import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The machine on which the script runs, in the network of those that it starts. */
export const ownAddress = '10.77.0.1'
export const bridge = 'byname-year'

/** The network between the machines; returns how to remove it. */
export async function createNetwork(): Promise<() => Promise<void>> {
  // Of a run that was killed.
  await run('ip', ['link', 'del', bridge]).catch(() => undefined)
  await run('ip', ['link', 'add', bridge, 'type', 'bridge'])
  await run('ip', ['address', 'add', `${ownAddress}/24`, 'dev', bridge])
  await run('ip', ['link', 'set', bridge, 'up'])
  return async () => {
    await run('ip', ['link', 'del', bridge])
  }
}

interface RegistryProxy {
  readonly url: string
  /** Of what came through it. */
  readonly receivedBytes: () => number
  close(): void
}

/** The way of npm out of the network of the machines, which has no other: a proxy for HTTPS alone (`CONNECT`). */
export async function startRegistryProxy(): Promise<RegistryProxy> {
  let received = 0
  const server = createServer((_, response) => response.writeHead(405).end())
  server.on('connect', ({ url = '' }, client) => {
    const [host = '', port] = url.split(':')
    const upstream = connect({ host, port: Number(port) || 443 }, () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      client.pipe(upstream).pipe(client)
    })
    upstream.on('data', (chunk) => {
      received += chunk.length
    })
    upstream.on('error', () => client.destroy())
    client.on('error', () => upstream.destroy())
  })
  server.listen(0, ownAddress)
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://${ownAddress}:${port}`,
    receivedBytes: () => received,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
