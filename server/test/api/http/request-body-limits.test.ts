import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { describeService } from '../../support/service/describe-service.ts'

const largestBody = 524_288

/** Until an unfinished request is rejected; on a busy machine, its bytes take a second to arrive. */
const receivingMs = 4_000

/** Bytes of unfinished bodies in total. */
const maxBytes = 4 * 1_048_576

describeService(
  'A body that does not come to its end',
  (service) => {
    /**
     * Sends all of a body but its last byte, as `client`; returns the response that precedes the end of the connection.
     */
    const send = async (path: string, bytes: number, client = '192.0.2.1'): Promise<string> => {
      const { hostname, port } = new URL(service().url)
      const socket = connect(Number(port), hostname)
      socket.on('error', () => {})
      onTestFinished(() => void socket.destroy())
      await once(socket, 'connect')
      const head = [`POST ${path} HTTP/1.1`, 'host: a', `x-forwarded-for: ${client}`]
      const type = ['content-type: application/json', `content-length: ${bytes}`]
      socket.write([...head, ...type, '', ''].join('\r\n'))
      socket.write(Buffer.alloc(bytes - 1, ' '))
      return text(socket).catch(() => '')
    }
    const statusOf = (response: string) => /^HTTP\/1.1 (\d+)/.exec(response)?.[1]
    const waiting = () => service().context.inputBuffers.bytes()

    it('401 before the body is received, for an operation that needs an API key', async () => {
      expect(statusOf(await send('/ens/v1/subname/add', largestBody))).toBe('401')
      await expect.poll(waiting).toBe(0)
    })

    it('503 for the bodies of one client above a quarter of the bound', async () => {
      const responses = await Promise.all(
        Array.from({ length: 12 }, () => send('/ens/v2/siwe/verify', largestBody)),
      )
      const refused = responses.filter((response) => statusOf(response) === '503')
      expect(refused.length).toBeGreaterThanOrEqual(12 - maxBytes / 4 / largestBody)
      expect(refused[0]).toMatch(/retry-after: \d/)
      expect(refused[0]).toContain('ServiceUnavailableException')
      await expect.poll(waiting).toBe(0)
    })

    it.each([
      ['an operation', '/ens/v2/siwe/verify', largestBody],
      ['the gateway', '/ccip/any-id', 200_000],
      ['the gateway, at its handler', '/ccip/any-id', 60_000],
    ])('rule: slow bodies are rejected before others: %s', async (_, path, bytes) => {
      const clients = Array.from(
        { length: Math.ceil((2 * maxBytes) / bytes) },
        (__, index) => `192.0.2.${index}`,
      )
      const responses = Promise.all(clients.map((client) => send(path, bytes, client)))
      await expect.poll(waiting, { timeout: receivingMs }).toBeGreaterThan(maxBytes / 2)
      expect(waiting()).toBeLessThanOrEqual(maxBytes)
      const message = { message: 'none', address: '0x', signature: '0x' }
      expect((await service().call('POST', '/ens/v2/siwe/verify', { body: message })).status).toBe(400)
      const refused = (await responses).filter((response) => statusOf(response) === '503')
      expect(refused.length).toBeGreaterThanOrEqual(clients.length / 2)
      await expect.poll(waiting).toBe(0)
    })
  },
  {
    settings: { TRUSTED_PROXIES: 'loopback' },
    config: {
      requestTimeoutMs: receivingMs,
      headersTimeoutMs: receivingMs,
      requestBuffers: { maxBytes: 4 * 1_048_576, maxBytesPerClient: 1_048_576 },
    },
  },
)
