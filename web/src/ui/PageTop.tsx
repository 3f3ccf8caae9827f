import { Avatar } from './Avatar.tsx'
import { Banner } from './Banner.tsx'

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
