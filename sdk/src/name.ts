import type { components } from './openapi-types.ts'
import { fromWireRecords, type Records } from './records.ts'

export type ChainId = components['schemas']['Name']['chainId']

/** A name that the service holds. */
export interface Name {
  /** `alice.acme.eth`, normalized. */
  readonly name: string
  readonly domain: string
  readonly chainId: ChainId
  readonly state: components['schemas']['Name']['state']
  /** The address that signs for it. */
  readonly holder: string | null
  readonly claimedAt: string | null
  readonly records: Records
}

/** A name, and the entity tag of its state, for `ifMatch`. */
export interface NameWithEtag extends Name {
  readonly etag: string
  /** Who signs its records, and whether it resolves; null: it is not sealed. Undefined in what a write returns. */
  readonly sealed: components['schemas']['Seal'] | null | undefined
}

export function fromWireName(wire: components['schemas']['HeldSubname'], chainId: ChainId): Name {
  return {
    name: wire.ens,
    domain: splitName(wire.ens).domain,
    chainId,
    state: wire.isClaimed ? 'claimed' : 'reserved',
    holder: wire.holder,
    claimedAt: wire.claimedAt,
    records: fromWireRecords(wire.records),
  }
}

/** @throws TypeError for a name of one label. */
export function splitName(name: string): { readonly label: string; readonly domain: string } {
  const dot = name.indexOf('.')
  if (dot < 1) throw new TypeError(`${name} is not a name of a domain, such as alice.acme.eth.`)
  return { label: name.slice(0, dot), domain: name.slice(dot + 1) }
}
