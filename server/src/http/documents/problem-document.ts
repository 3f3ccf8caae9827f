import type { IncomingMessage } from 'node:http'
import type { Absence } from '../../core/subnames/absence.ts'
import { HttpResponseError } from '../errors.ts'
import { toAppError } from '../to-app-error.ts'
import type { DocumentContent, DocumentText } from './document-content.ts'

/** Those that have a title of their own. */
const titledStatuses: readonly number[] = [400, 404, 429, 503]

/** What a person is shown in place of the envelope of an error. */
export function problemDocument(
  thrown: unknown,
  path: string,
): DocumentContent & { readonly status: number } {
  return documentOf(describe(thrown), path)
}

/** For a path that no page has. */
export function missingDocument(path: string): DocumentContent & { readonly status: number } {
  return documentOf({ status: 404, message: { message: 'problem.no-page' } }, path)
}

function documentOf(
  { status, message }: ReturnType<typeof describe>,
  path: string,
): DocumentContent & { readonly status: number } {
  const title = { message: `problem.${titledStatuses.includes(status) ? status : 'other'}` }
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
  return { page: 'problem', title: name, description: message, path, status: 404, data }
}

interface AbsenceTexts {
  readonly title: DocumentText
  readonly message: DocumentText
  readonly action?: { readonly text: DocumentText; readonly href: string }
}

function describeAbsence(absence: Absence, chainId: number): AbsenceTexts {
  const { kind, domain } = absence
  switch (kind) {
    case 'claimable':
      return {
        title: { message: 'problem.claimable' },
        message: { message: 'problem.claimable-text' },
        action: claimAction(absence, chainId),
      }
    case 'refused':
      return {
        ...{ title: { message: 'problem.no-name' }, message: absence.reason },
        ...(absence.isForHolder && { action: claimAction(absence, chainId) }),
      }
    case 'blocked-domain':
      return {
        title: { message: 'problem.blocked' },
        message: { message: 'problem.blocked-text', values: { domain } },
      }
    case 'unknown-domain':
      return {
        title: { message: 'problem.no-name' },
        message: { message: 'problem.unknown-domain' },
      }
  }
}

function claimAction({ name, domain }: Absence, chainId: number): AbsenceTexts['action'] & object {
  const query = new URLSearchParams({ chainId: `${chainId}`, label: name.slice(0, -domain.length - 1) })
  const href = `/claim/${encodeURIComponent(domain)}?${query}`
  return { text: { message: 'problem.claim' }, href }
}

function describe(thrown: unknown): { readonly status: number; readonly message: DocumentText } {
  if (thrown instanceof HttpResponseError)
    return { status: thrown.response.status, message: { message: 'problem.wait' } }
  const { status, message } = toAppError(thrown)
  return {
    status,
    message: status < 500 ? message : { message: 'problem.no-answer' },
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
