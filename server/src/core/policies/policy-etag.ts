import { entityTagOf } from '../if-match.ts'
import type { DomainPolicy } from './get.ts'

export function policyEtag({ domain, policy }: DomainPolicy): string {
  return entityTagOf([domain.id, policy.version])
}
