/** What reading one name may cost, whatever contracts, gateways and nodes say. Sizes in bytes. */
export const perNameLimits = {
  /** Calls to the node: ends a contract that answers every lookup with a further lookup. */
  maxRpcCalls: 40,
  /** Lookups (EIP-3668): a resolver without the multicall feature needs one a record. */
  maxLookups: 256,
  /** Concurrent lookups of a name. */
  maxConcurrentLookups: 16,
  /** Batches inside batches (ENSIP-21). */
  maxBatchDepth: 4,
  /** Gateways that are tried for a lookup. */
  maxGatewayUrls: 4,
  /** Call data that is sent to a gateway. */
  maxCallDataBytes: 64 * 1024,
  /** A gateway's answer. */
  maxGatewayResponseBytes: 512 * 1024,
  /** What all gateways answer together, as hex: it goes back to the node in one call. */
  maxTotalGatewayChars: 1024 * 1024,
  /** A node's answer where names are resolved. */
  maxRpcResponseBytes: 1024 * 1024,
  /** Keys that a resolver may list. */
  maxListedKeys: 1024,
  /** Records that are asked for in one multicall. */
  maxRecordsPerMulticall: 100,
} as const

/**
 * What reading all names of one request may cost together. Fifty honest names fit, each with forty records of its own and
 * a resolver that needs a lookup for every record; fifty hostile ones, which `perNameLimits` alone would allow some
 * fifty thousand requests and two gigabytes, do not.
 */
export const perRequestLimits = {
  /** Requests to gateways and to the caller's node. */
  maxRequests: 5000,
  /** Of those, how many run concurrently: a share of all that the service sends concurrently. */
  maxConcurrent: 32,
  /** What they are answered together. */
  maxResponseChars: 48 * 1024 * 1024,
  /** Calls to the operator's node, which may cost him money. */
  maxRpcCalls: 1000,
} as const
