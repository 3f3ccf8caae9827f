import { serviceOrigin } from '../api/service-origin.ts'

/** The picture that this service draws for a name without an avatar: an SVG that never changes. `accent`: `#rrggbb`, absent: any colour. */
export function generatedAvatarUrl(name: string, accent?: string): string {
  const query = accent ? `?accent=${accent.slice(1).toLowerCase()}` : ''
  return `${serviceOrigin}/_/avatars/${encodeURIComponent(name)}${query}`
}

/** The picture above the page of a name or domain without a banner: another one than its avatar. */
export function generatedBannerUrl(name: string, accent?: string): string {
  return generatedAvatarUrl(`banner.${name}`, accent)
}
