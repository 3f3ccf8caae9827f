import { useContext, useState } from 'react'
import { Avatar, samePath } from './Avatar.tsx'
import { Accent } from './accent.ts'
import { classNames } from './class-names.ts'
import { generatedBannerUrl } from './generated-avatar-url.ts'

const looks = {
  /** Fades into the ground, over the whole width. */
  fading: {
    banner: 'fades-out h-[min(11rem,32vh)] sm:h-[min(16rem,32vh)]',
    column: 'mx-auto max-w-lg px-6',
    avatar: '-mt-16 border-4',
  },
  /** As `fading`, in a box. */
  small: { banner: 'fades-out h-[min(9rem,32vh)]', column: 'px-6', avatar: '-mt-16 border-4' },
  /** As `fading` on phones; else a picture with corners. */
  framed: {
    banner: 'h-[min(11rem,32vh)] max-md:fades-out md:mx-8 md:mt-6 md:h-[min(15rem,32vh)] md:rounded-[28px]',
    column: 'mx-auto max-w-6xl px-6 md:px-12',
    avatar: '-mt-16 border-4 md:size-33 md:rounded-[36px] md:border-[6px]',
  },
} as const

interface PageTopProps {
  readonly look: keyof typeof looks
  /** URLs of this service; null without an image. */
  readonly banner: string | null
  readonly avatar: string | null
  /** Whose pictures they are. */
  readonly name: string
}

/** The banner, or a generated one, and the avatar over its lower edge. */
export function PageTop({ look, banner, avatar, name }: PageTopProps) {
  const classes = looks[look]
  return (
    <>
      <div className={look === 'framed' ? 'mx-auto max-w-[75rem]' : undefined}>
        <Banner src={banner} name={name} className={classes.banner} />
      </div>
      <div className={classes.column}>
        <Avatar
          src={avatar}
          name={name}
          size="xl"
          shape="square"
          className={classNames('border-ground relative', classes.avatar)}
        />
      </div>
    </>
  )
}

interface BannerProps {
  readonly src: string | null
  readonly name: string
  readonly className: string
}

/** Its height is fixed, so that nothing jumps. One that cannot be read is replaced by the generated one. */
function Banner({ src, name, className }: BannerProps) {
  const accent = useContext(Accent)
  const [hasFailed, setHasFailed] = useState(false)
  return (
    <div className={classNames('bg-sunk overflow-hidden', className)}>
      <img
        src={src === null || hasFailed ? generatedBannerUrl(name, accent) : samePath(src)}
        alt=""
        className="size-full object-cover"
        onError={() => setHasFailed(true)}
      />
    </div>
  )
}
