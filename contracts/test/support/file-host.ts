import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Hex } from 'viem'

/** A host of files on the loopback interface. */
interface FileHost {
  readonly origin: string
  /** The path of every request so far. */
  readonly paths: readonly string[]
  stop(): Promise<void>
}

/** Serves files by name, read when they are asked for; others are 404. */
export async function startFileHost(files: ReadonlyMap<string, Hex>): Promise<FileHost> {
  const paths: string[] = []
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? ''
    paths.push(path)
    const data = files.get(path.slice(1))
    outgoing.writeHead(data === undefined ? 404 : 200, { 'content-type': 'application/json' })
    outgoing.end(data === undefined ? '' : JSON.stringify({ data }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The host has no port.')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    paths,
    async stop() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
