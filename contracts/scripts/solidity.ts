import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import solc from 'solc'
import type { Abi, Hex } from 'viem'

/** A compiled contract: what is committed, and what a deployment needs. */
interface Artifact {
  readonly name: string
  /** The file of the source folder that declares the contract. */
  readonly source: string
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

function path(relative: string) {
  return fileURLToPath(new URL(relative, import.meta.url))
}

/** The instructions that a contract may use: those of a fork of Ethereum. */
type EvmVersion = 'paris' | 'cancun'

/** For what a folder is compiled. */
interface Target {
  readonly evmVersion: EvmVersion
  /** Through the compiler's intermediate language: smaller code, in three times the time. */
  readonly viaIR?: boolean
}

const paris: Target = { evmVersion: 'paris' }

interface SolidityFolder extends Target {
  readonly name: string
  readonly sources: string
  /** Where the artifacts are committed. */
  readonly artifacts: string
}

/**
 * Every folder of Solidity in the house. Our own contracts run on any chain; what stays on the local ones may use what its
 * libraries use.
 */
export const solidityFolders: readonly SolidityFolder[] = [
  {
    name: 'contracts',
    sources: path('../src'),
    artifacts: path('../artifacts'),
    evmVersion: 'paris',
    viaIR: true,
  },
  {
    name: 'devnet',
    sources: path('../../devnet/solidity'),
    artifacts: path('../../devnet/artifacts'),
    evmVersion: 'cancun',
  },
  {
    name: 'tests of the server',
    sources: path('../../server/test/support/chain/solidity'),
    artifacts: path('../../server/test/support/chain/artifacts'),
    evmVersion: 'cancun',
  },
]

const openZeppelin = import.meta.resolve('@openzeppelin/contracts/package.json')

const banner = '// Compiled from '

/** What the compiler is asked for, of each contract. */
const outputs = ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object']

/**
 * Fixed settings: no metadata hash, so that the same source gives the same bytes on every machine; optimised for a cheap
 * deployment, because reading a resolver by calls costs no gas.
 */
const settings = {
  optimizer: { enabled: true, runs: 200 },
  metadata: { bytecodeHash: 'none', appendCBOR: false },
}

/**
 * Compiles every `.sol` file of `folder` and returns its deployable contracts in alphabetical order; interfaces and
 * abstract contracts have no bytecode and are left out, like what is imported from a package. A folder that does not exist
 * has no contracts. Throws on any compiler message, warnings included, and where two files declare contracts of one name.
 */
export async function compileFolder(folder: string, target: Target = paris): Promise<Artifact[]> {
  const sources = await readFolder(folder, '.sol')
  if (Object.keys(sources).length === 0) return []
  const artifacts = Object.entries(compile(sources, target))
    .flatMap(([source, contracts]) =>
      Object.entries(contracts).map(([name, contract]) => toArtifact(name, source, contract)),
    )
    .filter(({ bytecode }) => bytecode !== '0x')
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  const duplicate = artifacts.find(({ name }, index) => artifacts[index + 1]?.name === name)
  if (duplicate) throw new Error(`Two contracts of ${folder} are called ${duplicate.name}`)
  return artifacts
}

/** The generated modules that stand in `folder`, by file name; files written by hand are left out. */
export async function committedArtifacts(folder: string): Promise<Record<string, string>> {
  const modules = Object.entries(await readFolder(folder, '.ts'))
  return Object.fromEntries(modules.filter(([, text]) => text.startsWith(banner)))
}

/** The TypeScript modules to commit for `artifacts`, by file name. */
export function renderArtifacts(artifacts: readonly Artifact[]): Record<string, string> {
  return Object.fromEntries(artifacts.map((artifact) => [`${artifact.name}.ts`, renderArtifact(artifact)]))
}

/** One module: `<name>Abi` (as const), `<name>Bytecode`, `<name>DeployedBytecode`. */
function renderArtifact({ name, source, abi, bytecode, deployedBytecode }: Artifact): string {
  const identifier = name.replace(/^[A-Z]+(?![a-z])|^[A-Z]/, (start) => start.toLowerCase())
  return [
    `${banner}${source} by \`npm run compile\`; do not edit.`,
    `export const ${identifier}Abi = ${JSON.stringify(abi, null, 2)} as const`,
    `export const ${identifier}Bytecode = '${bytecode}' as const`,
    `export const ${identifier}DeployedBytecode = '${deployedBytecode}' as const`,
    '',
  ].join('\n')
}

/** What the compiler reads for a folder without libraries: the form in which explorers verify sources (standard JSON input). */
export async function composeStandardInput(folder: string, target: Target) {
  return composeInput(await readFolder(folder, '.sol'), target)
}

function composeInput(sources: Record<string, string>, { evmVersion, viaIR = false }: Target) {
  const contents = Object.entries(sources).map(([file, content]) => [file, { content }])
  const selected = Object.keys(sources).map((file) => [file, { '*': outputs }])
  return {
    language: 'Solidity',
    sources: Object.fromEntries(contents),
    settings: { ...settings, evmVersion, viaIR, outputSelection: Object.fromEntries(selected) },
  }
}

function compile(
  sources: Record<string, string>,
  target: Target,
): Record<string, Record<string, CompiledContract>> {
  const input = composeInput(sources, target)
  const output: CompilerOutput = JSON.parse(solc.compile(JSON.stringify(input), { import: readLibrary }))
  if (output.errors?.length) throw new Error(output.errors.map((error) => error.formattedMessage).join('\n'))
  return output.contracts ?? {}
}

/** Reads what a source imports from OpenZeppelin's npm package, such as `@openzeppelin/contracts/utils/Address.sol`. */
function readLibrary(file: string): { contents: string } | { error: string } {
  const relative = /^@openzeppelin\/contracts\/(.+\.sol)$/.exec(file)?.[1]
  if (!relative)
    return { error: 'Only @openzeppelin/contracts/… can be imported beside files of the folder.' }
  return { contents: readFileSync(new URL(relative, openZeppelin), 'utf8') }
}

function toArtifact(name: string, source: string, { abi, evm }: CompiledContract): Artifact {
  return {
    name,
    source,
    abi,
    bytecode: `0x${evm.bytecode.object}`,
    deployedBytecode: `0x${evm.deployedBytecode.object}`,
  }
}

/** The texts of the files of `folder` with this ending, by file name; none where there is no such folder. */
async function readFolder(folder: string, ending: string): Promise<Record<string, string>> {
  const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const chosen = files.filter((file) => file.endsWith(ending)).sort()
  const texts = chosen.map(async (file) => [file, await readFile(`${folder}/${file}`, 'utf8')] as const)
  return Object.fromEntries(await Promise.all(texts))
}
