import { setTimeout as delay } from 'node:timers/promises'
import { buildApp } from './app.ts'
import type { Context } from './context.ts'
import { createServerCloser } from './http/server/http-server.ts'
import { listenForRedirects } from './http/tls/redirect-listener.ts'
import { listenTls } from './http/tls/tls-listener.ts'
import { startJobs } from './job.ts'
import { jobsOf } from './jobs.ts'
import {
  explainListenError,
  type HandedSockets,
  redirectAddress,
  type Service,
  serviceAddress,
  startMetricsServer,
  targetOf,
  tlsAddress,
} from './listen.ts'

/** Port 0: any free one. With `sockets`, it listens on these. */
export async function startService(context: Context, sockets: HandedSockets = new Map()): Promise<Service> {
  const app = await buildApp(context)
  const closeServer = createServerCloser(app.server)
  const { host, port, shutdownGraceMs } = context.config
  const target = targetOf(sockets, 'http', { host, port })
  const url = await app.listen(target).catch(explainListenError({ host, port, ...serviceAddress }))
  const secured = await listenSecured(context, app, sockets)
  const metricsServer = await startMetricsServer(context)
  const stopJobs = startJobs(context, jobsOf(context))
  let stopping: Promise<void> | undefined
  const stop = async () => {
    context.beginShutdown()
    await delay(shutdownGraceMs)
    await closeServer(() => Promise.all([app.close(), secured.close()]))
    context.abortRpc()
    await stopJobs()
    await metricsServer?.close()
    await context.close()
  }
  return {
    url: url.replace(/\/$/, ''),
    ...(secured.ports && { tlsPorts: secured.ports }),
    ...(metricsServer && { metricsUrl: metricsServer.url }),
    stop: () => (stopping ??= stop()),
  }
}

/** With TLS of its own, also on its two ports. */
async function listenSecured(
  context: Context,
  { server }: Awaited<ReturnType<typeof buildApp>>,
  sockets: HandedSockets,
) {
  const { tls } = context.config
  if (!tls) return { ports: undefined, close: async () => {} }
  const { host, port, redirectPort } = tls
  const target = targetOf(sockets, 'https', { host, port })
  const secured = await listenTls(context, server, target).catch(
    explainListenError({ host, port, ...tlsAddress }),
  )
  const redirectTarget = targetOf(sockets, 'redirect', { host, port: redirectPort })
  const redirects = await listenForRedirects(context, redirectTarget).catch(
    explainListenError({ host, port: redirectPort, ...redirectAddress }),
  )
  return {
    ports: { https: secured.port, http: redirects.port },
    close: async () => void (await Promise.all([secured.close(), redirects.close()])),
  }
}
