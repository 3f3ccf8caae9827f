import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { baseRegistrarImplementationBytecode } from '../artifacts/ens/BaseRegistrarImplementation.ts'
import { ensRegistryBytecode } from '../artifacts/ens/ENSRegistry.ts'
import { offchainResolverBytecode } from '../artifacts/ens/OffchainResolver.ts'
import { publicResolverBytecode } from '../artifacts/ens/PublicResolver.ts'
import { reverseRegistrarBytecode } from '../artifacts/ens/ReverseRegistrar.ts'

const bytecodes = {
  BaseRegistrarImplementation: baseRegistrarImplementationBytecode,
  ENSRegistry: ensRegistryBytecode,
  OffchainResolver: offchainResolverBytecode,
  PublicResolver: publicResolverBytecode,
  ReverseRegistrar: reverseRegistrarBytecode,
}

test.each(Object.entries(bytecodes))(
  'rule: the bytecode of %s has the recorded hash',
  async (name, bytecode) => {
    const readme = await readFile(new URL('../artifacts/ens/README.md', import.meta.url), 'utf8')
    const sha256 = createHash('sha256')
      .update(Buffer.from(bytecode.slice(2), 'hex'))
      .digest('hex')
    expect(readme).toMatch(new RegExp(`^\\| ${name} \\| .* \\| \`${sha256}\` \\|$`, 'm'))
  },
)
