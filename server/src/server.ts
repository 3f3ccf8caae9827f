import { setTimeout as delay } from 'node:timers/promises'
import { buildApp } from './app.ts'
import type { Context } from './context.ts'
import { createServerCloser } from './http/server/http-server.ts'
import { startJobs } from './job.ts'
import { jobsOf } from './jobs.ts'
import { explainListenError, type Service, serviceAddress, startMetricsServer } from './listen.ts'

/** Port 0: any free one. */
export async function startService(context: Context): Promise<Service> {
  const app = await buildApp(context)
  const closeServer = createServerCloser(app.server)
  const { host, port, shutdownGraceMs } = context.config
  const url = await app.listen({ host, port }).catch(explainListenError({ host, port, ...serviceAddress }))
  const metricsServer = await startMetricsServer(context)
  const stopJobs = startJobs(context, jobsOf(context))
  let stopping: Promise<void> | undefined
  const stop = async () => {
    context.beginShutdown()
    await delay(shutdownGraceMs)
    await closeServer(() => app.close())
    context.abortRpc()
    await stopJobs()
    await metricsServer?.close()
    await context.close()
  }
  return {
    url: url.replace(/\/$/, ''),
    ...(metricsServer && { metricsUrl: metricsServer.url }),
    stop: () => (stopping ??= stop()),
  }
}
