import type { ServerOptions } from 'node:http'
import type { Config } from '../../config/config.ts'

/** Signatures of smart wallets and GET lookups are long. */
export const maxHeaderBytes = 65_536

/** More than the usual minute of load balancers. */
const keepAliveTimeoutMs = 72_000

const connectionsCheckingIntervalMs = 1000

export function serverOptions({ headersTimeoutMs, requestTimeoutMs }: Config) {
  return {
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionsCheckingInterval: connectionsCheckingIntervalMs,
  } satisfies ServerOptions
}
