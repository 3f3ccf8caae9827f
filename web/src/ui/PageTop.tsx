import { useState } from 'react'

interface PageTopProps {
  /** URLs of this service; null without an image. */
  readonly banner: string | null
  readonly avatar: string | null
  readonly name: string
}

/** The avatar overlaps the banner, and stands alone without one. */
export function PageTop({ banner, avatar, name }: PageTopProps) {
  if (banner === null)
    return (
      <div className="pt-6">
        <Avatar src={avatar} name={name} />
      </div>
    )
  return (
    <>
      <Banner src={banner} />
      <div className="-mt-10 px-4">
        <Avatar src={avatar} name={name} isRaised />
      </div>
    </>
  )
}

interface AvatarProps {
  /** A URL of this service; null without an image. */
  readonly src: string | null
  readonly name: string
  /** Lies on a banner. */
  readonly isRaised?: boolean
}

/** The first letter stands in for an image that is missing or cannot be read. */
function Avatar({ src, name, isRaised = false }: AvatarProps) {
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

/** Keeps its place when the image cannot be read, so that nothing jumps. */
function Banner({ src }: { readonly src: string }) {
  const [hasFailed, setHasFailed] = useState(false)
  return (
    <div className="bg-raised aspect-[3/1] overflow-hidden rounded">
      {!hasFailed && (
        <img
          src={samePath(src)}
          alt=""
          className="size-full object-cover"
          onError={() => setHasFailed(true)}
        />
      )}
    </div>
  )
}

/** The path of a URL of this service, under whichever of its host names the page is open. */
function samePath(url: string): string {
  const { pathname, search } = new URL(url, 'http://localhost')
  return pathname + search
}
