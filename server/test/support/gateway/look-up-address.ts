import { decodeAbiParameters, decodeFunctionResult, parseAbiParameters, zeroAddress } from 'viem'
import { z } from 'zod'
import { resolverAbi } from './calls.ts'
import { addressCall, encodeLookup } from './client.ts'

const lookupResponse = z.object({ data: z.templateLiteral(['0x', z.string()]) })

/** The Ethereum address in the gateway's response for a name; the zero address when it has none. The signature is not verified. */
export async function lookUpAddress(serviceUrl: string, resolverId: string, name: string): Promise<string> {
  const response = await fetch(`${serviceUrl}/ccip/${resolverId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data: encodeLookup(name, addressCall(name)), sender: zeroAddress }),
  })
  const { data } = lookupResponse.parse(await response.json())
  const [result] = decodeAbiParameters(parseAbiParameters('bytes, uint64, bytes'), data)
  return decodeFunctionResult({ abi: resolverAbi, functionName: 'addr', data: result })
}
