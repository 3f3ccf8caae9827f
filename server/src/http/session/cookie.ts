import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'

/** Browsers accept the prefix `__Host-` (RFC 6265bis) only over https, for this host alone. */
function cookieName(publicUrl: string | undefined): string {
  return isSecure(publicUrl) ? `__Host-${plainCookieName}` : plainCookieName
}

export const plainCookieName = 'byname_session'

function isSecure(publicUrl: string | undefined): boolean {
  return publicUrl?.startsWith('https:') === true
}

export function readSessionToken(
  { headers }: FastifyRequest,
  publicUrl: string | undefined,
): string | undefined {
  return headers.cookie ? parseCookie(headers.cookie)[cookieName(publicUrl)] || undefined : undefined
}

/** Ends with the browser's session, if not before: the server decides. `null` removes it. */
export function sessionCookie(publicUrl: string | undefined, token: string | null): string {
  return stringifySetCookie({
    name: cookieName(publicUrl),
    value: token ?? '',
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure(publicUrl),
    ...(token === null && { maxAge: 0 }),
  })
}
