/** Budget for one name. Sizes in bytes. */
export const perNameLimits = {
  /** Ends a contract that answers every lookup with another. */
  maxRpcCalls: 40,
  /** A resolver without multicall needs one per record. */
  maxLookups: 256,
  maxConcurrentLookups: 16,
  /** ENSIP-21. */
  maxBatchDepth: 4,
  /** Per lookup. */
  maxGatewayUrls: 4,
  /** Per gateway request. */
  maxCallDataBytes: 64 * 1024,
  maxGatewayResponseBytes: 512 * 1024,
  /** As hex: one call sends them all to the RPC. */
  maxTotalGatewayChars: 1024 * 1024,
  maxRpcResponseBytes: 1024 * 1024,
  /** Per resolver. */
  maxListedKeys: 1024,
  maxRecordsPerMulticall: 100,
} as const

/**
 * Fits fifty names with forty records and a lookup per record; stops fifty hostile ones, which `perNameLimits` would
 * allow fifty thousand requests and two gigabytes.
 */
export const perRequestLimits = {
  /** To gateways and the caller's RPC. */
  maxRequests: 5000,
  /** A share of the service's. */
  maxConcurrent: 32,
  maxResponseChars: 48 * 1024 * 1024,
  /** To the operator's RPC, which may cost money. */
  maxRpcCalls: 1000,
} as const
