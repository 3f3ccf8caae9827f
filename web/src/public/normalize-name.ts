/** Why a name has no normal form: letters of alphabets that look alike, or a character that no name has. */
export type NameProblem = 'mixed' | 'character'

/** The normal form (ENSIP-15), or the reason why it has no such form. Names beyond ASCII need the tables, which are loaded then. */
export async function normalizeName(
  name: string,
): Promise<{ readonly name: string } | { readonly problem: NameProblem }> {
  if (/^[a-z0-9.-]+$/i.test(name)) return { name: name.toLowerCase() }
  const { ens_normalize } = await import('@adraffy/ens-normalize')
  try {
    return { name: ens_normalize(name) }
  } catch (error) {
    return { problem: isOfMixture(error) ? 'mixed' : 'character' }
  }
}

/** By the library's sentences, which a test compares. */
function isOfMixture(error: unknown): boolean {
  return error instanceof Error && /illegal mixture|whole-script confusable/.test(error.message)
}
