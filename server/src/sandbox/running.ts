import { createPublicClient, http } from 'viem'
import type { Config } from '../config/config.ts'
import { mainnetId } from '../ens/chains.ts'
import { OperatorError } from '../errors.ts'
import { readSandboxFile, type SandboxFile } from './sandbox-file.ts'

/** @throws OperatorError without a sandbox in the configured data folder. */
export async function findRunningSandbox({ dataDir }: Config): Promise<SandboxFile> {
  const file = await readSandboxFile(dataDir)
  if (!file) throw new OperatorError(`There is no sandbox in ${dataDir}: start one with byname sandbox.`)
  const client = createPublicClient({ transport: http(file.chains[mainnetId].rpcUrl, { retryCount: 0 }) })
  const isRunning = await client.getChainId().then(
    () => true,
    () => false,
  )
  if (isRunning) return file
  throw new OperatorError(`The sandbox in ${dataDir} does not respond: start it with byname sandbox.`)
}
