import { createServer } from 'node:net'

/** Whether a server can listen on this port of the loopback interface. */
export async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const isListening = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
  })
  await new Promise<void>((resolve) => server.close(() => resolve()))
  return isListening
}

/** The first of so many free ports in a row: this one, or one of the next; 0, which takes any, when no such row begins among a hundred. */
export async function findFreePorts(from: number, count: number): Promise<number> {
  for (let first = from; first < from + 100; first += count) {
    const ports = Array.from({ length: count }, (_, index) => first + index)
    const areFree = await Promise.all(ports.map(isFree))
    if (areFree.every(Boolean)) return first
  }
  return 0
}
