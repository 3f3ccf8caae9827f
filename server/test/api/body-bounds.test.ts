import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { describeService } from '../support/describe-service.ts'

const largestBody = 524_288

describeService(
  'A body that does not come to its end',
  (service) => {
    /** Sends all of a body but its last byte; gives what is answered before the connection ends. */
    const send = async (path: string): Promise<string> => {
      const { hostname, port } = new URL(service().url)
      const socket = connect(Number(port), hostname)
      socket.on('error', () => {})
      onTestFinished(() => void socket.destroy())
      await once(socket, 'connect')
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${largestBody}\r\n\r\n`,
      )
      socket.write(Buffer.alloc(largestBody - 1, ' '))
      return text(socket).catch(() => '')
    }
    const statusOf = (answer: string) => /^HTTP\/1.1 (\d+)/.exec(answer)?.[1]

    it('401 before it has come, for an operation that needs an API key', async () => {
      expect(statusOf(await send('/ens/v1/subname/add'))).toBe('401')
    })

    it('rule: what strangers have sent of them takes no more than a bound', async () => {
      const answers = await Promise.all(Array.from({ length: 300 }, () => send('/ens/v2/siwe/verify')))
      expect(answers.filter((answer) => statusOf(answer) === '503').length).toBeGreaterThan(0)
    })
  },
  { settings: { REQUEST_TIMEOUT: '3' } },
)
