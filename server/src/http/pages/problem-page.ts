import { toAppError } from '../error-handler.ts'
import { HttpResponseError } from '../http-error-response.ts'
import type { Page } from './page.ts'

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
