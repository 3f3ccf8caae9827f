/** The normal form (ENSIP-15); undefined without one. Names beyond ASCII need the tables, which are loaded then. */
export async function normalizeName(name: string): Promise<string | undefined> {
  if (/^[a-z0-9.-]+$/i.test(name)) return name.toLowerCase()
  const { ens_normalize } = await import('@adraffy/ens-normalize')
  try {
    return ens_normalize(name)
  } catch {
    return undefined
  }
}
