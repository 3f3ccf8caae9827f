import { type MessageKey, t } from '../../../text/messages.ts'
import { coinTitle, knownCoinTypes } from '../coin-titles.ts'

/** The name of a service, the same in every language, or a message. */
type FieldTitle = string | { readonly message: MessageKey }

export function titleOf(title: FieldTitle): string {
  return typeof title === 'string' ? title : t(title.message)
}

interface FieldPreset {
  readonly key: string
  readonly title: FieldTitle
  readonly hint?: string
  readonly isLong?: boolean
}

interface Preset {
  readonly title: MessageKey
  readonly fields: readonly FieldPreset[]
}

/** Text records by what people want to say. The key stands beside the title. */
export const textPresets: readonly Preset[] = [
  {
    title: 'edit.profile',
    fields: [
      { key: 'name', title: { message: 'edit.display-name' } },
      { key: 'description', title: { message: 'edit.about' }, isLong: true },
      { key: 'url', title: { message: 'name.website' }, hint: 'https://' },
      { key: 'email', title: { message: 'name.email' } },
      { key: 'location', title: { message: 'edit.place' } },
      { key: 'timezone', title: { message: 'edit.time-zone' }, hint: 'Europe/Berlin' },
    ],
  },
  {
    title: 'edit.social',
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
    title: 'edit.agent',
    fields: [
      { key: 'agent-context', title: { message: 'edit.agent-context' }, isLong: true },
      { key: 'agent-endpoint[mcp]', title: { message: 'edit.agent-mcp' }, hint: 'https://' },
      { key: 'agent-endpoint[a2a]', title: { message: 'edit.agent-a2a' }, hint: 'https://' },
      { key: 'agent-endpoint[web]', title: { message: 'edit.agent-web' }, hint: 'https://' },
    ],
  },
]

/** The address of Ethereum first: it is where payments arrive. */
export const coinPresets: readonly number[] = [60, ...knownCoinTypes.filter((coinType) => coinType !== 60)]

const pictureTitles: Readonly<Record<string, MessageKey>> = { avatar: 'edit.avatar', header: 'edit.banner' }

/** Of a text by its key, or of an address by its coin type; a key without a title is its own. */
export function titleOfKey(key: string): string {
  const picture = pictureTitles[key]
  if (picture) return t(picture)
  const preset = textPresets.flatMap(({ fields }) => fields).find((field) => field.key === key)
  return preset ? titleOf(preset.title) : (coinTitle(Number(key)) ?? key)
}
