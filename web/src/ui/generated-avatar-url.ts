import { serviceOrigin } from '../api/service-origin.ts'

/** The picture that this service draws for a name without an avatar: an SVG that never changes. */
export function generatedAvatarUrl(name: string): string {
  return `${serviceOrigin}/_/avatars/${encodeURIComponent(name)}`
}

/** The picture above the pages of a domain without a banner: another one than its avatar. */
export function generatedBannerUrl(domain: string): string {
  return generatedAvatarUrl(`banner.${domain}`)
}
