import { open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Hex } from 'viem'
import { errorCode, OperatorError } from '../errors.ts'
import { createLocalSigner } from './local-signer.ts'
import type { Signer } from './signer.ts'

/** By chain id; chains without a key have no entry. The first signer that a contract trusts signs for it. */
type Signers = ReadonlyMap<number, readonly Signer[]>

export interface SignerKeys {
  /** One object, whose content follows the files. */
  readonly signers: Signers
  /** Reads the files again; true when the keys have changed. Throws and changes nothing when one is malformed. */
  readonly reload: () => Promise<boolean>
}

interface SignerKeyOptions {
  readonly dataDir: string
  /** From the environment. */
  readonly keys: Readonly<Record<number, readonly Hex[]>>
  readonly onSign?: () => void
}

/**
 * The keys of `<DATA_DIR>/signer-key-<chain>`, newest first, before those of the environment.
 * @throws OperatorError for a malformed file, without its content.
 */
export async function openSignerKeys({ dataDir, keys, onSign }: SignerKeyOptions): Promise<SignerKeys> {
  const signers = new Map<number, readonly Signer[]>()
  const reload = async () => {
    const read = await Promise.all(
      Object.entries(keys).map(async ([chainId, given]) => {
        const inFile = await readSignerKeys(signerKeyFile(dataDir, Number(chainId)))
        return [Number(chainId), [...new Set([...inFile, ...given])]] as const
      }),
    )
    let isChanged = false
    for (const [chainId, all] of read) {
      const made = all.map((key) => createSignerOf(Number(chainId), key))
      if (addressesOf(made) === addressesOf(signers.get(chainId) ?? [])) continue
      isChanged = true
      if (made.length === 0) signers.delete(chainId)
      else
        signers.set(
          chainId,
          made.map((signer) => withCounter(signer, onSign)),
        )
    }
    return isChanged
  }
  await reload()
  return { signers, reload }
}

function createSignerOf(chainId: number, key: Hex): Signer {
  try {
    return createLocalSigner(key)
  } catch (error) {
    throw new OperatorError(
      `A signing key of chain ${chainId} is invalid: make one with "byname signers new".`,
      {
        cause: error,
      },
    )
  }
}

function addressesOf(signers: readonly Signer[]): string {
  return signers.map(({ address }) => address).join(' ')
}

function withCounter(signer: Signer, onSign: (() => void) | undefined): Signer {
  if (!onSign) return signer
  return {
    ...signer,
    sign: (digest, fields) => {
      onSign()
      return signer.sign(digest, fields)
    },
  }
}

export function signerKeyFile(dataDir: string, chainId: number): string {
  return join(dataDir, `signer-key-${chainId}`)
}

/**
 * Empty without the file. One key a line.
 * @throws OperatorError for a malformed or an empty file: an editor truncates a file before it writes it.
 */
export async function readSignerKeys(file: string): Promise<readonly Hex[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined
    throw new OperatorError(`The signer keys in ${file} cannot be read (${errorCode(error)}).`, {
      cause: error,
    })
  })
  if (text === undefined) return []
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  if (lines.length === 0) throw new OperatorError(`${file} is empty: write a private key, or remove it.`)
  return lines.map((line, index) => {
    const key = line.trim()
    if (isPrivateKey(key)) return key
    throw new OperatorError(`Line ${index + 1} of ${file} is not a private key (0x and 64 hex digits).`)
  })
}

function isPrivateKey(text: string): text is Hex {
  return /^0x[0-9a-fA-F]{64}$/.test(text)
}

/** On disk before it returns; readable by its owner only. Without keys the file is removed. */
export async function writeSignerKeys(file: string, keys: readonly Hex[]): Promise<void> {
  if (keys.length === 0) return rm(file, { force: true })
  const temporary = `${file}.${process.pid}`
  try {
    await using handle = await open(temporary, 'w', 0o600)
    await handle.writeFile(`${keys.join('\n')}\n`)
    await handle.sync()
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw new OperatorError(`The signer key cannot be written to ${file} (${errorCode(error)}).`, {
      cause: error,
    })
  }
  await using folder = await open(dirname(file))
  await folder.sync()
}
