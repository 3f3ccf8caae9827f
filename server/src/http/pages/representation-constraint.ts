import type { IncomingMessage } from 'node:http'

/** For routes with `constraints: { representation: 'html' }`, which match requests whose Accept names text/html. */
export const representationConstraint = {
  name: 'representation',
  storage: () => {
    const handlers = new Map<string, never>()
    return {
      get: (representation: string) => handlers.get(representation) ?? null,
      set: (representation: string, handler: never) => void handlers.set(representation, handler),
    }
  },
  deriveConstraint: ({ headers }: Pick<IncomingMessage, 'headers'>) =>
    headers.accept?.toLowerCase().includes('text/html') ? 'html' : 'any',
}
