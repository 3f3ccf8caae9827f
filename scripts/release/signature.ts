import { createPrivateKey, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { env } from 'node:process'

/**
 * Of the sums, in base64, by the Ed25519 key in PEM that RELEASE_KEY contains, or the file RELEASE_KEY_FILE; undefined without one.
 * `byname upgrade` verifies it with deploy/release-keys.pem.
 */
export function signSums(sums: string, variables: typeof env = env): string | undefined {
  const { RELEASE_KEY: given, RELEASE_KEY_FILE: file } = variables
  const pem = given || (file ? readFileSync(file, 'utf8') : undefined)
  if (pem === undefined) return undefined
  const key = createPrivateKey(pem)
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('RELEASE_KEY is not an Ed25519 key.')
  return sign(null, Buffer.from(sums), key).toString('base64')
}
