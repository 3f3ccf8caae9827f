/** The first label of a name. */
export function labelOf({ ens }: { readonly ens: string }): string {
  return ens.split('.', 1)[0] ?? ''
}
