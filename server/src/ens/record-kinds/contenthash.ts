import type { Hex } from 'viem'
import { hexByteLength } from '../byte-length.ts'
import { formatContenthash, parseContenthash } from '../contenthash.ts'
import type { RecordKind } from './record-kind.ts'

/** Binary (ENSIP-7), null when unset; requests have a URI, empty to delete. */
export const contenthash: RecordKind<Hex | null, string, Hex | null> = {
  empty: null,
  parse: (uri) => (uri === '' ? null : parseContenthash(uri)),
  merge: (_stored, change) => change,
  count: (stored) => (stored === null ? 0 : 1),
  entries: (stored) => (stored === null ? [] : [[null, stored]]),
  byteLength: (stored) => (stored === null ? 0 : hexByteLength(stored)),
  print: (stored) => {
    const content = stored === null ? null : formatContenthash(stored)
    return content ? [['content hash', `${content.protocolType}://${content.decoded}`]] : []
  },
}
