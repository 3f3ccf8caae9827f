import type { ServerOptions } from 'node:http'
import type { Config } from '../config/config.ts'

/** Bytes of all headers, and of a path: signatures of smart wallets and the GET form of lookups are long. */
export const maxHeaderBytes = 65_536

/** Milliseconds for which an idle connection is kept; more than the usual minute of load balancers. */
const keepAliveTimeoutMs = 72_000

/** Milliseconds between checks for slow requests. */
const connectionsCheckingIntervalMs = 1000

/** The bounds of a public HTTP server: the size of a head, and the slowness of a client. */
export function serverOptions({ headersTimeoutMs, requestTimeoutMs }: Config) {
  return {
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionsCheckingInterval: connectionsCheckingIntervalMs,
  } satisfies ServerOptions
}
