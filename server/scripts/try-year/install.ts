import { appendFile, cp, readFile } from 'node:fs/promises'
import { createWalletClient, type Hex, publicActions } from 'viem'
import { mainnet } from 'viem/chains'
import type { Machine } from './machine.ts'
import { accountOf, host, transportOf, type World } from './world.ts'

export const firstName = {
  name: 'alice.acme.eth',
  address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
} as const

/** The options that answer every question of `byname setup`. */
export function setupOptions(world: World): string {
  const owner = accountOf(world, 0).address
  return `--host ${host} --chain mainnet --rpc ${world.rpcUrl} --owner ${owner} --https own`
}

/** Adds lines to the settings. */
export async function writeSettings(
  { path }: Machine,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
  await appendFile(`${path}/etc/byname/env`, lines.join(''), { mode: 0o600 })
}

/** As an operator copies it to the server. */
export async function copyPackage({ path }: Machine, file: string): Promise<string> {
  const name = file.split('/').at(-1) ?? ''
  await cp(file, `${path}/root/${name}`)
  return `./${name}`
}

export const readSettings = async ({ path }: Machine) => readFile(`${path}/etc/byname/env`, 'utf8')

/** Sends a request to the HTTP interface on the machine, from the machine. */
export async function call<T>(
  machine: Machine,
  path: string,
  { key, body }: { readonly key: string; readonly body: object },
): Promise<T> {
  const output = await machine.run(
    `curl -sS --fail-with-body -H 'content-type: application/json' -H 'x-api-key: ${key}' --data-binary @- 'http://127.0.0.1:3000${path}' <<'END'\n${JSON.stringify(body)}\nEND`,
  )
  // Safe: it is the envelope of the interface.
  return (JSON.parse(output) as { result: { data: T } }).result.data
}

export interface Domain {
  readonly resolverId: string
  /** May write names. */
  readonly key: string
}

/** What the pages of the console do with the wallet of the owner: a contract, a domain, a workspace, and a key. */
export async function openDomain(world: World, machine: Machine): Promise<Domain> {
  const account = accountOf(world, 0)
  const wallet = createWalletClient({ account, chain: mainnet, transport: transportOf(world) }).extend(
    publicActions,
  )
  const key = /^ADMIN_API_KEY=(.*)$/m.exec(await readSettings(machine))?.[1] ?? ''
  const path = '/byname/v1/offchain-resolvers'
  const deployment = await call<{ id: string; data: Hex }>(machine, `${path}/deployment?chainId=1`, {
    key,
    body: { owner: account.address },
  })
  const hash = await wallet.sendTransaction({ data: deployment.data })
  const { contractAddress: address } = await wallet.waitForTransactionReceipt({ hash })
  if (!address) throw new Error('There is no contract.')
  await call(machine, `${path}?chainId=1`, { key, body: { id: deployment.id, address } })
  await world.devnet.registerName(1, 'acme', { owner: account.address, resolver: address })
  const byname = async (command: string) => JSON.parse(await machine.run(`byname ${command} --json`))
  const workspace = await byname('workspaces create Acme')
  await machine.run(`byname domains add acme.eth --workspace ${workspace.id} --resolver ${deployment.id}`)
  const { key: ownKey } = await byname(
    `keys create --workspace ${workspace.id} --name try --scope names:write`,
  )
  return { resolverId: deployment.id, key: ownKey }
}

export async function addName(
  machine: Machine,
  { key }: Pick<Domain, 'key'>,
  { name, address }: { readonly name: string; readonly address: string },
): Promise<void> {
  await call(machine, '/ens/v1/subname/add', {
    key,
    body: {
      ...{ username: name.split('.')[0], ensDomain: 'acme.eth', chainId: 1, overrideSignatureCheck: true },
      addresses: [{ coinType: 60, address }],
    },
  })
}
