import { coinTitles } from '../coin-titles.ts'

interface FieldPreset {
  readonly key: string
  readonly title: string
  readonly hint?: string
  readonly isLong?: boolean
}

interface Preset {
  readonly title: string
  readonly fields: readonly FieldPreset[]
}

/** Text records by what people want to say. The key stands beside the title. */
export const textPresets: readonly Preset[] = [
  {
    title: 'Profile',
    fields: [
      { key: 'name', title: 'Display name' },
      { key: 'description', title: 'About', isLong: true },
      { key: 'url', title: 'Website', hint: 'https://' },
      { key: 'email', title: 'Email' },
      { key: 'location', title: 'Place' },
      { key: 'timezone', title: 'Time zone', hint: 'Europe/Berlin' },
    ],
  },
  {
    title: 'Social',
    fields: [
      { key: 'com.twitter', title: 'X' },
      { key: 'com.github', title: 'GitHub' },
      { key: 'org.telegram', title: 'Telegram' },
      { key: 'com.discord', title: 'Discord' },
      { key: 'xyz.farcaster', title: 'Farcaster' },
      { key: 'com.linkedin', title: 'LinkedIn' },
    ],
  },
  {
    title: 'Agent',
    fields: [
      { key: 'agent-context', title: 'What the agent is and does', isLong: true },
      { key: 'agent-endpoint[mcp]', title: 'MCP endpoint', hint: 'https://' },
      { key: 'agent-endpoint[a2a]', title: 'A2A endpoint', hint: 'https://' },
      { key: 'agent-endpoint[web]', title: 'Web endpoint', hint: 'https://' },
    ],
  },
]

/** The address of Ethereum first: it is where payments arrive. */
export const coinPresets: readonly number[] = [
  60,
  ...Object.keys(coinTitles)
    .map(Number)
    .filter((coinType) => coinType !== 60),
]
