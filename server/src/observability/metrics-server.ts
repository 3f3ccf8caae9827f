import fastify from 'fastify'

interface Address {
  readonly host: string
  /** 0: a free port. */
  readonly port: number
}

interface MetricsServer {
  readonly url: string
  readonly close: () => Promise<void>
}

/** Prometheus' text format at `/metrics`, on a port of its own. */
export async function serveMetrics(
  address: Address,
  readMetrics: () => Promise<string>,
): Promise<MetricsServer> {
  const app = fastify({ requestTimeout: 5_000, forceCloseConnections: true })
  app.server.maxConnections = 64
  app.get('/metrics', async (_request, reply) => {
    reply.type('text/plain; version=0.0.4; charset=utf-8')
    return readMetrics()
  })
  const url = await app.listen(address)
  return { url: `${url}/metrics`, close: () => app.close() }
}
