import { readConfig } from '../config/config.ts'
import { chainIds, ensChain, mainnetId, testnetIds } from '../ens/chains.ts'
import { parseDomain } from '../ens/name.ts'
import { OperatorError } from '../operator-error.ts'
import { findRunningSandbox } from '../sandbox/find-running.ts'
import { command } from './command.ts'

export const sandboxRegister = command({
  name: 'sandbox register',
  summary: "register a .eth domain on the running sandbox's chains, ready to be onboarded",
  operands: ['domain'],
  run: ({ operands: [domain] }) => register(domain),
})

async function register(text: string): Promise<void> {
  const name = parseDomain(text)
  if (!/^[^.]+\.eth$/.test(name)) throw new OperatorError(`${name} is not a second-level .eth name.`)
  const { config } = readConfig()
  const { url, workspaceId, accounts, chains } = await findRunningSandbox(config)
  const owner = accounts[0]?.address
  if (!owner) throw new OperatorError('sandbox.json names no account that could own the domain.')
  const [{ connectChain }, { pointName }] = await Promise.all([
    import('@byname/devnet/chain'),
    import('@byname/devnet/point-name'),
  ])
  for (const chainId of chainIds) {
    const { rpcUrl, resolver } = chains[chainId]
    await pointName(connectChain(chainId, rpcUrl), name, { owner, resolver })
  }
  const body = { ensDomain: name, offchainResolverId: chains[mainnetId].resolverId, workspaceId }
  const onTestnets = testnetIds.map(
    (id) =>
      `For ${ensChain(id).title}, the offchainResolverId is ${chains[id].resolverId}, and the owner signs with --chain ${id}.`,
  )
  console.log(`${name} uses the sandbox's resolver on every chain. Onboard it on mainnet with the API key and a signature of
its owner, account 0 of the sandbox:

  npm run -s byname -- sandbox sign 0 > owner.curl
  curl -K owner.curl -X POST ${url}/ens/v1/ens/add -H 'content-type: application/json' -H "x-api-key: $KEY" -d '${JSON.stringify(body)}'

${onTestnets.join('\n')}`)
}
