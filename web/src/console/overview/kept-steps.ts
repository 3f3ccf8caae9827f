import type { DomainRef } from '../queries.ts'
import { readStored, store } from '../stored-json.ts'

/** What only this browser knows of a domain. `hidden`: the list of steps is not wanted. */
const keptSteps = ['shared', 'exported', 'hidden'] as const

export type KeptStep = (typeof keptSteps)[number]

const keyOf = ({ domain, chainId }: DomainRef) => `console-steps ${chainId} ${domain}`

export function readKeptSteps(ref: DomainRef): Set<KeptStep> {
  const stored = readStored(keyOf(ref))
  return new Set(Array.isArray(stored) ? keptSteps.filter((step) => stored.includes(step)) : [])
}

export function keepStep(ref: DomainRef, step: KeptStep): void {
  store(keyOf(ref), [...readKeptSteps(ref).add(step)])
}
