export interface SetupSearch {
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
