import type { Caller, CallerSession } from '../../core/caller.ts'
import { AppError } from '../../errors.ts'

/** @throws AppError `InvalidSessionException`. */
export function requireSession({ session }: Caller): CallerSession {
  if (session) return session
  throw signInFirstError()
}

export function signInFirstError() {
  return new AppError('InvalidSessionException', 'Sign in first.')
}
