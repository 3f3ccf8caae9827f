import type { IconName } from '../../ui/Icon.tsx'

/** Text records that a profile shows as links (ENSIP-5, ENSIP-18). */
interface LinkKey {
  readonly key: string
  readonly title: string
  readonly icon: IconName
  /** The URL of a value; absent: the value is one. */
  readonly url?: (value: string) => string
}

const handleOf = (value: string) => encodeURIComponent(value.trim().replace(/^@/, ''))

export const linkKeys: readonly LinkKey[] = [
  { key: 'url', title: 'Website', icon: 'globe' },
  { key: 'email', title: 'Email', icon: 'mail' },
  { key: 'com.twitter', title: 'X', icon: 'x', url: (value) => `https://x.com/${handleOf(value)}` },
  {
    key: 'com.github',
    title: 'GitHub',
    icon: 'branch',
    url: (value) => `https://github.com/${handleOf(value)}`,
  },
  {
    key: 'org.telegram',
    title: 'Telegram',
    icon: 'plane',
    url: (value) => `https://t.me/${handleOf(value)}`,
  },
  { key: 'com.discord', title: 'Discord', icon: 'bubble' },
  {
    key: 'xyz.farcaster',
    title: 'Farcaster',
    icon: 'arch',
    url: (value) => `https://farcaster.xyz/${handleOf(value)}`,
  },
  {
    key: 'com.linkedin',
    title: 'LinkedIn',
    icon: 'profile',
    url: (value) => `https://www.linkedin.com/in/${handleOf(value)}`,
  },
]
