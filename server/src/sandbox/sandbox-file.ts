import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { mapChains } from '../ens/chains.ts'

const hex = z.templateLiteral(['0x', z.string().regex(/^[0-9a-fA-F]+$/)])

const chain = z.object({ rpcUrl: z.url(), resolver: hex, resolverId: z.string() })

const account = z.object({ address: hex, privateKey: hex })

const payment = z.object({
  chainId: z.number(),
  rpcUrl: z.url(),
  asset: hex,
  payTo: hex,
  /** Base units, for one request. */
  amount: z.string(),
  /** Holds some of the token. */
  payer: account,
  secret: z.string(),
})

const sandboxFile = z.object({
  url: z.url(),
  domain: z.string(),
  apiKey: z.string(),
  adminKey: z.string(),
  workspaceId: z.string(),
  chains: z.object(mapChains(() => chain)),
  accounts: z.array(account),
  /** Absent in files of older versions. */
  payment: payment.exactOptional(),
})

/** `<DATA_DIR>/sandbox.json`, by which tools and tests find the sandbox. All its keys are for tests. */
export type SandboxFile = z.output<typeof sandboxFile>

function sandboxFilePath(dataDir: string): string {
  return join(dataDir, 'sandbox.json')
}

/** Undefined without the file; throws when it is malformed. */
export async function readSandboxFile(dataDir: string): Promise<SandboxFile | undefined> {
  const text = await readFile(sandboxFilePath(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return text === undefined ? undefined : sandboxFile.parse(JSON.parse(text))
}

/** Atomic; readable by its owner only. */
export async function writeSandboxFile(dataDir: string, content: SandboxFile): Promise<void> {
  const temporaryPath = `${sandboxFilePath(dataDir)}.new`
  await writeFile(temporaryPath, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
  await rename(temporaryPath, sandboxFilePath(dataDir))
}
