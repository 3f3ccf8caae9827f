import type { FastifyCorsOptions } from '@fastify/cors'

export const exposedHeaders =
  'payment-required, payment-response, payment-receipt, www-authenticate, retry-after, etag, idempotent-replayed, ratelimit, ratelimit-policy, x-next-cursor, x-request-id'

/** The same on every path: no operation uses cookies. */
export const corsOptions: FastifyCorsOptions = {
  origin: '*',
  // OPTIONS is not only for browsers.
  strictPreflight: false,
  methods: 'GET, POST, PATCH, DELETE',
  allowedHeaders:
    'x-api-key, x-message, x-signature, x-address, x-rpc-url, x-request-id, content-type, authorization, payment-signature, idempotency-key, if-match, if-none-match',
  exposedHeaders,
  maxAge: 86_400,
}
