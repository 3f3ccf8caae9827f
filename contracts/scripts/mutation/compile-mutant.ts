import solc from 'solc'
import { renderArtifacts } from '../solidity.ts'

/** The contract that the tests deploy. */
const [file, name] = ['BynameResolver.sol', 'BynameResolver']

type Artifact = Parameters<typeof renderArtifacts>[0][number]

interface Output {
  readonly contracts?: Record<string, Record<string, Contract>>
}

interface Contract {
  readonly abi: Artifact['abi']
  readonly evm: Record<'bytecode' | 'deployedBytecode', { readonly object: string }>
}

/**
 * Compiles the resolver in a second, a tenth of the time of what is deployed: without the optimizer, so to twice the size that a chain
 * accepts. What it does is the same. Returns the module with its interface and bytecode; undefined: the sources do not
 * compile.
 */
export function compileMutant(sources: Readonly<Record<string, string>>): string | undefined {
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(Object.entries(sources).map(([each, content]) => [each, { content }])),
    settings: {
      optimizer: { enabled: false },
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      evmVersion: 'paris',
      outputSelection: { [file]: { [name]: ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
    },
  }
  const output: Output = JSON.parse(solc.compile(JSON.stringify(input)))
  const contract = output.contracts?.[file]?.[name]
  if (!contract) return undefined
  const { abi, evm } = contract
  const artifact: Artifact = {
    name,
    source: file,
    abi,
    bytecode: `0x${evm.bytecode.object}`,
    deployedBytecode: `0x${evm.deployedBytecode.object}`,
  }
  return Object.values(renderArtifacts([artifact])).join()
}
