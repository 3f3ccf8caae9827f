import { formatUnits } from 'viem'
import { type Config, environmentWithDefaults, readConfig } from '../config/config.ts'
import { ensChains, mainnetId } from '../ens/chains.ts'
import { ethCoinType } from '../ens/coin-type.ts'
import { OperatorError } from '../operator-error.ts'
import type { Sandbox } from '../sandbox/start.ts'
import { command } from './command.ts'
import { ensureDataDir } from './make-data-folder.ts'
import { stopOnShutdown } from './wait-for-shutdown-signal.ts'

const loopback = ['127.0.0.1', '::1', 'localhost']

export const sandbox = command({
  name: 'sandbox',
  summary: 'run it with local chains, a domain and keys to try it with',
  run: runSandbox,
})

async function runSandbox(): Promise<void> {
  const { config, secrets } = readConfig(environmentWithDefaults({ LOG_LEVEL: 'warn' }))
  assertLocalDevelopment(config)
  await ensureDataDir(config)
  // Only the sandbox may need local chains; the service itself runs where they are not installed.
  const { startSandbox } = await import('../sandbox/start.ts')
  const started = await startSandbox(config, secrets)
  console.log(welcome(started, config))
  await stopOnShutdown(started.stop)
}

/** The sandbox's keys are known to everybody, so it is for one machine and not for production. */
function assertLocalDevelopment(config: Config): void {
  if (config.nodeEnv === 'production')
    throw new OperatorError('The sandbox does not run with NODE_ENV=production; use npm run serve.')
  if (!loopback.includes(config.host))
    throw new OperatorError(
      `The sandbox listens on this machine only, not on ${config.host}: leave HOST out.`,
    )
}

function welcome({ file, isFirstStart }: Sandbox, { dataDir }: Config): string {
  const add = JSON.stringify({
    username: 'alice',
    ensDomain: file.domain,
    chainId: mainnetId,
    addresses: [{ coinType: ethCoinType, address: file.accounts[1]?.address }],
    text: [{ key: 'description', value: 'hello from Byname' }],
    overrideSignatureCheck: true,
  })
  const price = formatUnits(BigInt(file.payment.amount), 6)
  return `
Byname sandbox: for trying things out. Its chains are local and its accounts are known to everybody.

  API             ${file.url}
  documentation   ${file.url}/docs
${ensChains.map(({ id, title }) => `  ${title.padEnd(16)}${file.chains[id].rpcUrl}`).join('\n')}
  Base            ${file.payment.rpcUrl}
  domain          ${file.domain}, on each
  keys, accounts  ${dataDir}/sandbox.json
${
  isFirstStart
    ? `
Keys, shown this once:

  API key         ${file.apiKey}
  admin key       ${file.adminKey}
`
    : ''
}
Add a name, from another terminal in this folder:

  curl -X POST ${file.url}/ens/v1/subname/add -H 'content-type: application/json' -H "x-api-key: ${shellKey(file.apiKey, isFirstStart, dataDir)}" -d '${add}'

Resolve it as any ENS client would:

  npm run resolve -- alice.${file.domain}

Or pay ${price} USDC of the local Base for it: ${file.url}/ens/v2/resolve?ens=alice.${file.domain} asks for that, sandbox.json names a payer.
`
}

/** After the first start a key is read from the file instead of being shown again. */
function shellKey(key: string, isFirstStart: boolean, dataDir: string): string {
  return isFirstStart ? key : `$(sed -n 's/.*"apiKey": "\\(.*\\)".*/\\1/p' ${dataDir}/sandbox.json)`
}
