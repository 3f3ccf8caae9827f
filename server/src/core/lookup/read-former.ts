import { defaultRecordKeys, type RecordKey, recordCall, toRecords } from '../../ccip/records.ts'
import { toHex } from '../../crypto/hex.ts'
import { namehash } from '../../ens/names.ts'
import type { Records } from '../../ens/records.ts'
import type { FormerLookup } from '../../store/lookup.ts'
import type { CoreContext } from '../context.ts'
import { readFormerResults } from './import-on-read.ts'

interface NameThere {
  readonly former: FormerLookup
  readonly chainId: number
  /** Normalized. */
  readonly name: string
}

/** Records of a name that are read. */
const maxKeys = 64

/** Those keys and common ones, `maxKeys` in all. @throws AppError as `askAsWhole`. */
export async function readRecordsThere(
  context: Pick<CoreContext, 'formerGateways'>,
  there: NameThere,
  wanted: readonly RecordKey[],
): Promise<Records> {
  const node = toHex(namehash(there.name))
  const keys = [...wanted, ...defaultRecordKeys]
  const calls = [...new Set(keys.map((key) => recordCall(node, key)))].slice(0, maxKeys)
  const results = await readFormerResults(context, there, calls)
  const resultOf = new Map(calls.map((call, index) => [call, results[index]]))
  return toRecords(keys, (key) => {
    const result = resultOf.get(recordCall(node, key))
    return result && toHex(result)
  })
}
