/** The first label of a name. */
export function labelOf({ ens }: { readonly ens: string }): string {
  return ens.split('.', 1)[0] ?? ''
}

/** A label as it is typed or pasted, also as the whole name. */
export function withoutDomain(text: string, domain: string): string {
  const label = text.trim()
  const end = `.${domain}`
  return label.toLowerCase().endsWith(end) ? label.slice(0, -end.length) : label
}
