import type { createResolver } from '../../core/resolvers/create.ts'
import { presentResolver } from '../../http/present/resolver.ts'

/** A resolver as the interface shows it, and which digest its contract verifies. */
export const showResolver = (resolver: Awaited<ReturnType<typeof createResolver>>) => ({
  ...presentResolver(resolver),
  signingScheme: resolver.signingScheme,
})
