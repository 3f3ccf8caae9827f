import type { IncomingMessage } from 'node:http'
import { HttpResponseError, toAppError } from '../errors.ts'
import type { Page } from './read-pages.ts'

const titles: Readonly<Record<number, string>> = {
  400: 'This address is not right',
  404: 'Nothing here',
  429: 'Too many requests',
  503: 'Too much to do',
}

/** What a person is shown in place of the envelope of an error. */
export function problemPage(thrown: unknown, path: string): Page & { readonly status: number } {
  const { status, message } = describe(thrown)
  const title = titles[status] ?? 'Something failed'
  return { page: 'problem', title, description: message, path, status, data: { status, title, message } }
}

function describe(thrown: unknown): { readonly status: number; readonly message: string } {
  if (thrown instanceof HttpResponseError)
    return { status: thrown.response.status, message: 'Wait a minute, and reload the page.' }
  const { status, message } = toAppError(thrown)
  return {
    status,
    message: status < 500 ? message : 'The server could not answer. Reload the page in a moment.',
  }
}

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
