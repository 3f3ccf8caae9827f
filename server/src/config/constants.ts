/**
 * Bounds that no deployment has to change. They are part of `Config`, where tests replace them; values that operators tune are
 * settings instead.
 */

const minuteMs = 60_000

export const httpConstants = {
  /** Milliseconds in which the head of a request, and the whole request, must arrive. */
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  /** Client connections of one process. */
  maxConnections: 10_000,
  /** Output buffers: bytes, and milliseconds in which a client must read some of them. */
  responseBuffers: {
    sendTimeoutMs: 30_000,
    maxBytes: 128 * 1_048_576,
    maxBytesPerConnection: 1_048_576,
  },
  /** Bytes of request bodies that are being received: in all, and of one client. */
  requestBuffers: { maxBytes: 64 * 1_048_576, maxBytesPerClient: 16 * 1_048_576 },
}

/** Requests in flight in one process. */
export const concurrencyConstants = {
  maxConcurrentListings: 64,
  maxConcurrentChainReads: 128,
}

export const databaseConstants = {
  /** A read from a replica includes every write that was confirmed longer ago than this. */
  databaseReplicaMaxLagMs: 1_000,
  /** The acquire queue of database connections: length and timeout. */
  databaseQueue: { maxWaiting: 500, timeoutMs: 5_000 },
}

export const signedMessageConstants = {
  /** Milliseconds from issued-at to expiration of a signed message, at most. */
  siweMaxTtlMs: 24 * 60 * minuteMs,
  /** Stored challenges of mApp operations; a new one replaces the oldest. */
  maxChallenges: 10_000,
}

/** Part of the documented interface. */
export const recordLimits = {
  label: { characters: 63, bytes: 255 },
  records: { textKey: 256, textValue: 16_384, perKind: 256, total: 65_536 },
  gateway: { maxMulticallItems: 512 },
}

export const paymentConstants = {
  /** Milliseconds for which a paid response can be fetched again with the same credential. */
  responseRetentionMs: 24 * 60 * minuteMs,
  /** Pending payments of one payer. */
  maxPendingPerPayer: 10,
  /** Wei that the relayer must hold before payment is offered. */
  minRelayerBalanceWei: 100_000_000_000_000n,
}

/** Seconds for which an offer of payment is valid. */
export const offerLifetimeSeconds = 60
