import { type Address, type ContractFunctionParameters, hexToBigInt, isAddressEqual, labelhash } from 'viem'
import { isAddress } from '../ens/evm-address.ts'
import { AppError } from '../errors.ts'
import { baseRegistrarAbi, v2RegistryAbi } from './abis.ts'
import { answerOf, answersOf } from './answers.ts'
import type { Chain } from './chains.ts'
import { v2EthRegistry } from './discover.ts'
import { type Expiry, expiryOf, type V2State } from './expiry-of.ts'
import { inFewestCalls } from './large-call.ts'

/**
 * Reads when `<label>.eth` expires, for many labels with one `eth_call` (where `inFewestCalls` can), from both generations
 * of ENS. `undefined` for a label that was never registered, or whose v1 token lies in the Graveyard. The time of the
 * newest block decides on the status.
 *
 * @throws AppError `UpstreamTimeoutException` or `UpstreamException` when the chain cannot be read.
 */
export async function expiriesOf(
  chain: Chain,
  labels: readonly string[],
): Promise<readonly (Expiry | undefined)[]> {
  if (labels.length === 0) return []
  const { client } = chain
  const [v2Registry, batching, block] = await Promise.all([
    v2EthRegistry(chain),
    inFewestCalls(chain),
    answerOf(client.getBlock()),
  ])
  if (!block) throw new AppError('UpstreamException', `The node of chain ${chain.id} has no newest block.`)
  const questions = labels.map((label) => questionsAbout(chain, v2Registry, hexToBigInt(labelhash(label))))
  const answers = await answersOf(client.multicall({ ...batching, contracts: questions.flat() }))
  return questions.map(({ length }, index) => {
    const [expires, holder, state] = answers.slice(index * length, (index + 1) * length)
    const v1 = isInGraveyard(chain, holder?.result) ? 0n : asSeconds(expires?.result)
    return expiryOf(block.timestamp, v1, v2Registry ? asState(chain, state?.result) : undefined)
  })
}

/** The same number of questions about every label. */
function questionsAbout(
  { contracts }: Chain,
  v2Registry: Address | null,
  id: bigint,
): readonly ContractFunctionParameters[] {
  const v1 = { address: contracts.baseRegistrar, abi: baseRegistrarAbi, args: [id] } as const
  const inV1 = [
    { ...v1, functionName: 'nameExpires' },
    { ...v1, functionName: 'ownerOf' },
  ] as const
  if (!v2Registry) return inV1
  return [...inV1, { address: v2Registry, abi: v2RegistryAbi, functionName: 'getState', args: [id] }]
}

/** The Graveyard keeps the tokens of names that moved to v2, and renews them almost for ever. */
const isInGraveyard = ({ contracts }: Chain, holder: unknown): boolean =>
  contracts.graveyard !== null &&
  typeof holder === 'string' &&
  isAddress(holder) &&
  isAddressEqual(holder, contracts.graveyard)

/** Without a registrar on the chain no name is registered. */
const asSeconds = (answer: unknown): bigint => (typeof answer === 'bigint' ? answer : 0n)

function asState({ id }: Chain, answer: unknown): V2State {
  if (isState(answer)) return answer
  throw new AppError('UpstreamException', `The ENSv2 registry of chain ${id} does not tell a name's state.`)
}

const isState = (answer: unknown): answer is V2State =>
  typeof answer === 'object' && answer !== null && 'latestOwner' in answer
