/** Budget for reading one name. Sizes in bytes. */
export const perNameLimits = {
  /** RPC calls: ends a contract that answers every lookup with another. */
  maxRpcCalls: 40,
  /** Lookups (EIP-3668): a resolver without multicall needs one a record. */
  maxLookups: 256,
  /** Concurrent lookups of a name. */
  maxConcurrentLookups: 16,
  /** Nesting of batches (ENSIP-21). */
  maxBatchDepth: 4,
  /** Gateways tried for a lookup. */
  maxGatewayUrls: 4,
  /** Call data sent to a gateway. */
  maxCallDataBytes: 64 * 1024,
  /** A gateway's response. */
  maxGatewayResponseBytes: 512 * 1024,
  /** All gateway responses together, as hex: they are sent to the RPC in one call. */
  maxTotalGatewayChars: 1024 * 1024,
  /** An RPC response. */
  maxRpcResponseBytes: 1024 * 1024,
  /** Keys that a resolver may list. */
  maxListedKeys: 1024,
  /** Records read in one multicall. */
  maxRecordsPerMulticall: 100,
} as const

/**
 * Budget for all names of a request. Fifty regular names fit, each with forty records of its own and a resolver that needs a
 * lookup for every record; fifty hostile ones, which `perNameLimits` alone would allow some fifty thousand requests and two
 * gigabytes, do not.
 */
export const perRequestLimits = {
  /** Requests to gateways and to the caller's RPC. */
  maxRequests: 5000,
  /** Concurrent ones of these: a share of the service's total. */
  maxConcurrent: 32,
  /** All their responses together. */
  maxResponseChars: 48 * 1024 * 1024,
  /** Calls to the operator's RPC, which may cost money. */
  maxRpcCalls: 1000,
} as const
