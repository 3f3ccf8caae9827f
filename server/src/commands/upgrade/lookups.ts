import type { Hex } from 'viem'
import { encodeBytes, encodeWithOffsets } from '../../ccip/call-data.ts'
import { fromHex, isHexBytes, toHex } from '../../crypto/hex.ts'
import { dnsEncode, namehash } from '../../ens/names.ts'
import { readBytes, readSize, viewOf } from '../../gateway/abi.ts'
import { recoverResponseSigner } from '../../gateway/recover-signer.ts'
import { isObject } from '../../is-object.ts'
import type { ServedName } from '../../store/entities/oldest-names.ts'

/** Lookups that decide about an upgrade. */
export const lookupCount = 10
const timeoutMs = 15_000

/** What a client gets of a name: the value, and who signed it. */
export interface Answer {
  readonly result: Hex
  readonly signer: Hex | null
}

/** `resolve(bytes,bytes)` with `addr(bytes32)`, of ENSIP-10 and EIP-137. */
function callDataOf(name: string): Hex {
  const call = `3b3b57de${Buffer.from(namehash(name)).toString('hex')}`
  return `0x9061b923${encodeWithOffsets([encodeBytes(dnsEncode(name).slice(2)), encodeBytes(call)])}`
}

/** As a client of CCIP-Read asks. @throws an error that says what the service returned. */
async function ask(
  url: string,
  { name, resolverId, chainId, resolver, scheme }: ServedName,
): Promise<Answer> {
  const data = callDataOf(name)
  const response = await fetch(`${url}/ccip/${resolverId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify({ data, sender: resolver }),
    signal: AbortSignal.timeout(timeoutMs),
  })
  const body: unknown = await response.json()
  if (!response.ok || !isObject(body) || !('data' in body) || !isHexBytes(body.data))
    throw new Error(`${name}: status ${response.status}`)
  const decoded = viewOf(fromHex(body.data))
  const result = readBytes(decoded, 0)
  const expires = BigInt(readSize(decoded, 32))
  const signature = readBytes(decoded, 64)
  if (expires * 1000n <= BigInt(Date.now())) throw new Error(`${name}: the response has expired`)
  const context = { scheme, chainId, resolver }
  const signer = recoverResponseSigner(context, { expires, request: fromHex(data), result }, signature)
  return { result: toHex(result), signer }
}

/** A failure is the answer `null`: an upgrade must not make it worse. */
export function askAll(url: string, names: readonly ServedName[]): Promise<readonly (Answer | null)[]> {
  return Promise.all(names.map((name) => ask(url, name).catch(() => null)))
}

/** Sentences; none: the second process answers as the first did. */
export async function compareLookups(
  url: string,
  names: readonly ServedName[],
  expected: readonly (Answer | null)[],
): Promise<readonly string[]> {
  const problems = await Promise.all(
    names.map(async (name, index) => {
      const before = expected[index]
      if (!before) return []
      const after = await ask(url, name).catch((error: unknown) => String(error))
      if (typeof after === 'string') return [`${name.name} is not answered (${after}).`]
      if (after.signer !== before.signer)
        return [`${name.name} is signed by ${after.signer}, not ${before.signer}.`]
      return after.result === before.result ? [] : [`${name.name} has another answer than before.`]
    }),
  )
  return problems.flat()
}
