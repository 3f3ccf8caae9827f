import { open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Hex } from 'viem'
import { lowerCaseHex } from '../crypto/hex.ts'
import { errorCode, OperatorError } from '../errors.ts'
import { recoverDigestSigner } from '../gateway/recover-signer.ts'
import { createLocalSigner, type LocalSigner } from './local-signer.ts'
import type { SignerSource } from './open-signers.ts'
import type { Signer, SignerLimits } from './signer.ts'

interface LocalSignerOptions {
  readonly dataDir: string
  /** From the environment. */
  readonly keys: Readonly<Record<number, readonly Hex[]>>
  readonly limits?: SignerLimits | undefined
}

/** The keys of `<DATA_DIR>/signer-key-<chain>`, newest first, before those of the environment. */
export function localSigners({ dataDir, keys, limits }: LocalSignerOptions): SignerSource {
  return {
    name: 'environment',
    read: async () => {
      const entries = await Promise.all(
        Object.entries(keys).map(async ([chainId, given]) => {
          const inFile = await readSignerKeys(signerKeyFile(dataDir, Number(chainId)))
          const all = [...new Set([...inFile, ...given])].map((key) => createSignerOf(chainId, key))
          return [Number(chainId), limits ? all.map((signer) => ({ ...signer, limits })) : all] as const
        }),
      )
      return new Map(entries)
    },
  }
}

function createSignerOf(chainId: string, key: Hex): Signer {
  const signer = createOrThrow(chainId, key)
  if (recoverDigestSigner(probe, signer.sign(probe)) === lowerCaseHex(signer.address)) return signer
  throw new OperatorError(
    `The ${signer.backend} secp256k1 library of this installation makes wrong signatures. Install the dependencies again.`,
  )
}

/** Each signature costs half as much as its check; so a library that is broken is found before it signs responses. */
const probe = Buffer.alloc(32, 1)

function createOrThrow(chainId: string, key: Hex): LocalSigner {
  try {
    return createLocalSigner(key)
  } catch (cause) {
    const message = `A signing key of chain ${chainId} is invalid: make one with "byname signers new".`
    throw new OperatorError(message, { cause })
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
