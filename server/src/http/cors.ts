import type { FastifyCorsOptions } from '@fastify/cors'

/** Headers that browsers may read of every answer. */
export const exposedHeaders =
  'payment-required, payment-response, payment-receipt, www-authenticate, retry-after, ratelimit, ratelimit-policy, x-request-id'

/** What browsers may send us and read from us, on every path: no operation relies on cookies. */
export const corsOptions: FastifyCorsOptions = {
  origin: '*',
  // OPTIONS is answered for every client, not only for browsers.
  strictPreflight: false,
  methods: 'GET, POST, PATCH, DELETE',
  allowedHeaders:
    'x-api-key, x-message, x-signature, x-address, x-rpc-url, x-request-id, content-type, authorization, payment-signature',
  exposedHeaders,
  maxAge: 86_400,
}
