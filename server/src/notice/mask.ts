/** An e-mail address as its owner recognizes it: `a…@e….com`. */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@')
  const host = address.slice(at + 1)
  const dot = host.lastIndexOf('.')
  return `${firstOf(address)}…@${firstOf(host)}…${host.slice(dot)}`
}

function firstOf(text: string): string {
  return text.slice(0, 1)
}
