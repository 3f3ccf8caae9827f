import { type Codec, decode, encode, getCodec } from '@ensdomains/content-hash'
import { base32 } from 'multiformats/bases/base32'
import { bases } from 'multiformats/basics'
import { CID } from 'multiformats/cid'
import type { Hex } from 'viem'
import { AppError } from '../errors.ts'

/** `protocolType` as in ENS tools (`ipfs`, `bzz`, `ar`, …), `decoded` without scheme. */
export interface ContentHash {
  readonly protocolType: string
  readonly decoded: string
}

/** Base58 decoding is quadratic in the length. */
export const maxUriCharacters = 1024

/** Patterns of values; the library's checks are lax. */
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

/** Codecs that ENS tools name differently. */
const protocolTypes: Partial<Record<Codec, string>> = { swarm: 'bzz', skynet: 'sia', arweave: 'ar' }

/** Inlined Ed25519 or secp256k1 public key, or the SHA-256 of a longer one. */
const ipnsKey = /^e5010172(002408011220[0-9a-f]{64}|002508021221[0-9a-f]{66}|1220[0-9a-f]{64})$/

/** A CID of version 1 in the IPFS namespace, with the codec of a key. */
const keyInIpfs = /^e3010172/

/** Forms that people copy, as protocol and value: URIs, paths, and URLs of gateways and onion services. */
const forms: readonly RegExp[] = [
  /(?:^|\/)(?<protocol>ip[fn]s)\/(?<value>[^/]+)$/,
  /^https?:\/\/(?<value>[a-z0-9]+)\.(?<protocol>ip[fn]s)\.[a-z0-9.:-]+$/i,
  /^https?:\/\/(?<value>[a-z2-7]{16})\.(?<protocol>onion)$/i,
  /^https?:\/\/(?<value>[a-z2-7]{56})\.onion$/i,
  /^https?:\/\/(?<protocol>ar)weave\.net\/(?<value>[^/]+)$/i,
  /^(?<protocol>[a-z0-9]+):\/\/(?<value>.*)$/is,
]

/** Ignores blanks around the text, slashes at its end, and the case of the protocol. */
function splitUri(uri: string): { protocol: string; value: string } {
  const text = uri.trim().replace(/\/+$/, '')
  for (const form of forms) {
    const { protocol = 'onion3', value = '' } = form.exec(text)?.groups ?? { protocol: '' }
    if (protocol !== '') return { protocol: protocol.toLowerCase(), value }
  }
  return { protocol: '', value: '' }
}

/** Of multibase, by prefix, without those that the library of content hashes reads, and without the binary one. */
const otherBases: ReadonlyMap<string, { readonly decode: (text: string) => Uint8Array }> = new Map(
  Object.values(bases).flatMap((base) =>
    ['b', 'k', 'z', '\0'].includes(base.prefix) ? [] : [[base.prefix as string, base] as const],
  ),
)

/** A CID of version 1 in any base of multibase, in the base that is usual; another text as it is. */
function toUsualBase(value: string): string {
  // Version 0 and older keys are base58 without a prefix.
  if (/^(?:Qm|1[2-9A-HJ-NP-Za-km-z]{40,})/.test(value)) return value
  const base = otherBases.get(String.fromCodePoint(value.codePointAt(0) ?? 0))
  try {
    return base ? CID.decode(base.decode(value)).toV1().toString(base32) : value
  } catch {
    return value
  }
}

/** Null when the library rejects the value, or accepts an invalid key. */
function encodeValue(codec: Codec, value: string): string | null {
  try {
    const hex = encode(codec, value)
    return codec === 'ipns' && !ipnsKey.test(hex) ? null : hex
  } catch {
    return null
  }
}

/** Whether a text is a CID of version 1 of something else than a key. Older keys look like CIDs of version 0. */
function isContentId(value: string): boolean {
  const hex = value.startsWith('Qm') ? null : encodeValue('ipfs', value)
  return hex !== null && !keyInIpfs.test(hex)
}

