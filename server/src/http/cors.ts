import type { FastifyCorsOptions } from '@fastify/cors'

/** Response headers that browsers may read. */
export const exposedHeaders =
  'payment-required, payment-response, payment-receipt, www-authenticate, retry-after, ratelimit, ratelimit-policy, x-request-id'

/** CORS policy of every path: no operation uses cookies. */
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
