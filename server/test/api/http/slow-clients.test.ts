import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { dataOf } from '../../support/http/api-client.ts'
import { describeService } from '../../support/service/describe-service.ts'

/** Milliseconds beyond the bound: Node checks connections once a second. */
const notice = 6000

describeService(
  'Clients that are slow on purpose',
  (service) => {
    const sendSlowly = async (head: string, drop: string): Promise<Socket> => {
      const { hostname, port } = new URL(service().url)
      const socket = connect(Number(port), hostname)
      socket.on('error', () => {})
      await once(socket, 'connect')
      socket.write(head)
      const dribbling = setInterval(() => socket.writable && socket.write(drop), 100)
      onTestFinished(() => {
        clearInterval(dribbling)
        socket.destroy()
      })
      return socket
    }
    const dribbleHead = () => sendSlowly('GET /health HTTP/1.1\r\nhost: a\r\n', 'x-a: b\r\n')
    const dribbleBody = () =>
      sendSlowly(
        'POST /ens/v2/siwe/verify HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n',
        ' ',
      )

    it('408, and the connection ends, while other clients are served', async () => {
      const startedAt = performance.now()
      const sockets = await Promise.all([
        ...Array.from({ length: 20 }, dribbleHead),
        ...Array.from({ length: 20 }, dribbleBody),
      ])
      const ends = Promise.all(sockets.map((socket) => text(socket).catch(() => '')))
      const isOver = ends.then(() => true)
      do dataOf(await service().call('GET', '/health'))
      while (!(await Promise.race([isOver, new Promise((resolve) => setTimeout(resolve, 50, false))])))
      expect(performance.now() - startedAt).toBeLessThan(2000 + notice)
      const [first = ''] = await ends
      expect(first).toMatch(/^HTTP\/1.1 408 .+RequestTimeoutException: /s)
    })

    it('rule: connections above the limit are refused, and existing ones stay', async () => {
      const kept = await Promise.all(Array.from({ length: 60 }, dribbleHead))
      const responses = await Promise.allSettled(
        Array.from({ length: 20 }, () => fetch(`${service().url}/health`)),
      )
      expect(responses.some(({ status }) => status === 'rejected')).toBe(true)
      for (const socket of kept) socket.destroy()
      await expect
        .poll(() =>
          fetch(`${service().url}/health`).then(
            ({ status }) => status,
            () => 0,
          ),
        )
        .toBe(200)
    })
  },
  { config: { headersTimeoutMs: 1_000, requestTimeoutMs: 2_000, maxConnections: 64 } },
)
