import { type Codec, decode, encode, getCodec } from '@ensdomains/content-hash'
import type { Hex } from 'viem'
import { AppError } from '../errors.ts'

/** A decoded content hash: `protocolType` as ENS tools name it (`ipfs`, `bzz`, `ar`, …), `decoded` without scheme. */
export interface ContentHash {
  readonly protocolType: string
  readonly decoded: string
}

/** Longest URI that is parsed; base58 decoding is quadratic in it. */
const maxUriCharacters = 1024

/** Valid inputs of each codec of the library, whose own checks are lax: hex may have any letter, onion may be any text. */
interface Protocol {
  readonly codec: Codec
  readonly pattern: RegExp
}

const onion: Protocol = { codec: 'onion', pattern: /^[a-z2-7]{16}$/ }
const onion3: Protocol = { codec: 'onion3', pattern: /^[a-z2-7]{56}$/ }
const swarm: Protocol = { codec: 'swarm', pattern: /^[0-9a-f]{64}$/i }
const skynet: Protocol = { codec: 'skynet', pattern: /^[\w-]{46}$/ }
const arweave: Protocol = { codec: 'arweave', pattern: /^[\w-]{43}$/ }

const protocols: ReadonlyMap<string, Protocol> = new Map([
  ['ipfs', { codec: 'ipfs', pattern: /^[0-9A-Za-z]+$/ }],
  ['ipns', { codec: 'ipns', pattern: /^[0-9A-Za-z]+$/ }],
  ['bzz', swarm],
  ['swarm', swarm],
  ['onion', onion],
  ['onion3', onion3],
  ['sia', skynet],
  ['skynet', skynet],
  ['ar', arweave],
  ['arweave', arweave],
  ['adnl', { codec: 'adnl', pattern: /^[0-9a-f]{64}$/i }],
])

/** The library's names of codecs that ENS tools name differently. */
const protocolTypes: Partial<Record<Codec, string>> = { swarm: 'bzz', skynet: 'sia', arweave: 'ar' }

/** An IPNS name that is a key: an inlined Ed25519 or secp256k1 public key, or the SHA-256 of a longer one. */
const ipnsKey = /^e5010172(002408011220[0-9a-f]{64}|002508021221[0-9a-f]{66}|1220[0-9a-f]{64})$/

/** `<protocol>://<value>`, or a path or gateway URL that ends in `/ipfs/<value>` or `/ipns/<value>`. */
function splitUri(uri: string): { protocol: string; value: string } {
  const [, protocol = '', value = ''] =
    /\/(ip[fn]s)\/([^/]*)$/.exec(uri) ?? /^([a-z0-9]+):\/\/(.*)$/s.exec(uri) ?? []
  return { protocol, value }
}

/** Encodes a value with the library; null when it rejects it, or accepts an invalid key. */
function encodeValue(codec: Codec, value: string): Hex | null {
  try {
    const hex = encode(codec, value)
    return codec === 'ipns' && !ipnsKey.test(hex) ? null : `0x${hex}`
  } catch {
    return null
  }
}

/**
 * Parses a content hash URI to the binary form of ENSIP-7. Protocols: ipfs, ipns, bzz (swarm), onion, onion3, sia (skynet), ar
 * (arweave), adnl; also IPFS and IPNS paths and gateway URLs. Equal contents give equal bytes, so a CID of version 0 or in
 * another base is returned as version 1 in its usual base.
 *
 * @throws InvalidRecordException
 */
export function parseContenthash(uri: string): Hex {
  if (uri.length > maxUriCharacters)
    throw new AppError('InvalidRecordException', `A content hash has at most ${maxUriCharacters} characters.`)
  const { protocol, value } = splitUri(uri)
  const knownProtocol = protocols.get(protocol)
  if (!knownProtocol)
    throw new AppError(
      'InvalidRecordException',
      `A content hash is <protocol>://<value>, where the protocol is one of ${[...protocols.keys()].join(', ')}.`,
    )
  const contenthash = knownProtocol.pattern.test(value) ? encodeValue(knownProtocol.codec, value) : null
  if (!contenthash)
    throw new AppError('InvalidRecordException', `"${value.slice(0, 100)}" is not a valid ${protocol} value.`)
  return contenthash
}

/** Decodes the binary form of ENSIP-7; null for bytes of an unknown protocol. */
export function formatContenthash(contenthash: Hex): ContentHash | null {
  try {
    const codec = getCodec(contenthash)
    return codec ? { protocolType: protocolTypes[codec] ?? codec, decoded: decode(contenthash) } : null
  } catch {
    return null
  }
}
