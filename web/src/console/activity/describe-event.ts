import type { components } from '@byname/sdk/openapi'
import { shortAddress } from '../../ui/short-address.ts'
import { subjectOf } from './change-words.ts'
import { titleOfEvent } from './event-kinds.ts'

type Event = components['schemas']['Event']

/** Names of those who act: API keys by id, wallets by address in lower case. */
export interface ActorNames {
  readonly keys: ReadonlyMap<string, string>
  readonly wallets: ReadonlyMap<string, string>
}

export const noNames: ActorNames = { keys: new Map(), wallets: new Map() }

/** `Issued by API key “shop backend”`, `API key created: shop backend, by member alice.eth`. */
export function describeEvent(
  event: Pick<Event, 'type' | 'actor' | 'changes'>,
  names: ActorNames = noNames,
): string {
  const subject = subjectOf(event)
  const what = subject === undefined ? titleOfEvent(event.type) : `${titleOfEvent(event.type)}: ${subject},`
  return `${what} by ${describeActor(event.actor, names)}`
}

/** An API key without a name is described by the end of its id. */
export function describeActor({ type, address, keyId }: Event['actor'], names: ActorNames = noNames): string {
  if (address) {
    const name = names.wallets.get(address.toLowerCase()) ?? shortAddress(address)
    return type === 'member' ? `member ${name}` : name
  }
  if (keyId && type === 'administrator') return 'an admin key'
  if (keyId) {
    const name = names.keys.get(keyId)
    return name ? `API key “${name}”` : `API key ${keyId.slice(-6)}`
  }
  return type === 'administrator' ? 'the command line' : type === 'wallet' ? 'a wallet' : 'the service'
}
