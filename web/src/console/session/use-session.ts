import { useQuery } from '@tanstack/react-query'
import { type Session, sessionQuery } from './session-query.ts'

/** Null: signed out. The routes behind the sign-in have loaded it. */
export function useSession(): Session | null {
  return useQuery(sessionQuery).data ?? null
}
