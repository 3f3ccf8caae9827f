import { useState } from 'react'
import { generatedAvatarUrl } from '../ui/generated-avatar-url.ts'

interface PictureProps {
  readonly name: string
  /** `#rrggbb`, of the owner; null without one. */
  readonly accent: string | null
  /** Null without one. */
  readonly src: string | null
  /** CSS pixels of each side. */
  readonly size: number
}

/** Decorative: the name stands beside it. What cannot be read is replaced by the generated picture. */
export function Picture({ name, accent, src, size }: PictureProps) {
  const [failed, setFailed] = useState<string>()
  return (
    <img
      part="avatar"
      src={src === null || src === failed ? generatedAvatarUrl(name, accent ?? undefined) : src}
      alt=""
      width={size}
      height={size}
      decoding="async"
      onError={() => src !== null && setFailed(src)}
    />
  )
}
