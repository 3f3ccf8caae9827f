import { useState } from 'react'
import { Avatar, samePath } from './Avatar.tsx'

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
        <Avatar src={avatar} name={name} size="xl" shape="square" />
      </div>
    )
  return (
    <>
      <Banner src={banner} />
      <div className="-mt-12 px-4">
        <Avatar
          src={avatar}
          name={name}
          size="xl"
          shape="square"
          className="border-ground relative border-4"
        />
      </div>
    </>
  )
}

/** Keeps its place when the image cannot be read, so that nothing jumps. */
function Banner({ src }: { readonly src: string }) {
  const [hasFailed, setHasFailed] = useState(false)
  return (
    <div className="bg-sunk aspect-[3/1] overflow-hidden rounded-lg">
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
