/** Bounds that no deployment has to change; in `Config` so that tests can replace them. */

const minuteMs = 60_000

export const httpConstants = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  /** Per process. */
  maxConnections: 10_000,
  /** A client must read some of its buffered bytes within the timeout. */
  responseBuffers: {
    sendTimeoutMs: 30_000,
    maxBytes: 128 * 1_048_576,
    maxBytesPerConnection: 1_048_576,
  },
  /** Server-sent events, per process. */
  eventStreams: {
    maxTotal: 256,
    maxPerClient: 16,
    /** Proxies close silent connections, often after a minute. */
    keepAliveMs: 15_000,
    /** A client that takes nothing for this time is too slow. */
    drainTimeoutMs: 10_000,
    /** The key is checked again when the client reconnects. */
    maxDurationMs: 15 * minuteMs,
  },
  /** Request bodies that are being received. */
  requestBuffers: { maxBytes: 64 * 1_048_576, maxBytesPerClient: 16 * 1_048_576 },
}

/** In flight, per process. */
export const concurrencyConstants = {
  maxConcurrentListings: 64,
  maxConcurrentChainReads: 128,
}

export const databaseConstants = {
  /** A read from a replica includes every write confirmed longer ago than this. */
  databaseReplicaMaxLagMs: 1_000,
  /** The acquire queue of database connections. */
  databaseQueue: { maxWaiting: 500, timeoutMs: 5_000 },
}

/** Per process. */
export const mediaConstants = {
  /** Images that records point to. */
  imageCacheBytes: 32 * 1_048_576,
  /** Redirects included. */
  imageTimeoutMs: 10_000,
  /** Of decoding images in a minute, for a client address: a quarter of a core. */
  decodingMsPerClient: 15_000,
}

export const signedMessageConstants = {
  /** From issued-at to expiration. */
  siweMaxTtlMs: 24 * 60 * minuteMs,
  /** A new challenge replaces the oldest. */
  maxChallenges: 10_000,
}

/** Part of the documented interface. */
export const recordLimits = {
  label: { characters: 63, bytes: 255 },
  records: { textKey: 256, textValue: 16_384, perKind: 256, total: 65_536 },
  gateway: { maxMulticallItems: 512 },
}

export const paymentConstants = {
  /** A paid response can be fetched again with the same credential. */
  responseRetentionMs: 24 * 60 * minuteMs,
  maxPendingPerPayer: 10,
  /** Required before payment is offered. */
  minRelayerBalanceWei: 100_000_000_000_000n,
}

export const offerLifetimeSeconds = 60
