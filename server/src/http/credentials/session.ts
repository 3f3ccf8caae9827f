import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config/config.ts'
import type { Caller, CallerSession } from '../../core/context.ts'
import { AppError } from '../../errors.ts'

/** Browsers accept the prefix `__Host-` (RFC 6265bis) only over https, for this host alone. */
function cookieName(publicUrl: string | undefined): string {
  return isSecure(publicUrl) ? `__Host-${plainCookieName}` : plainCookieName
}

export const plainCookieName = 'byname_session'

function isSecure(publicUrl: string | undefined): boolean {
  return publicUrl?.startsWith('https:') === true
}

export function readSessionToken(
  { headers }: Pick<FastifyRequest, 'headers'>,
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

/** @throws AppError `InvalidSessionException`. */
export function requireSession({ session }: Caller): CallerSession {
  if (session) return session
  throw signInFirstError()
}

export function signInFirstError() {
  return new AppError('InvalidSessionException', 'Sign in first.')
}

/** Of the link with which a wallet becomes the first operator. */
export function setupLinkFile({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'setup-link')
}

/** The link has been used. */
export async function removeSetupLink(config: Pick<Config, 'dataDir'>): Promise<void> {
  await rm(setupLinkFile(config), { force: true })
}
