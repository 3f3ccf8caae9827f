import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Devnet, startDevnet } from '@byname/devnet'
import { type Base, startBase } from '@byname/devnet/base'
import { type Address, encodeFunctionData, namehash, parseAbi } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { readConfig } from '../../src/config.ts'
import { createContext, type Overrides } from '../../src/context.ts'
import { type Service, startService } from '../../src/service.ts'
import { openStore } from '../../src/store/open.ts'
import { listPayments } from '../../src/store/payment-listing.ts'
import type { Payment } from '../../src/store/payment-row.ts'
import { type FaultyNode, startFaultyNode } from './faulty-node.ts'
import { send } from './registry-writes.ts'
import { type ServeProcess, startServeProcess } from './serve-process.ts'
import { environmentOf, type Settings } from './service.ts'
import { controlOf, type PaymentChain } from './settlement.ts'

/** Base units of the token, for one request. */
export const price = 5_000n

/** Names to resolve: each is registered on the local mainnet, with an address. */
export const names = ['alice.eth', 'bob.eth'] as const

/**
 * Everything a paid request touches, and all of it real: a mainnet with names, a Base with the token, each behind a proxy
 * that fails as it is told, and a database that several servers share.
 */
export interface PaidScene {
  readonly devnet: Devnet
  readonly base: Base
  /** Through which the service reads names: calls of it are runs of the resolution. */
  readonly namesNode: FaultyNode
  /** Through which the service pays. */
  readonly baseNode: FaultyNode
  /** Moves Base: mining, time, its own accounts. */
  readonly control: PaymentChain['control']
  readonly payTo: Address
  readonly relayer: PrivateKeyAccount
  /** A new account with so much of the token, in base units; enough for ten payments if absent. */
  createPayer(balance?: bigint): Promise<PrivateKeyAccount>
  /** The environment of every server and command. */
  environment(settings?: Settings): Settings
  /** Starts a server in a process of its own, which ends with the running test. */
  startProcess(settings?: Settings): Promise<ServeProcess>
  /** Starts a server in this process; the scene stops it. */
  startHere(settings?: Settings, overrides?: Overrides): Promise<Service>
  /** Every payment in the journal, newest first. */
  journal(): Promise<readonly Payment[]>
  /** What the payee has of the token. */
  received(): Promise<bigint>
  /** How many transactions of the relayer are mined. */
  relayed(): Promise<number>
  stop(): Promise<void>
}

/** Starts the chains; without a database URL, servers share an SQLite file. */
export async function startPaidScene(databaseUrl?: string): Promise<PaidScene> {
  const folder = await mkdtemp(join(tmpdir(), 'byname-paid-'))
  const [devnet, base] = await Promise.all([startDevnet({ chains: [1] }), startBase()])
  const [namesNode, baseNode] = await Promise.all([
    startFaultyNode(devnet.rpcUrl(1)),
    startFaultyNode(base.rpcUrl),
  ])
  const relayer = privateKeyToAccount(accountAt(base, 7).privateKey)
  const payTo = accountAt(base, 8).address
  for (const name of names) await pointToItsOwner(devnet, name)
  const shared: Settings = {
    RPC_URL_1: namesNode.url,
    PUBLIC_URL: 'https://names.example',
    PAYMENT_PAY_TO: payTo,
    PAYMENT_RELAYER_KEY: accountAt(base, 7).privateKey,
    PAYMENT_RPC_URL: baseNode.url,
    PAYMENT_SECRET: 'a secret that all servers of the scene share',
    PAYMENT_TIMEOUT: '4',
    RESOLVE_FREE_LIMIT: '100000',
  }
  const environment = (settings: Settings = {}) =>
    environmentOf(folder, databaseUrl, { ...shared, ...settings })
  const here: Service[] = []
  const control = controlOf(base.rpcUrl)
  return {
    devnet,
    base,
    namesNode,
    baseNode,
    payTo,
    relayer,
    control,
    createPayer: async (balance = 10n * price) => {
      const account = privateKeyToAccount(generatePrivateKey())
      if (balance > 0n) await base.mint(account.address, balance)
      return account
    },
    environment,
    startProcess: (settings) => startServeProcess(environment(settings)),
    startHere: async (settings, overrides) => {
      const { config, secrets } = readConfig(environment(settings))
      const service = await startService(await createContext(config, secrets, overrides))
      here.push(service)
      return service
    },
    journal: async () => {
      const store = await openStore({ url: databaseUrl ?? `sqlite:${folder}/byname.db` })
      return listPayments(store.db, { limit: 10_000 }).finally(store.close)
    },
    received: () => base.balanceOf(payTo),
    relayed: () => control.getTransactionCount({ address: relayer.address }),
    stop: async () => {
      for (const service of here) await service.stop()
      await Promise.all([namesNode.close(), baseNode.close()])
      await Promise.all([devnet.stop(), base.stop()])
      await rm(folder, { recursive: true })
    },
  }
}

const accountAt = ({ accounts }: Base, index: number) => {
  const account = accounts[index]
  if (account) return account
  throw new Error(`The local chain has no account ${index}.`)
}

const abi = parseAbi(['function setAddr(bytes32 node, address account)'])

async function pointToItsOwner(devnet: Devnet, name: string): Promise<void> {
  const [owner] = devnet.accounts
  if (!owner) throw new Error('The local chain has no accounts.')
  const resolver = devnet.addresses(1).publicResolver
  await devnet.pointName(1, name, { owner: owner.address, resolver })
  const data = encodeFunctionData({ abi, functionName: 'setAddr', args: [namehash(name), owner.address] })
  await send(devnet.rpcUrl(1), owner.address, resolver, data)
}
