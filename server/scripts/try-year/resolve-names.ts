import { argv, stdout } from 'node:process'
import { createInterface } from 'node:readline'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { bynameResolverAbi } from '@byname/contracts/BynameResolver'
import {
  type Address,
  createPublicClient,
  decodeErrorResult,
  type Hex,
  http,
  isAddressEqual,
  isHex,
  parseAbi,
} from 'viem'
import { mainnet } from 'viem/chains'

/**
 * A client of the names: reads lines of JSON, `{ name, address }` or `{ authority }`, resolves the names in turn without a
 * pause, by viem through the Universal Resolver, and prints a line of JSON for each lookup. The end of its input ends it.
 */
const [, , rpcUrl, lookupsPerSecond] = argv
const client = createPublicClient({ chain: mainnet, transport: http(rpcUrl) })
const names: { readonly name: string; readonly address: Address }[] = []
let turn = 0

async function lookUp({ name, address }: (typeof names)[number]): Promise<string | undefined> {
  try {
    const found = await client.getEnsAddress({ name, strict: true })
    if (found && isAddressEqual(found, address)) return undefined
    return `wrong: ${found}`
  } catch (error) {
    return describe(error)
  }
}

const contractErrors = [
  ...bynameResolverAbi,
  ...parseAbi(['error ResolverError(bytes reason)', 'error HttpError(uint16 status, string message)']),
]

/** What the gateway, the network or the contract said, which is innermost. */
function describe(error: unknown): string {
  const { cause, data, shortMessage, message, status } = Object(error)
  if (cause) return describe(cause)
  if (isHex(data)) return describeRevert(data)
  return (
    [status && `HTTP ${status}`, shortMessage ?? message ?? error].filter(Boolean).join(' ').split('\n')[0] ??
    ''
  )
}

function describeRevert(data: Hex): string {
  try {
    const { errorName, args } = decodeErrorResult({ abi: contractErrors, data })
    const [first] = args ?? []
    if (errorName === 'ResolverError' && isHex(first)) return describeRevert(first)
    return errorName === 'HttpError' ? `${errorName}(${first})` : errorName
  } catch {
    return `an error of a contract: ${data.slice(0, 10)}`
  }
}

const timer = setInterval(async () => {
  const next = names[turn++ % names.length]
  if (!next) return
  const at = Date.now()
  const error = await lookUp(next)
  stdout.write(`${JSON.stringify({ name: next.name, at, ms: Date.now() - at, error })}\n`)
}, 1000 / Number(lookupsPerSecond))

for await (const line of createInterface(process.stdin)) {
  const { name, address, authority } = JSON.parse(line)
  if (authority) setDefaultCACertificates([...getCACertificates('default'), authority])
  else names.push({ name, address })
}
clearInterval(timer)
