import { zeroAddress } from 'viem'
import { addSealTree, maxTreeNames, type SealedBy } from '../core/seals/add-tree.ts'
import { isValidAddress } from '../crypto/evm-address.ts'
import { lowerCaseHex } from '../crypto/hex.ts'
import { normalizeName } from '../ens/names.ts'
import { AppError, OperatorError } from '../errors.ts'
import { holderKinds } from '../model/seal.ts'
import { chainClientOf } from '../rpc/operator.ts'
import { sendOrPrintOwnerCall } from './owner.ts'
import { readLines } from './read-lines.ts'
import { type Command, command, flag, optional, parseChoice, withContext } from './shared.ts'
import { requireOwnResolver } from './signers.ts'

const addTree = command({
  name: 'resolvers add-seal-tree',
  summary:
    'seal the names of a file, a line each (name,holder or name,holder,passkey), in a resolver contract: store the tree of them ' +
    'here, and add its root as the owner, with the private key in the variable that --key-from names, or print the transaction ' +
    'for the owner',
  operands: ['id', 'file'],
  options: { 'key-from': optional('variable'), json: flag },
  run: async ({ operands: [id, file], options }) => {
    const names = await readNames(file)
    // Large; loaded on demand.
    const { addSealTreeCall } = await import('../chain/owner-calls.ts')
    await withContext(async (context) => {
      const resolver = await requireOwnResolver(context, id)
      const chain = chainClientOf(context.chains, resolver.chainId)
      const tree = await addSealTree(context, names)
      console.error(
        `Stored the tree ${tree.root} of ${names.length} names. It counts once the contract ${resolver.address} has it.`,
      )
      const call = addSealTreeCall(resolver.address, tree)
      const owner = { keyVariable: options['key-from'], asJson: options.json }
      await sendOrPrintOwnerCall(chain, { title: 'tree of seals', call }, owner)
    })
  },
})

async function readNames(path: string): Promise<readonly SealedBy[]> {
  const names: SealedBy[] = []
  let line = 0
  for await (const text of readLines(path)) {
    line++
    if (text.trim() === '') continue
    if (names.length === maxTreeNames) throw new OperatorError(`${path} has more than ${maxTreeNames} names.`)
    names.push(parseLine(text, `Line ${line} of ${path}`))
  }
  return names
}

function parseLine(text: string, where: string): SealedBy {
  const [name = '', holder = '', kind = 'account', ...rest] = text.split(',').map((part) => part.trim())
  if (rest.length > 0) throw new OperatorError(`${where} has more than a name, its holder and a kind.`)
  if (!isValidAddress(holder) || holder === zeroAddress)
    throw new OperatorError(`${where}: "${holder}" is not the address of a holder.`)
  try {
    return { name: normalizeName(name), holder: lowerCaseHex(holder), kind: parseChoice(kind, holderKinds) }
  } catch (error) {
    if (error instanceof AppError) throw new OperatorError(`${where}: ${error.message}`, { cause: error })
    throw error
  }
}

export const sealTreeCommands: readonly Command[] = [addTree]
