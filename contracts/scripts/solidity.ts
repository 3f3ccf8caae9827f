import { readdir, readFile } from 'node:fs/promises'
import solc from 'solc'
import type { Abi, Hex } from 'viem'

/** A compiled contract: what is committed, and what a deployment needs. */
export interface Artifact {
  readonly name: string
  readonly abi: Abi
  /** Creation bytecode. */
  readonly bytecode: Hex
  /** Bytecode as it stands on chain, before immutables are filled in. */
  readonly deployedBytecode: Hex
}

interface CompilerOutput {
  readonly errors?: readonly { readonly formattedMessage: string }[]
  readonly contracts?: Record<string, Record<string, CompiledContract>>
}

interface CompiledContract {
  readonly abi: Abi
  readonly evm: {
    readonly bytecode: { readonly object: string }
    readonly deployedBytecode: { readonly object: string }
  }
}

/** Fixed settings: no metadata hash, so that the same source gives the same bytes on every machine. */
const settings = {
  optimizer: { enabled: true, runs: 10_000 },
  evmVersion: 'paris',
  metadata: { bytecodeHash: 'none', appendCBOR: false },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
}

/**
 * Compiles every `.sol` file of `folder` and returns its deployable contracts in alphabetical order; interfaces and
 * abstract contracts have no bytecode and are left out. Throws on any compiler message, warnings included.
 */
export async function compileFolder(folder: string): Promise<Artifact[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sol')).sort()
  const sources = Object.fromEntries(
    await Promise.all(
      files.map(async (file) => [file, { content: await readFile(`${folder}/${file}`, 'utf8') }] as const),
    ),
  )
  const output: CompilerOutput = JSON.parse(
    solc.compile(JSON.stringify({ language: 'Solidity', sources, settings })),
  )
  if (output.errors?.length) throw new Error(output.errors.map((error) => error.formattedMessage).join('\n'))
  return Object.values(output.contracts ?? {})
    .flatMap((contracts) => Object.entries(contracts))
    .filter(([, contract]) => contract.evm.bytecode.object !== '')
    .map(([name, { abi, evm }]) => ({
      name,
      abi,
      bytecode: `0x${evm.bytecode.object}` as const,
      deployedBytecode: `0x${evm.deployedBytecode.object}` as const,
    }))
    .sort((a, b) => a.name.localeCompare(b.name))
}

/** The TypeScript module that is committed for `artifact`: `<name>Abi` (as const), `<name>Bytecode`, `<name>DeployedBytecode`. */
export function renderArtifact({ name, abi, bytecode, deployedBytecode }: Artifact): string {
  const identifier = name.replace(/^[A-Z]+(?![a-z])|^[A-Z]/, (start) => start.toLowerCase())
  return [
    `// Compiled from ${name}.sol by \`npm run compile\`; do not edit.`,
    `export const ${identifier}Abi = ${JSON.stringify(abi, null, 2)} as const`,
    `export const ${identifier}Bytecode = '${bytecode}' as const`,
    `export const ${identifier}DeployedBytecode = '${deployedBytecode}' as const`,
    '',
  ].join('\n')
}
