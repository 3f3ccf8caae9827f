import { writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { createLocalSigner } from '../../../server/src/signing/local-signer.ts'
import { startSignerServer } from '../../../server/src/signing/socket/signer-server.ts'
import { chainId, resolverAddress, signerKey } from '../databases/zone.ts'

/**
 * The process `byname signer` with a key that takes its time, as one in a key management service. Arguments: path of the socket,
 * milliseconds of a signature. The file `<socket>.count` has the number of signatures so far.
 */
const [socketPath = '', delayMs] = process.argv.slice(2)
const key = createLocalSigner(signerKey)
const slow = {
  ...key,
  sign: async (digest: Uint8Array) => {
    await delay(Number(delayMs))
    return key.sign(digest)
  },
}
let signatures = 0
writeFileSync(`${socketPath}.count`, '0')
const server = await startSignerServer({
  socketPath,
  signers: new Map([[chainId, [slow]]]),
  resolvers: [{ chainId, address: resolverAddress, scheme: 'merkle' }],
  maxPerSecond: 10_000,
  onSigned: () => writeFileSync(`${socketPath}.count`, String(++signatures)),
  onRefused: (sentence) => console.error(sentence),
})
process.once('SIGTERM', () => void server.stop())
console.log(`It listens on http://${socketPath}`)
