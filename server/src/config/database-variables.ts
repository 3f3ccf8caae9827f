import { z } from 'zod'

/** Each message continues a sentence that begins with the variable's name. */

export const databaseUrl = z
  .string()
  .regex(/^(sqlite:.+|postgres(ql)?:\/\/.+)$/, 'is neither sqlite:<path> nor postgres://…')
  .superRefine((url, { addIssue }) => {
    const problem = postgresUrlProblem(url)
    if (problem !== undefined) addIssue(problem)
  })

/** Of a URL that is read otherwise than it is meant; the message has no part of it, as it may be the password. */
export function postgresUrlProblem(url: string): string | undefined {
  const [, rest = ''] = /^postgres(?:ql)?:\/\/(.*)$/s.exec(url) ?? []
  const head = /^[^/?#]*/.exec(rest)?.[0] ?? ''
  const at = head.lastIndexOf('@')
  const [user, host] = [head.slice(0, Math.max(at, 0)), head.slice(at + 1)]
  // Behind a reserved sign, what should be the password looks like a port.
  const isCut = at === -1 && rest.includes('@') && /^[^[]*:(?!\d{1,5}$)/.test(head)
  // Behind a reserved @, the rest of the password looks like the name of the database, or a parameter without a value.
  const isMisplaced = at !== -1 && /^(?:[^?#]*|[^=]*)@/.test(rest.slice(head.length))
  if (isCut || isMisplaced || /[@[\]\s]|%(?![0-9a-f]{2})/i.test(user))
    return (
      'has a user or password with a sign that URLs reserve: write # as %23, / as %2F, ? as %3F, @ as %40, % as %25, ' +
      '[ as %5B and ] as %5D'
    )
  return host.includes(',')
    ? 'has several hosts: give one, such as an address that always leads to the primary; replicas belong to DATABASE_REPLICA_URL'
    : undefined
}
