import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { startHttpServer, type TestServer } from '../http/http-server.ts'

/** Returns whether it has sent a response of its own. */
type Fault = (response: ServerResponse, content: Buffer | undefined) => boolean

export interface FileHost extends TestServer {
  /** Paths so far. */
  readonly requests: string[]
  /** Until the next one; undefined: it serves files as they should be. */
  setFault(fault: Fault | undefined): void
}

/** Serves the files of a folder as a host does that is set up as the guide says. */
export async function startFileHost(folder: string): Promise<FileHost> {
  const requests: string[] = []
  let fault: Fault | undefined
  const server = await startHttpServer(async (request, response) => {
    requests.push(request.url ?? '')
    const { pathname } = new URL(request.url ?? '', 'http://localhost')
    const content = await readFile(join(folder, pathname)).catch(() => undefined)
    if (fault?.(response, content)) return
    response
      .writeHead(content ? 200 : 404, {
        'content-type': 'application/json',
        'access-control-allow-origin': '*',
      })
      .end(content)
  })
  return {
    ...server,
    url: server.url.replace(/\/$/, ''),
    requests,
    setFault: (next) => {
      fault = next
    },
  }
}
