import { request as sendRequest } from 'node:http'
import { extname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { startHttpServer, type TestServer } from '../http/http-server.ts'

/**
 * What a bucket does instead of answering: a status, nothing, a status of success and a body without an end, or one that
 * never stops to come. With a wrong ETag it does what it should, and returns another one.
 */
type BucketFault = number | 'silent' | 'endless' | 'flood' | 'wrong-etag'

interface BucketProxy extends TestServer {
  /** By method, or by method and ending of the path, as in `GET .age`; other requests are passed on. */
  readonly faults: Map<string, BucketFault>
  /** Methods of all requests. */
  readonly methods: string[]
}

/** A bucket that fails as the test says, in front of one that works. */
export async function startBucketProxy(bucketUrl: string): Promise<BucketProxy> {
  const { port } = new URL(bucketUrl)
  const faults = new Map<string, BucketFault>()
  const methods: string[] = []
  const server = await startHttpServer((request, response) => {
    const { method = '', url: path = '', headers } = request
    methods.push(method)
    const fault = faults.get(method) ?? faults.get(`${method} ${extname(path.split('?')[0] ?? '')}`)
    if (fault !== undefined && fault !== 'wrong-etag') {
      request.resume()
      if (fault === 'endless') response.writeHead(200).write(' ')
      else if (fault === 'flood')
        pipeline(Readable.from(endlessly()), response.writeHead(200)).catch(() => {})
      else if (fault !== 'silent') response.writeHead(fault).end()
      return
    }
    const passed = sendRequest({ host: '127.0.0.1', port, method, path, headers }, (reply) => {
      const changed = fault === 'wrong-etag' ? { etag: '"0123456789abcdef0123456789abcdef"' } : {}
      response.writeHead(reply.statusCode ?? 502, { ...reply.headers, ...changed })
      reply.pipe(response)
    })
    passed.on('error', () => response.destroy())
    request.pipe(passed)
  })
  return { ...server, faults, methods }
}

function* endlessly() {
  for (const chunk = Buffer.alloc(65_536, ' '); ; ) yield chunk
}
