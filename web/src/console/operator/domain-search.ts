/** What the URL of the list says. Absent: every domain. */
export interface DomainSearch {
  readonly search?: string | undefined
  readonly state?: 'blocked' | undefined
}

/** What is not known is undefined: the router keeps what is left out. */
export function parseDomainSearch({ search, state }: Record<string, unknown>): DomainSearch {
  return {
    search: typeof search === 'string' && search !== '' ? search : undefined,
    state: state === 'blocked' ? state : undefined,
  }
}
