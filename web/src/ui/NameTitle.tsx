import { Fragment } from 'react'
import { Avatar } from './Avatar.tsx'
import { classNames } from './class-names.ts'
import { splitLabel } from './split-label.ts'

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

interface NameLineProps {
  readonly name: string
  /** `quiet`: all of it in the colour around it. */
  readonly look?: 'strong' | 'quiet'
  readonly className?: string
}

/**
 * A name on one line, isolated as in `NameTitle`. Where room is short the domain gives way first, then the middle of the label;
 * its end stays. Screen readers have it whole.
 */
export function NameLine({ name, look = 'strong', className }: NameLineProps) {
  const [label = '', ...domain] = name.split('.')
  const [start, end] = splitLabel(label)
  return (
    <span title={name} className={classNames('relative flex max-w-full min-w-0', className)}>
      <span className="sr-only">{name}</span>
      <bdi aria-hidden dir="ltr" className="flex min-w-0 whitespace-nowrap">
        <bdi className={classNames('flex min-w-0', look === 'strong' && 'font-medium')}>
          <span className="truncate">{start}</span>
          {end && <span className="shrink-0">{end}</span>}
        </bdi>
        {domain.length > 0 && (
          <span className={classNames('min-w-0 shrink-[99] truncate', look === 'strong' && 'text-soft')}>
            {domain.map((part, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a name have no other key, and never move.
              <Fragment key={index}>
                .<bdi>{part}</bdi>
              </Fragment>
            ))}
          </span>
        )}
      </bdi>
    </span>
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
