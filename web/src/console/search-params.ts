/** Values stay the text that they are in the URL: a label of digits is no number. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

export function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const params = new URLSearchParams(entries.map(([key, value]) => [key, `${value}`]))
  return params.size > 0 ? `?${params}` : ''
}

interface DoctorSearch {
  readonly name?: string | undefined
  readonly chainId?: string | undefined
}

/** What is examined, so that it can be sent to a colleague. */
export function parseDoctorSearch({ name, chainId }: Record<string, unknown>): DoctorSearch {
  return {
    name: typeof name === 'string' && name !== '' ? name : undefined,
    chainId: typeof chainId === 'string' && /^\d{1,15}$/.test(chainId) ? chainId : undefined,
  }
}

interface SetupSearch {
  readonly domain?: string | undefined
  readonly chainId?: string | undefined
}

/** The domain that is set up, so that a reload continues. */
export function parseSetupSearch({ domain, chainId }: Record<string, unknown>): SetupSearch {
  return {
    domain: typeof domain === 'string' && domain !== '' ? domain : undefined,
    chainId: typeof chainId === 'string' && /^\d{1,15}$/.test(chainId) ? chainId : undefined,
  }
}

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

/** A site that an element on it asks its owner to allow. */
export function parseSettingsSearch({ site }: Record<string, unknown>): { site?: string | undefined } {
  const url = typeof site === 'string' ? URL.parse(site) : null
  return { site: url && /^https?:$/.test(url.protocol) ? url.origin : undefined }
}
