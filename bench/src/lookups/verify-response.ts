import {
  compactSignatureToSignature,
  concat,
  decodeAbiParameters,
  encodeAbiParameters,
  encodePacked,
  type Hex,
  keccak256,
  parseAbiParameters,
  parseCompactSignature,
  recoverAddress,
  serializeSignature,
  size,
  slice,
} from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import type { SigningScheme } from '../../../server/src/gateway/digest.ts'
import { chainId, resolverAddress, signerKey } from '../databases/zone.ts'
import type { ExpectedLookup } from './expected-lookup.ts'

const response = parseAbiParameters('bytes result, uint64 expires, bytes signature')
/** Bytes of r, s and v. */
const signatureSize = 65
const compactSize = 64
const signer = privateKeyToAddress(signerKey)

/** Bytes of the JSON response to a lookup, which are the same for every gateway. */
export function responseSize({ result }: ExpectedLookup): number {
  return JSON.stringify({ data: encodeAbiParameters(response, [result, 0n, `0x${'00'.repeat(65)}`]) }).length
}

/** Throws unless `body` has the expected result, signed by the zone's key and not expired. */
export async function verifyResponse(
  body: string,
  lookup: ExpectedLookup,
  scheme: SigningScheme,
): Promise<void> {
  const [result, expires, signature] = decodeAbiParameters(response, dataFromBody(body))
  if (result !== lookup.result) throw new Error(`Wrong result for ${lookup.callData}: ${result}`)
  if (expires * 1000n < Date.now()) throw new Error(`Expired response to ${lookup.callData}.`)
  const hash = signedHash(scheme, responseDigest(scheme, lookup, expires), signature)
  const recovered = await recoverAddress({ hash, signature: fullSignature(signature) })
  if (recovered !== signer) throw new Error(`The response to ${lookup.callData} is not signed by ${signer}.`)
}

/** Implemented a second time on purpose: the benchmark does not trust the code that it measures. */
function responseDigest(scheme: SigningScheme, { callData, result }: ExpectedLookup, expires: bigint): Hex {
  const contract = encodePacked(['bytes2', 'address'], ['0x1900', resolverAddress])
  const chain = scheme === 'published' ? '0x' : encodePacked(['uint256'], [BigInt(chainId)])
  const content = encodePacked(
    ['uint64', 'bytes32', 'bytes32'],
    [expires, keccak256(callData), keccak256(result)],
  )
  return keccak256(encodePacked(['bytes', 'bytes', 'bytes'], [contract, chain, content]))
}

/** Without its path; the compact form (EIP-2098) is that of ENS's contract. */
function fullSignature(signature: Hex): Hex {
  if (size(signature) !== compactSize) return slice(signature, 0, signatureSize)
  return serializeSignature(compactSignatureToSignature(parseCompactSignature(signature)))
}

/** The digest itself, or what is signed for the root of the tree to which the path behind the signature leads. */
function signedHash(scheme: SigningScheme, digest: Hex, signature: Hex): Hex {
  if (scheme !== 'merkle' || size(signature) === signatureSize) return digest
  let node = digest
  for (let at = signatureSize; at < size(signature); at += 32) {
    const pair = [node, slice(signature, at, at + 32)].toSorted()
    node = keccak256(concat(['0x01', ...pair]))
  }
  return keccak256(
    encodePacked(
      ['bytes2', 'address', 'uint256', 'bytes32'],
      ['0x1900', resolverAddress, BigInt(chainId), node],
    ),
  )
}

/** Safe because decoding and recovering reject anything that is not hex. */
function dataFromBody(body: string): Hex {
  return JSON.parse(body).data
}
