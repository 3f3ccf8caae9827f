import type { CoreContext } from '../context.ts'

/** Milliseconds: it is read every two seconds, and a process that restarts is back before. */
const lastingMs = 10_000

/** Sentences. Without a domain, no probe signs, so that the first one to onboard would find it out. */
export function findUnreadableSignerSources({
  signerProblems,
  clock,
}: Pick<CoreContext, 'signerProblems' | 'clock'>): readonly string[] {
  const latest = clock() - lastingMs
  return signerProblems().flatMap(({ address, since, message }) =>
    address === undefined && since <= latest ? [message] : [],
  )
}
