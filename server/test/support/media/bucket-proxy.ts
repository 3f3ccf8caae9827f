import { request as sendRequest } from 'node:http'
import { startHttpServer, type TestServer } from '../http/http-server.ts'

/**
 * What a bucket does instead of answering: a status, nothing, or a status of success and a body without an end. With a wrong
 * ETag it does what it should, and returns another one.
 */
type BucketFault = number | 'silent' | 'endless' | 'wrong-etag'

interface BucketProxy extends TestServer {
  /** By method; other requests are passed on. */
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
    const { method = '', url: path, headers } = request
    methods.push(method)
    const fault = faults.get(method)
    if (fault !== undefined && fault !== 'wrong-etag') {
      request.resume()
      if (fault === 'endless') response.writeHead(200).write(' ')
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
