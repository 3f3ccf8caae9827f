import type { Domain } from '../../model/domain.ts'
import { entityTagOf } from '../if-match.ts'

/** Of what `updateDomain` changes; subnames that come and go do not change it. */
export function domainEtag({ id, version, workspaceId, allowedOrigins }: Domain): string {
  return entityTagOf([id, version, workspaceId, allowedOrigins])
}
