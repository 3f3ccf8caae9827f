import { BaseError } from 'viem'
import { type Config, readConfig, type Secrets } from '../config.ts'
import type { ChainId } from '../ens/chain-id.ts'
import { normalizeName } from '../ens/name.ts'
import { AppError } from '../errors.ts'
import { findRunningSandbox } from '../sandbox/find-running.ts'
import { UsageError } from '../usage-error.ts'
import type { CcipClient } from './ccip-client.ts'
import { command, defaulted, flag } from './command.ts'
import { printable, printOne } from './print.ts'
import { readChain } from './read-option.ts'
import { type Profile, readProfile } from './read-profile.ts'

export const resolve = command({
  name: 'resolve',
  summary:
    'resolve a name as any ENS client would, on mainnet (1) or Sepolia, through RPC_URL_<chain> or the running ' +
    'sandbox, and show which gateways answered; fails when it has no records',
  operands: ['name'],
  options: { chain: defaulted('id', '1'), json: flag },
  run: async ({ operands: [text], options }) => {
    const chainId = readChain(options.chain)
    const name = normalizeName(text)
    const { config, secrets } = readConfig()
    // Every chain that viem knows comes with it, so no other command loads it.
    const { createCcipClient } = await import('./ccip-client.ts')
    const rpcUrl = await rpcUrlOf(chainId, config, secrets)
    const ccip = createCcipClient({ chainId, rpcUrl, timeout: config.rpcTimeout })
    const { resolver, records } = await read(ccip, name)
    const rows = { resolver, gateways: [...ccip.answered], ...Object.fromEntries(records) }
    printOne(rows, options.json)
    for (const line of failuresOf(ccip)) console.error(line)
    if (records.length === 0) throw new UsageError(`${name} has no records on chain ${chainId}.`)
  },
})

/** The operator's own node, else that of the sandbox that runs in the data folder. */
async function rpcUrlOf(chainId: ChainId, config: Config, secrets: Secrets): Promise<string> {
  const configured = secrets.rpcUrls[chainId]
  if (configured) return configured
  const sandbox = await findRunningSandbox(config).catch((error: unknown) => {
    if (!(error instanceof UsageError)) throw error
    throw new UsageError(`Set RPC_URL_${chainId} to a node of chain ${chainId}. ${error.message}`)
  })
  return sandbox.chains[chainId].rpcUrl
}

/** The gateways that did not answer, a line each; their URLs are written by owners of names. */
const failuresOf = ({ failed }: CcipClient): readonly string[] =>
  [...failed].map(([url, reason]) => printable(`The gateway ${url} did not answer: ${reason}`))

async function read(ccip: CcipClient, name: string): Promise<Profile> {
  try {
    return await readProfile(ccip.client, name)
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    const nodeFailure = error.walk((cause) => cause instanceof AppError)
    if (nodeFailure) throw nodeFailure
    const failures = failuresOf(ccip).map((line) => `  ${line}`)
    throw new UsageError([`${name} does not resolve: ${error.shortMessage}`, ...failures].join('\n'))
  }
}
