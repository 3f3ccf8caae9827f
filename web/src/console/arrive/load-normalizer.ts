/** ENSIP-15; what has no normal form stays as it is. */
export async function loadNormalizer(): Promise<(label: string) => string> {
  const { ens_normalize } = await import('@adraffy/ens-normalize')
  return (label) => {
    try {
      return ens_normalize(label)
    } catch {
      return label
    }
  }
}
