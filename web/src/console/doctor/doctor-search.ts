export interface DoctorSearch {
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
