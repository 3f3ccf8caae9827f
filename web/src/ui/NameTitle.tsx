import { Fragment } from 'react'
import { Avatar } from './Avatar.tsx'

interface NameTitleProps {
  readonly name: string
  /** All of it in the colour around it. */
  readonly isPlain?: boolean
}

/**
 * A name: the label in full ink, the domain softer; it may break before a dot only. Each label is isolated and all run from left to
 * right, so that a label of right-to-left letters cannot trade places with the domain.
 */
export function NameTitle({ name, isPlain = false }: NameTitleProps) {
  const [label = '', ...domain] = name.split('.')
  return (
    <bdi dir="ltr" className="name-breaks">
      <bdi>{label}</bdi>
      {domain.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a name have no other key, and never move.
        <Fragment key={index}>
          <wbr />
          <span className={isPlain ? undefined : 'text-soft font-[450]'}>
            .<bdi>{part}</bdi>
          </span>
        </Fragment>
      ))}
    </bdi>
  )
}

interface NameWithAvatarProps {
  readonly name: string
  /** A URL of this service; null or absent without a picture. */
  readonly avatar?: string | null
  readonly size?: 'xs' | 'sm' | 'md'
  readonly shape?: 'round' | 'square'
}

export function NameWithAvatar({ name, avatar, size = 'sm', shape }: NameWithAvatarProps) {
  return (
    <span className="inline-flex min-w-0 items-center gap-2.5">
      <Avatar name={name} src={avatar ?? null} size={size} {...(shape && { shape })} />
      <span className="min-w-0 font-medium">
        <NameTitle name={name} />
      </span>
    </span>
  )
}
