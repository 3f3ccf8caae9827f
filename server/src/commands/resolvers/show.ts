import type { createResolver } from '../../core/resolvers/create.ts'
import { serializeResolver } from '../../http/schema/resolver.ts'

/** A resolver as the interface shows it, and which digest its contract verifies. */
export function serializeResolverWithScheme(resolver: Awaited<ReturnType<typeof createResolver>>) {
  return {
    ...serializeResolver(resolver),
    signingScheme: resolver.signingScheme,
  }
}