/** What to write instead of a value. */
function remedyOf(protocol: string, value: string): string {
  if (protocol === 'ipfs' && value.includes('/')) return ' It names content, without a path in it.'
  if (protocol === 'ipns' && value.includes('.'))
    return ' A DNS name is no key: use the key that it links to, such as ipns://k51….'
  return ` Expected ${exampleOf[protocol] ?? `${protocol}://<value>`}.`
}

const exampleOf: Readonly<Record<string, string>> = {
  ipfs: 'ipfs://<CID>, such as ipfs://bafy…',
  ipns: 'ipns://<key>, such as ipns://k51…',
  bzz: 'bzz://<64 hex digits>',
  swarm: 'swarm://<64 hex digits>',
  onion: 'onion://<16 characters>, or onion3://<56 characters>, in lower case and without .onion',
  onion3: 'onion3://<56 characters>, in lower case and without .onion',
  ar: 'ar://<43 characters>',
  arweave: 'arweave://<43 characters>',
  sia: 'sia://<46 characters>',
  skynet: 'skynet://<46 characters>',
  adnl: 'adnl://<64 hex digits>',
}

/**
 * Parses a URI, or an IPFS or IPNS path or gateway URL, to the binary form of ENSIP-7. Equal contents give equal bytes:
 * CIDs become version 1 in its usual base. A key is no content: it belongs to `ipns`.
 * @throws InvalidRecordException
 */
export function parseContenthash(uri: string): Hex {
  if (uri.length > maxUriCharacters)
    throw new AppError('InvalidRecordException', `A content hash has at most ${maxUriCharacters} characters.`)
  const binary = uri.trim()
  if (/^0x/i.test(binary)) return parseBinary(binary)
  const { protocol, value: given } = splitUri(uri)
  const value = /^ip[fn]s$/.test(protocol) ? toUsualBase(given) : given
  const knownProtocol = protocols.get(protocol)
  if (!knownProtocol)
    throw new AppError(
      'InvalidRecordException',
      `A content hash is <protocol>://<value>, where the protocol is one of ${[...protocols.keys()].join(', ')}.`,
    )
  const contenthash = knownProtocol.pattern.test(value) ? encodeValue(knownProtocol.codec, value) : null
  const shown = value.slice(0, 100)
  if (contenthash === null)
    throw new AppError(
      'InvalidRecordException',
      `"${shown}" is not a valid ${protocol} value.${remedyOf(protocol, value)}`,
    )
  if (keyInIpfs.test(contenthash))
    throw new AppError('InvalidRecordException', `"${shown}" is a key, not content: use ipns://${shown}.`)
  if (protocol === 'ipns' && isContentId(value))
    throw new AppError('InvalidRecordException', `"${shown}" is content, not a key: use ipfs://${shown}.`)
  return `0x${contenthash}`
}

/**
 * Of the binary form in hexadecimal digits, as records on chain and exports of other services have it: what it means, in the bytes
 * that its URI has.
 */
function parseBinary(text: string): Hex {
  const isHex = /^0x(?:[0-9a-f]{2})+$/i.test(text)
  const content = isHex ? formatContenthash(`0x${text.slice(2).toLowerCase()}`) : null
  if (content) return parseContenthash(`${content.protocolType}://${content.decoded}`)
  throw new AppError(
    'InvalidRecordException',
    `"${text.slice(0, 100)}" is no content hash in binary form (ENSIP-7) whose protocol is one of ${[...protocols.keys()].join(', ')}.`,
  )
}

/** A DNS name in place of an IPNS key (DNSLink): an identity hash of its text. Written by earlier tools. */
const dnsLink = /^0xe50101(?:70|72)00[0-7][0-9a-f]((?:[2-7][0-9a-f])+)$/

/** Decodes ENSIP-7; null for an unknown protocol. */
export function formatContenthash(contenthash: Hex): ContentHash | null {
  try {
    const name = ipnsKey.test(contenthash.slice(2)) ? undefined : dnsLink.exec(contenthash)?.[1]
    // The library writes a warning to standard error.
    if (name !== undefined)
      return { protocolType: 'ipns', decoded: Buffer.from(name, 'hex').toString('latin1') }
    const codec = getCodec(contenthash)
    return codec ? { protocolType: protocolTypes[codec] ?? codec, decoded: decode(contenthash) } : null
  } catch {
    return null
  }
}
