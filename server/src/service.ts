import { buildApp } from './app.ts'
import type { Context } from './context.ts'
import { keepReconciled } from './core/payments/keep-reconciled.ts'
import { watchSigners } from './signer-watch.ts'
import { UsageError } from './usage-error.ts'

/** A service that listens. */
export interface Service {
  /** Base URL under which this process is reached on its own machine, without a trailing slash. */
  readonly url: string
  /** Stops taking requests, finishes those in flight, then gives back the context. Further calls do nothing more. */
  readonly stop: () => Promise<void>
}

/** Milliseconds between looks for connections that have become idle while the service stops. */
const sweepInterval = 50

/** Builds the service and listens on the configured host and port (0: a free one). */
export async function startService(context: Context): Promise<Service> {
  const app = await buildApp(context)
  const { host, port } = context.config
  const url = await app.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    throw new UsageError(`Port ${port} is taken; choose another one with PORT.`)
  })
  const reconciler = reconcilerOf(context)
  const signerWatch = watchSigners(context)
  let stopped: Promise<void> | undefined
  const stop = async () => {
    // A client that keeps its connection would hold up the end with it, once its request is answered.
    const sweep = setInterval(() => app.server.closeIdleConnections(), sweepInterval)
    await app.close().finally(() => clearInterval(sweep))
    await reconciler?.stop()
    await signerWatch?.stop()
    await context.close()
  }
  return { url: url.replace(/\/$/, ''), stop: () => (stopped ??= stop()) }
}

/** Looks after payments, where they are taken, and logs what an operator has to know. */
function reconcilerOf(context: Context) {
  const { payments, log } = context
  return (
    payments &&
    keepReconciled(
      { ...context, payments },
      {
        moved: (changes) => log.info({ payments: changes }, 'payments moved on'),
        foreignUse: (nonce) =>
          log.error(nonce, 'the relayer account is used by somebody else; payments may fail until it is not'),
        failed: (err) => log.error({ err }, 'payments could not be looked after; trying again'),
      },
    )
  )
}
