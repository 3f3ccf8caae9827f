/** The picture that this service draws for a name without an avatar: an SVG that never changes. */
export function generatedAvatarUrl(name: string): string {
  return `/_/avatars/${encodeURIComponent(name)}`
}
