import { useState } from 'react'
import { samePath } from './same-path.ts'

interface AvatarProps {
  /** A URL of this service; null without an image. */
  readonly src: string | null
  readonly name: string
  /** Lies on a banner. */
  readonly isRaised?: boolean
}

/** The first letter stands in for an image that is missing or cannot be read. */
export function Avatar({ src, name, isRaised = false }: AvatarProps) {
  const [hasFailed, setHasFailed] = useState(false)
  const shape = `bg-raised size-20 shrink-0 rounded ${isRaised ? 'border-ground border-4' : ''}`
  if (src === null || hasFailed)
    return (
      <div aria-hidden className={`${shape} text-soft grid place-items-center text-3xl font-semibold`}>
        {[...name][0]?.toUpperCase()}
      </div>
    )
  return (
    <img
      src={samePath(src)}
      alt=""
      width="80"
      height="80"
      className={`${shape} object-cover`}
      onError={() => setHasFailed(true)}
    />
  )
}
