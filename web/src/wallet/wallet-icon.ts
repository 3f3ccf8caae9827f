/** Formats that browsers draw as images; as an image, an SVG runs no script and loads nothing. */
const imageUrl = /^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)(?:;[\w=-]+)*,/i

/** Of an icon as a data URL, in characters. */
const maxLength = 262_144

/** The icon that a wallet announces (EIP-6963), if it is an image; else null. */
export function checkedIcon(icon: unknown): string | null {
  if (typeof icon !== 'string' || icon.length > maxLength) return null
  const url = icon.trim()
  return imageUrl.test(url) ? url : null
}
