import type { components } from '@byname/sdk/openapi'
import { formatCount } from '../../ui/format-number.ts'
import { shortAddress } from '../../ui/short-address.ts'
import { titleOfEvent } from './event-kinds.ts'

type Event = components['schemas']['Event']
type Change = Event['changes'][number]

/** `Issued by API key “shop backend”`. */
export function describeEvent(
  { type, actor }: Pick<Event, 'type' | 'actor'>,
  keyNames?: ReadonlyMap<string, string>,
): string {
  return `${titleOfEvent(type)} by ${describeActor(actor, keyNames)}`
}

/** `keyNames`: of API keys, by id; one that is absent is described by the end of its id. */
function describeActor(
  { type, address, keyId }: Event['actor'],
  keyNames: ReadonlyMap<string, string> = new Map(),
): string {
  if (address) return type === 'member' ? `member ${shortAddress(address)}` : shortAddress(address)
  if (keyId && type === 'administrator') return 'an admin key'
  if (keyId) {
    const name = keyNames.get(keyId)
    return name ? `API key “${name}”` : `API key ${keyId.slice(-6)}`
  }
  return type === 'administrator' ? 'the command line' : type === 'wallet' ? 'a wallet' : 'the service'
}

/** `text com.github`, `address 60`, `names per wallet`. */
export function describeField({ field, key }: Pick<Change, 'field' | 'key'>): string {
  const kinds: Readonly<Record<string, string>> = { texts: 'text', addresses: 'address', tags: 'tag' }
  return key === null ? wordsOf(field) : `${kinds[field] ?? wordsOf(field)} ${key}`
}

/** `isAllowListed` is `allow listed`. */
function wordsOf(field: string): string {
  return field
    .replace(/^(is|has)(?=[A-Z])/, '')
    .replaceAll(/(?<=[a-z\d])[A-Z]/g, (letter) => ` ${letter}`)
    .toLowerCase()
}

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

/** Of the field: times are milliseconds since 1970. */
export function describeValue(value: Change['before'], field: string): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return field.endsWith('At') ? moment.format(value) : formatCount(value)
  if (typeof value === 'string') return value
  return Array.isArray(value) ? value.join(', ') : 'An earlier value, not kept'
}
