import { encodePackedResult } from '../../gateway/encode-result.ts'
import {
  ByteReader,
  ByteWriter,
  PackedRecords,
  usualNameBytes,
  writeRecords,
} from '../../gateway/packed-records.ts'
import type { GatewayRequest } from '../../gateway/request.ts'
import { isVisible, type Lookup } from '../../store/lookup.ts'
import type { Freshness } from './freshness.ts'

/** What all names of a domain have in common. */
export type NameContext = Pick<Lookup, 'resolver' | 'domainKey' | 'sharedMaxAge' | 'former'> & {
  /** What the etags of its names begin with. */
  readonly etagStart: string
}

/** As `Lookup`, with records as bytes. */
export interface CachedName extends Freshness, Omit<Lookup, 'subname'> {
  readonly subname: CachedSubname | undefined
  /** As `encodeResult`, of what it resolves to; before anything else is cached. */
  readonly encode: (query: GatewayRequest['query']) => Uint8Array
}

interface CachedSubname {
  /** `undefined` for a domain itself. */
  readonly key: number | undefined
  readonly isVisible: boolean
  readonly hasTexts: boolean
  /** To be read before anything else is cached. */
  readonly records: PackedRecords
  /** As `records`, to be read before. @throws Error as they do. */
  readonly readNode: () => Uint8Array
}

const nodeBytes = 32
const versionBytes = 8
const freshnessBytes = 2 * versionBytes

const hasSubname = 1
const hasKey = 2
const isVisibleFlag = 4
const hasTextsFlag = 8

/**
 * Data version and time of the read as doubles; number of the context, flags, etag from where that of the context ends (length,
 * UTF-8); key of the subname, its node, its records. Numbers are varints.
 */
export function packName(
  { subname, etag }: Lookup,
  { dataVersion, readAt }: Freshness,
  contextNumber: number,
  { etagStart }: NameContext,
): Buffer {
  const flags = subname
    ? hasSubname |
      (subname.key === undefined ? 0 : hasKey) |
      (isVisible(subname) ? isVisibleFlag : 0) |
      (subname.hasTexts ? hasTextsFlag : 0)
    : 0
  const state = etag.slice(etagStart.length)
  const writer = new ByteWriter(usualNameBytes)
  writer.writeDouble(dataVersion)
  writer.writeDouble(readAt)
  writer.writeVarint(contextNumber)
  writer.writeVarint(flags)
  writer.writeVarint(Buffer.byteLength(state))
  writer.writeText(state)
  if (!subname) return writer.written
  writer.writeVarint(subname.key ?? 0)
  writer.writeHex(subname.node)
  writeRecords(writer, subname.records)
  return writer.written
}

export function freshnessAt(bytes: Buffer, at: number): Freshness {
  return { dataVersion: bytes.readDoubleLE(at), readAt: bytes.readDoubleLE(at + versionBytes) }
}

/** `assertValid` throws when the bytes are no longer those of the name; `undefined` when its context is no longer known. */
export function unpackName(
  bytes: Buffer,
  start: number,
  freshness: Freshness,
  contextOf: (number: number) => NameContext | undefined,
  assertValid: () => void,
): CachedName | undefined {
  const reader = new ByteReader(bytes, start + freshnessBytes)
  const context = contextOf(reader.readVarint())
  if (!context) return undefined
  const flags = reader.readVarint()
  const stateLength = reader.readVarint()
  const state = bytes.toString('utf8', reader.at, reader.at + stateLength)
  reader.at += stateLength
  const { resolver, domainKey, sharedMaxAge, former, etagStart } = context
  const subname = (flags & hasSubname) === 0 ? undefined : unpackSubname(reader, flags, assertValid)
  return {
    ...{ resolver, domainKey, sharedMaxAge, former },
    etag: etagStart + state,
    subname,
    encode: (query) => encodePackedResult(query, subname?.isVisible ? subname.records : null),
    dataVersion: freshness.dataVersion,
    readAt: freshness.readAt,
  }
}

function unpackSubname(reader: ByteReader, flags: number, assertValid: () => void): CachedSubname {
  const { bytes } = reader
  const key = reader.readVarint()
  const nodeAt = reader.at
  return {
    key: (flags & hasKey) === 0 ? undefined : key,
    isVisible: (flags & isVisibleFlag) !== 0,
    hasTexts: (flags & hasTextsFlag) !== 0,
    records: new PackedRecords(bytes, nodeAt + nodeBytes, assertValid),
    readNode: () => {
      assertValid()
      return bytes.subarray(nodeAt, nodeAt + nodeBytes)
    },
  }
}
