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
  redirectAddress,
  type Service,
  serviceAddress,
  startMetricsServer,
  tlsAddress,
} from './listen.ts'

/** Port 0: any free one. */
export async function startService(context: Context): Promise<Service> {
  const app = await buildApp(context)
  const closeServer = createServerCloser(app.server)
  const { host, port, shutdownGraceMs } = context.config
  const url = await app.listen({ host, port }).catch(explainListenError({ host, port, ...serviceAddress }))
  const secured = await listenSecured(context, app)
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
async function listenSecured(context: Context, { server }: Awaited<ReturnType<typeof buildApp>>) {
  const { tls } = context.config
  if (!tls) return { ports: undefined, close: async () => {} }
  const { host, port, redirectPort } = tls
  const secured = await listenTls(context, server).catch(explainListenError({ host, port, ...tlsAddress }))
  const redirects = await listenForRedirects(context).catch(
    explainListenError({ host, port: redirectPort, ...redirectAddress }),
  )
  return {
    ports: { https: secured.port, http: redirects.port },
    close: async () => void (await Promise.all([secured.close(), redirects.close()])),
  }
}
