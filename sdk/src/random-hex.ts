/** 32 hex digits. `crypto.randomUUID` is missing on pages that are served without https. */
export function randomHex(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(16)))
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
