import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { env } from 'node:process'

const makeOne = 'docs/operating/versions.md says how to make one.'

/**
 * The Ed25519 key in PEM that RELEASE_KEY contains, or the file RELEASE_KEY_FILE; undefined without either.
 *
 * @throws Error for another key, or a file that cannot be read, without what it contains.
 */
export function readReleaseKey(variables: typeof env = env): KeyObject | undefined {
  const { RELEASE_KEY: given, RELEASE_KEY_FILE: file } = variables
  if (!given && !file) return undefined
  const setting = given ? 'RELEASE_KEY' : `RELEASE_KEY_FILE ${file}`
  const key = parseKey(given || readKeyFile(file ?? ''))
  if (key?.asymmetricKeyType === 'ed25519') return key
  throw new Error(`${setting} is no private Ed25519 key in PEM: ${makeOne}`)
}

function readKeyFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : 'unknown'
    throw new Error(`RELEASE_KEY_FILE ${file} cannot be read (${reason}).`, { cause: error })
  }
}

function parseKey(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem)
  } catch {
    return undefined
  }
}

/** In base64, as `byname upgrade` verifies it. */
export function signSums(sums: string, key: KeyObject): string {
  return sign(null, Buffer.from(sums), key).toString('base64')
}

/** Whether a file of public keys in PEM has that of `key`. */
export function isAmong(key: KeyObject, publicKeys: string): boolean {
  const own = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString().trim()
  return publicKeys.includes(own)
}
