import type { FastifyCorsOptions } from '@fastify/cors'

export const exposedHeaders =
  'payment-required, payment-response, payment-receipt, www-authenticate, retry-after, etag, idempotent-replayed, ratelimit, ratelimit-policy, x-next-cursor, x-is-caught-up, x-request-id'

/** The same on every path: no operation uses cookies. */
export const corsOptions: FastifyCorsOptions = {
  origin: '*',
  // OPTIONS is not only for browsers.
  strictPreflight: false,
  methods: 'GET, POST, PUT, PATCH, DELETE',
  // `*` is every header but Authorization: clients add some of their own, such as `accept-payment`, for tracing, or by
  // mistake. Those that operations read are named too, for browsers that do not know `*`.
  allowedHeaders:
    '*, x-api-key, x-message, x-signature, x-address, x-rpc-url, x-request-id, content-type, authorization, payment-signature, idempotency-key, if-match, if-none-match, last-event-id',
  exposedHeaders,
  maxAge: 86_400,
}
