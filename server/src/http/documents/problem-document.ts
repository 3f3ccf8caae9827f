import type { IncomingMessage } from 'node:http'
import type { Absence } from '../../core/subnames/absence.ts'
import { HttpResponseError, toAppError } from '../errors.ts'
import type { DocumentContent } from './document-content.ts'

const titles: Readonly<Record<number, string>> = {
  400: 'This address is not right',
  404: 'Nothing here',
  429: 'Too many requests',
  503: 'Too much to do',
}

/** What a person is shown in place of the envelope of an error. */
export function problemDocument(
  thrown: unknown,
  path: string,
): DocumentContent & { readonly status: number } {
  const { status, message } = describe(thrown)
  const title = titles[status] ?? 'Something failed'
  return { page: 'problem', title, description: message, path, status, data: { status, title, message } }
}

interface AbsenceDocumentOptions {
  readonly absence: Absence
  readonly chainId: number
  readonly path: string
}

/** In place of a profile or a claim page: what can be done about the name. */
export function absenceDocument({
  absence,
  chainId,
  path,
}: AbsenceDocumentOptions): DocumentContent & { readonly status: 404 } {
  const { title, message, action } = describeAbsence(absence, chainId)
  const { name } = absence
  const data = { status: 404, title, message, name, ...(action && { action }) }
  return { page: 'problem', title: `${name}: ${title}`, description: message, path, status: 404, data }
}

interface AbsenceTexts {
  readonly title: string
  readonly message: string
  readonly action?: { readonly text: string; readonly href: string }
}

function describeAbsence(absence: Absence, chainId: number): AbsenceTexts {
  const { kind, name, domain } = absence
  switch (kind) {
    case 'claimable': {
      const query = new URLSearchParams({ chainId: `${chainId}`, label: name.slice(0, -domain.length - 1) })
      const href = `/claim/${encodeURIComponent(domain)}?${query}`
      return {
        title: 'It is free',
        message: 'Claim it with your wallet: one signature, no gas.',
        action: { text: 'Claim it', href },
      }
    }
    case 'refused':
      return { title: 'There is no such name', message: absence.reason }
    case 'blocked-domain':
      return {
        title: 'Not available at the moment',
        message: `The operator of this service has blocked ${domain}: its names resolve to nothing meanwhile. They are not deleted.`,
      }
    case 'unknown-domain':
      return {
        title: 'There is no such name',
        message: 'No domain of this service has it. Check the link, or ask the owner of the domain.',
      }
  }
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

export function acceptsHtml({ accept }: Pick<IncomingMessage['headers'], 'accept'>): boolean {
  return accept?.toLowerCase().includes('text/html') === true
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
    acceptsHtml(headers) ? 'html' : 'any',
}
