import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { reach } from '../../api/reach.ts'
import { serviceOrigin } from '../../api/service-origin.ts'

/** What an app asks for in the address that it opens (OAuth 2.1). */
export interface AuthorizationRequest {
  readonly client_id: string
  readonly redirect_uri: string
  readonly code_challenge: string
  readonly scope: string
  readonly state?: string | undefined
  /** Why it cannot be given; absent: it can. */
  readonly problem?: string | undefined
}

const required = ['client_id', 'redirect_uri', 'code_challenge'] as const

export function parseAuthorizationSearch(search: Record<string, unknown>): AuthorizationRequest {
  const text = (name: string) => (typeof search[name] === 'string' ? search[name] : '')
  const missing = required.find((name) => text(name) === '')
  const problem =
    text('response_type') !== 'code'
      ? 'The app asks for something else than a code.'
      : text('code_challenge_method') !== 'S256'
        ? 'The app does not protect its code by PKCE with S256.'
        : missing && `The app has not given ${missing}.`
  return {
    client_id: text('client_id'),
    redirect_uri: text('redirect_uri'),
    code_challenge: text('code_challenge'),
    scope: text('scope'),
    state: text('state') || undefined,
    problem,
  }
}

interface OauthClient {
  readonly name: string
  readonly host: string
  /** `this-device`, a host, or the scheme of an app. */
  readonly redirect: string
}

export function clientQuery({ client_id, redirect_uri }: AuthorizationRequest) {
  return queryOptions({
    queryKey: ['oauth-client', client_id, redirect_uri],
    queryFn: () =>
      send<OauthClient>(`/oauth/client?${new URLSearchParams({ client_id, redirect_uri })}`, {
        method: 'GET',
      }),
    retry: false,
    staleTime: 60_000,
  })
}

interface Consent {
  readonly workspaceId: string
  readonly scopes: readonly string[]
  readonly domains?: readonly string[] | undefined
}

/** Where the app waits for the code. */
export async function authorize(
  { client_id, redirect_uri, code_challenge, state }: AuthorizationRequest,
  consent: Consent,
): Promise<string> {
  const { location } = await send<{ readonly location: string }>('/oauth/authorize', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_id, redirect_uri, code_challenge, state, ...consent }),
  })
  return location
}

/** As RFC 6749 §4.1.2.1 has it. */
export function refusalUrl({ redirect_uri, state }: AuthorizationRequest): string {
  const url = new URL(redirect_uri)
  url.searchParams.set('error', 'access_denied')
  if (state !== undefined) url.searchParams.set('state', state)
  return url.href
}

async function send<Result>(path: string, init: RequestInit): Promise<Result> {
  const response = await reach(
    new Request(`${serviceOrigin}${path}`, { ...init, credentials: 'same-origin' }),
  )
  const body: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw ApiError.fromEnvelope(body, response)
  // Safe: the service of this page has sent it.
  return body as Result
}
