import { useContext, useState } from 'react'
import { Accent } from './accent.ts'
import { classNames } from './class-names.ts'
import { generatedAvatarUrl } from './generated-avatar-url.ts'

const sizes = {
  /** Pixels, and the corners of a square of that size. */
  xs: [20, 'rounded-sm'],
  sm: [28, 'rounded-[8px]'],
  md: [40, 'rounded'],
  lg: [56, 'rounded-lg'],
  xl: [88, 'rounded-xl'],
} as const

interface AvatarProps {
  /** A name, or the address of a wallet: what it has no picture for is drawn from it. */
  readonly name: string
  /** A URL of this service; null or absent without a picture. */
  readonly src?: string | null
  readonly size?: keyof typeof sizes
  /** People are round, domains and workspaces square. */
  readonly shape?: 'round' | 'square'
  /** Loaded when it comes near the view. */
  readonly isLazy?: boolean
  readonly className?: string
}

/** Decorative: the name stands beside it. A picture that cannot be read is replaced by the generated one. */
export function Avatar({ name, src = null, size = 'md', shape = 'round', isLazy, className }: AvatarProps) {
  const [failed, setFailed] = useState<string>()
  const accent = useContext(Accent)
  const [pixels, corners] = sizes[size]
  const own = src === null ? undefined : samePath(src)
  return (
    <img
      src={own === undefined || own === failed ? generatedAvatarUrl(name, accent) : own}
      alt=""
      width={pixels}
      height={pixels}
      decoding="async"
      loading={isLazy ? 'lazy' : undefined}
      className={classNames(
        'bg-sunk aspect-square shrink-0 object-cover',
        shape === 'round' ? 'rounded-full' : corners,
        className,
      )}
      onError={() => setFailed(own)}
    />
  )
}

/** The path of a URL of this service, under whichever of its host names the page is open. */
export function samePath(url: string): string {
  const { pathname, search } = new URL(url, 'http://localhost')
  return pathname + search
}
