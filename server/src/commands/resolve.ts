import { BaseError } from 'viem'
import { type Config, readConfig, type Secrets } from '../config/config.ts'
import type { ChainId } from '../ens/chains.ts'
import { normalizeName } from '../ens/name.ts'
import { AppError } from '../errors.ts'
import { OperatorError } from '../operator-error.ts'
import { findRunningSandbox } from '../sandbox/find-running.ts'
import type { CcipClient } from './ccip-client.ts'
import { command, defaulted, flag } from './command.ts'
import { escapeControlCharacters, printRecord } from './print.ts'
import { parseChainId } from './read-option.ts'
import { type Profile, readProfile } from './read-profile.ts'

export const resolve = command({
  name: 'resolve',
  summary:
    'resolve a name as any ENS client would, on mainnet (1) or Sepolia, through RPC_URL_<chain> or the running ' +
    'sandbox, and show which gateways answered; fails when it has no records',
  operands: ['name'],
  options: { chain: defaulted('id', '1'), json: flag },
  run: async ({ operands: [text], options }) => {
    const chainId = parseChainId(options.chain)
    const name = normalizeName(text)
    const { config, secrets } = readConfig()
    // Every chain that viem knows comes with it, so no other command loads it.
    const { createCcipClient } = await import('./ccip-client.ts')
    const rpcUrl = await findRpcUrl(chainId, config, secrets)
    const ccip = createCcipClient({ chainId, rpcUrl, timeoutMs: config.rpcTimeoutMs })
    const { resolver, records } = await readProfileOrExplain(ccip, name)
    const rows = { resolver, gateways: [...ccip.respondedUrls], ...Object.fromEntries(records) }
    printRecord(rows, options.json)
    for (const line of formatGatewayFailures(ccip)) console.error(line)
    if (records.length === 0) throw new OperatorError(`${name} has no records on chain ${chainId}.`)
  },
})

/** The operator's own node, else that of the sandbox that runs in the data folder. */
async function findRpcUrl(chainId: ChainId, config: Config, secrets: Secrets): Promise<string> {
  const configured = secrets.rpcUrls[chainId]
  if (configured) return configured
  const sandbox = await findRunningSandbox(config).catch((error: unknown) => {
    if (!(error instanceof OperatorError)) throw error
    throw new OperatorError(`Set RPC_URL_${chainId} to a node of chain ${chainId}. ${error.message}`)
  })
  return sandbox.chains[chainId].rpcUrl
}

/** The gateways that did not answer, a line each; their URLs are written by owners of names. */
function formatGatewayFailures({ failedUrls }: CcipClient): readonly string[] {
  return [...failedUrls].map(([url, reason]) =>
    escapeControlCharacters(`The gateway ${url} did not answer: ${reason}`),
  )
}

async function readProfileOrExplain(ccip: CcipClient, name: string): Promise<Profile> {
  try {
    return await readProfile(ccip.client, name)
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    const rpcFailure = error.walk((cause) => cause instanceof AppError)
    if (rpcFailure) throw rpcFailure
    const failures = formatGatewayFailures(ccip).map((line) => `  ${line}`)
    throw new OperatorError([`${name} does not resolve: ${error.shortMessage}`, ...failures].join('\n'))
  }
}
