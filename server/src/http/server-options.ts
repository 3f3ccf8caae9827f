import type { ServerOptions } from 'node:http'
import type { Config } from '../config/config.ts'

/** Bytes of all headers, and of a path: signatures of smart wallets and the GET form of lookups are long. */
export const maxHeaderBytes = 65_536

/** Milliseconds for which a connection without a request is kept; more than balancers keep theirs, usually a minute. */
const keepAliveTimeoutMs = 72_000

/** Milliseconds between looks for requests that take too long to arrive. */
const connectionsCheckingIntervalMs = 1000

/** The bounds of an HTTP server that strangers may connect to: how long a head may be, and how slow a client. */
export function serverOptions({ headersTimeoutMs, requestTimeoutMs }: Config) {
  return {
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionsCheckingInterval: connectionsCheckingIntervalMs,
  } satisfies ServerOptions
}
