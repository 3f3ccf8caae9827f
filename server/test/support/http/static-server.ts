import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startHttpServer, type TestServer } from './http-server.ts'

export interface StaticServer extends TestServer {
  /** Method and target of each request so far. */
  readonly requests: string[]
}

/** Serves the files of a folder by their paths, with the content type of their extension as hosts of files do, and nothing else. */
export async function startStaticServer(folder: string): Promise<StaticServer> {
  const requests: string[] = []
  const server = await startHttpServer(async (request, response) => {
    requests.push(`${request.method} ${request.url}`)
    const { pathname } = new URL(request.url ?? '', 'http://localhost')
    const content = await readFile(join(folder, pathname)).catch(() => undefined)
    const type = pathname.endsWith('.json') ? 'application/json' : 'text/plain'
    response.writeHead(content ? 200 : 404, { 'content-type': type }).end(content)
  })
  return { ...server, requests }
}
