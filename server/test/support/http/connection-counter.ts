import { once } from 'node:events'
import { createServer } from 'node:net'
import { onTestFinished } from 'vitest'

/** A port of the loopback interface that counts connections to it; closed after the test. */
export async function openConnectionCounter() {
  const counter = { connections: 0 }
  const server = createServer((socket) => {
    counter.connections++
    socket.destroy()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.')
  return { port: address.port, seen: counter }
}
