import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface HostPage {
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A web site of its own, at two origins: pages of any owner, which include what this service offers to them. */
export interface HostSite {
  /** Of `127.0.0.1`. */
  readonly origin: string
  /** The same pages, of `localhost`. */
  readonly otherOrigin: string
  /** Serves a document at a path of its own; returns the path. */
  readonly add: (page: HostPage) => string
  readonly stop: () => Promise<void>
}

export async function startHostSite(): Promise<HostSite> {
  const pages = new Map<string, HostPage>()
  const server = createServer(({ url = '' }, response) => {
    const page = pages.get(URL.parse(url, 'http://host')?.pathname ?? '')
    if (!page) return response.writeHead(404).end()
    return response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...page.headers })
      .end(page.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Safe because it listens at a port.
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    otherOrigin: `http://localhost:${port}`,
    add: (page) => {
      const path = `/page-${pages.size}`
      pages.set(path, page)
      return path
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
