/**
 * Takes the ENS contracts that the local chains need out of ENS's npm packages, and commits them as typed modules.
 *
 *     for p in ens@0.6.2 ethregistrar@2.0.5 resolver@0.3.1 offchain-resolver-contracts@0.2.1; do
 *       npm pack @ensdomains/$p --pack-destination "$folder"
 *     done
 *     cd "$folder" && for t in *.tgz; do mkdir "${t%.tgz}" && tar -xzf "$t" -C "${t%.tgz}"; done
 *     node devnet/scripts/extract-ens-artifacts.ts "$folder"
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

interface Source {
  readonly package: string
  readonly version: string
  readonly licence: string
  readonly file: string
  /** Functions to keep in the ABI; all overloads of a name. */
  readonly functions: readonly string[]
}

interface Parameter {
  readonly name: string
  readonly type: string
}

interface AbiEntry {
  readonly type: string
  readonly name?: string
  readonly stateMutability?: string
  readonly inputs?: readonly Parameter[]
  readonly outputs?: readonly Parameter[]
}

const bsd = 'BSD-2-Clause'

const sources: readonly Source[] = [
  {
    package: 'ens',
    version: '0.6.2',
    licence: bsd,
    file: 'build/contracts/ENSRegistry.json',
    functions: ['owner', 'resolver', 'setOwner', 'setResolver', 'setSubnodeOwner'],
  },
  {
    package: 'ens',
    version: '0.6.2',
    licence: bsd,
    file: 'build/contracts/ReverseRegistrar.json',
    functions: ['setName', 'node'],
  },
  {
    package: 'ethregistrar',
    version: '2.0.5',
    licence: bsd,
    file: 'build/contracts/BaseRegistrarImplementation.json',
    functions: [
      'GRACE_PERIOD',
      'addController',
      'nameExpires',
      'ownerOf',
      'reclaim',
      'register',
      'setApprovalForAll',
      'transferFrom',
    ],
  },
  {
    package: 'resolver',
    version: '0.3.1',
    licence: bsd,
    file: 'build/contracts/PublicResolver.json',
    functions: ['setAddr', 'setContenthash', 'setName', 'setText', 'multicall'],
  },
  {
    package: 'offchain-resolver-contracts',
    version: '0.2.1',
    licence: 'MIT',
    file: 'artifacts/contracts/OffchainResolver.sol/OffchainResolver.json',
    functions: ['makeSignatureHash', 'signers', 'url'],
  },
]

const target = fileURLToPath(new URL('../artifacts/ens', import.meta.url))

const parameters = (list: readonly Parameter[] = []) => list.map(({ name, type }) => ({ name, type }))

/** An ABI without the non-standard fields of old compilers. */
function pick(abi: readonly AbiEntry[], functions: readonly string[]): AbiEntry[] {
  return abi
    .filter(
      ({ type, name = '' }) => type === 'constructor' || (type === 'function' && functions.includes(name)),
    )
    .map(({ type, name, stateMutability = 'nonpayable', inputs, outputs }) => ({
      type,
      stateMutability,
      inputs: parameters(inputs),
      ...(type === 'function' && { name, outputs: parameters(outputs) }),
    }))
}

/** Writes the module of one contract and the licence of its package; returns its row of the table in the README. */
async function extract(folder: string, source: Source): Promise<string> {
  const root = `${folder}/ensdomains-${source.package}-${source.version}/package`
  const { contractName, abi, bytecode } = JSON.parse(await readFile(`${root}/${source.file}`, 'utf8'))
  const identifier = contractName.replace(/^[A-Z]+(?![a-z])|^[A-Z]/, (start: string) => start.toLowerCase())
  const origin = `@ensdomains/${source.package} ${source.version}`
  const text = [
    `// ${contractName} of ${origin} (${source.licence}), by devnet/scripts/extract-ens-artifacts.ts; do not edit.`,
    `export const ${identifier}Abi = ${JSON.stringify(pick(abi, source.functions), null, 2)} as const`,
    `export const ${identifier}Bytecode = '${bytecode}' as const`,
    '',
  ]
  await writeFile(`${target}/${contractName}.ts`, text.join('\n'))
  const licence = `${root}/LICENSE`
  if (existsSync(licence)) await copyFile(licence, `${target}/LICENSE-${source.package}`)
  const sha256 = createHash('sha256')
    .update(Buffer.from(bytecode.slice(2), 'hex'))
    .digest('hex')
  return `| ${contractName} | \`${origin}\` | ${source.licence} | \`${sha256}\` |`
}

const folder = process.argv[2]
if (!folder) throw new Error('Name the folder that holds the unpacked packages.')
await mkdir(target, { recursive: true })
const rows: string[] = []
for (const source of sources) rows.push(await extract(folder, source))
await writeFile(
  `${target}/README.md`,
  `# ENS contracts

Creation bytecode, whole and unchanged, and the part of the ABI that is used, out of ENS's npm packages. The packages
themselves are not dependencies: their own dependencies do not install. \`devnet/scripts/extract-ens-artifacts.ts\`
writes this folder, this page included, and says how to get the packages.

| Contract | Package | Licence | sha256 of the bytecode |
|---|---|---|---|
${rows.join('\n')}

The licence texts stand in \`LICENSE-*\`. Where the \`license\` field of a package.json says otherwise (\`ens\`: CC0-1.0,
\`ethregistrar\`: ISC), the stricter text of its LICENSE file is taken to hold. \`offchain-resolver-contracts\` is MIT by
its package.json (author: Nick Johnson) and its sources' headers, and has no licence file.
`,
)
