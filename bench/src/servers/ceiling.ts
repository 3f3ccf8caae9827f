import { createServer } from 'node:http'
import { keccak256 } from '@byname/keccak'
import { createLocalSigner } from '../../../server/src/signing/local-signer.ts'
import { signerKey } from '../databases/zone.ts'

/**
 * What no gateway that signs each response can surpass: a node:http server that hashes the body of a request, signs the hash and
 * responds with a constant. Argument: bytes of the response.
 */
const body = Buffer.alloc(Number(process.argv[2]), '0')
const signer = createLocalSigner(signerKey)
const server = createServer((request, response) => {
  request.once('data', (chunk: Buffer) => {
    signer.sign(keccak256(chunk))
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
    response.end(body)
  })
})
server.listen({ host: '127.0.0.1', port: 0 }, () => {
  const address = server.address()
  if (address && typeof address === 'object') console.log(`It listens on http://127.0.0.1:${address.port}`)
})
