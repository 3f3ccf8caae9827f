/** Text records that a profile shows as links (ENSIP-5, ENSIP-18). */
interface LinkKey {
  readonly key: string
  readonly title: string
  readonly icon: 'globe' | 'mail' | 'at'
  /** The URL of a value; absent: the value is one. */
  readonly url?: (value: string) => string
}

const handleOf = (value: string) => encodeURIComponent(value.trim().replace(/^@/, ''))

export const linkKeys: readonly LinkKey[] = [
  { key: 'url', title: 'Website', icon: 'globe' },
  { key: 'email', title: 'Email', icon: 'mail' },
  { key: 'com.twitter', title: 'X', icon: 'at', url: (value) => `https://x.com/${handleOf(value)}` },
  { key: 'com.github', title: 'GitHub', icon: 'at', url: (value) => `https://github.com/${handleOf(value)}` },
  { key: 'org.telegram', title: 'Telegram', icon: 'at', url: (value) => `https://t.me/${handleOf(value)}` },
  { key: 'com.discord', title: 'Discord', icon: 'at' },
  {
    key: 'xyz.farcaster',
    title: 'Farcaster',
    icon: 'at',
    url: (value) => `https://farcaster.xyz/${handleOf(value)}`,
  },
  {
    key: 'com.linkedin',
    title: 'LinkedIn',
    icon: 'at',
    url: (value) => `https://www.linkedin.com/in/${handleOf(value)}`,
  },
]
