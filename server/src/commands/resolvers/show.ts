import { serializeResolver } from '../../http/schema/resolver.ts'
import type { Resolver } from '../../model/resolver.ts'

/** A resolver as the interface shows it, and which digest its contract verifies. */
export function serializeResolverWithScheme(resolver: Resolver) {
  return {
    ...serializeResolver(resolver),
    signingScheme: resolver.signingScheme,
  }
}
