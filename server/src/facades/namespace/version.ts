import { type SubnameDetails, subnameEtag } from '../../core/subnames/rules.ts'
import { toHex } from '../../crypto/hex.ts'
import { namehash } from '../../ens/names.ts'

/** An entry of `metadata` that programs send back with the record that they have read. */
export const versionKey = 'byname:version'

/** Characters of the node that tell the versions of one name from those of others. */
const nodeLength = 10

function suffixOf(name: string): string {
  return `.${toHex(namehash(name)).slice(2, 2 + nodeLength)}`
}

/** Of the state of a name: its entity tag, and which name it is of. */
export function versionOf(details: SubnameDetails): string {
  return subnameEtag(details).replaceAll('"', '') + suffixOf(details.subname.name)
}

/** The entity tag; undefined for the version of another name, which a program has copied. */
export function etagOfVersion(version: string, name: string): string | undefined {
  const suffix = suffixOf(name)
  return version.endsWith(suffix) ? `"${version.slice(0, -suffix.length)}"` : undefined
}
