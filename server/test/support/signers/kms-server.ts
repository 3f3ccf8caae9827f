import { randomBytes, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import type { Address } from 'viem'
import { publicKeyToAddress } from 'viem/accounts'
import { toHex } from '../../../src/crypto/hex.ts'
import { startHttpServer } from '../http/http-server.ts'
import type { Settings } from '../service/service.ts'

/** Names of errors are those of the service; the others are responses that the protocol does not have. */
export type KmsFault =
  | 'AccessDeniedException'
  | 'DisabledException'
  | 'NotFoundException'
  | 'ThrottlingException'
  | 'KMSInternalException'
  | 'html'
  | 'html with 200'
  | 'endless body'
  | 'lost socket'
  | 'no answer'
  | 'no signature'
  | 'signature of another key'
  | 'signature of another digest'
  | 'signature with a trailing byte'
  | 'signature of zeros'
  | 'signature above the order'
  | 'signature with negative numbers'

export interface KmsKey {
  /** `alias/…` */
  readonly alias: string
  readonly address: Address
  /** Of `GetPublicKey`. */
  spec: string
  fault: KmsFault | undefined
  /** Requests for it, by operation. */
  readonly counts: { Sign: number; GetPublicKey: number }
}

/** The part of AWS KMS that signers use, with keys made here. Signatures have a high s three times in four. */
export interface TestKms {
  readonly url: string
  /** Milliseconds of a signature. */
  latencyMs: number
  /** Sent of bodies without an end. */
  endlessBytes: number
  readonly addKey: (name: string) => KmsKey
  /** What was not as the protocol wants it. */
  readonly violations: readonly string[]
  readonly stop: () => Promise<void>
}

/** Is in every text of an error, and in no response of the service. */
export const kmsAccount = '123456789012'

/** For the credentials chain of the SDK. */
export const kmsCredentials: Settings = {
  AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
  AWS_SECRET_ACCESS_KEY: 'secret',
  AWS_EC2_METADATA_DISABLED: 'true',
}

const spkiPrefix = Buffer.from('3056301006072a8648ce3d020106052b8104000a034200', 'hex')
const order = secp256k1.Point.Fn.ORDER

const authorization =
  /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-central-1\/kms\/aws4_request, SignedHeaders=[a-z0-9;-]*\bhost;[a-z0-9;-]*x-amz-target[a-z0-9;-]*, Signature=[0-9a-f]{64}$/

export async function startKms(): Promise<TestKms> {
  const keys: (KmsKey & { readonly id: string; readonly secret: Uint8Array })[] = []
  const violations: string[] = []
  const state = { latencyMs: 0, endlessBytes: 0 }
  let signatures = 0

  const sign = (secret: Uint8Array, digest: Uint8Array): Uint8Array => {
    const compact = secp256k1.sign(digest, secret, { prehash: false })
    const { r, s } = secp256k1.Signature.fromBytes(compact, 'compact')
    const isHigh = signatures++ % 4 !== 0
    return new secp256k1.Signature(r, isHigh ? order - s : s).toBytes('der')
  }
  const signatureOf = ({ fault, secret }: (typeof keys)[number], digest: Uint8Array): Uint8Array => {
    switch (fault) {
      case 'no signature':
        return new Uint8Array()
      case 'signature of another key':
        return sign(secp256k1.utils.randomSecretKey(), digest)
      case 'signature of another digest':
        return sign(secret, randomBytes(32))
      case 'signature with a trailing byte':
        return Buffer.concat([sign(secret, digest), Buffer.alloc(1)])
      case 'signature of zeros':
        return derOf([Buffer.alloc(1), Buffer.alloc(1)])
      case 'signature above the order':
        return derOf([Buffer.alloc(33).fill(0xff, 1), Buffer.alloc(33).fill(0xff, 1)])
      case 'signature with negative numbers':
        return derOf([Buffer.alloc(32, 0xff), Buffer.alloc(32, 0x80)])
      default:
        return sign(secret, digest)
    }
  }
  const check = (isValid: boolean, what: string) => {
    if (!isValid) violations.push(what)
  }
  const listener = async (request: IncomingMessage, response: ServerResponse) => {
    const { headers } = request
    const body = JSON.parse(await text(request))
    check(headers['content-type'] === 'application/x-amz-json-1.1', 'content-type')
    check(authorization.test(headers.authorization ?? ''), `authorization: ${headers.authorization}`)
    check(/^\d{8}T\d{6}Z$/.test(String(headers['x-amz-date'])), 'x-amz-date')
    const operation = String(headers['x-amz-target']).replace('TrentService.', '')
    const key = keys.find(({ alias, id }) => [alias, arnOf(id)].includes(body.KeyId))
    const reply = (status: number, content: object) =>
      response
        .writeHead(status, { 'content-type': 'application/x-amz-json-1.1' })
        .end(JSON.stringify(content))
    const fail = (status: number, type: string) =>
      reply(status, { __type: type, message: `refused for arn:aws:iam::${kmsAccount}:user/byname` })
    if (!key || (operation !== 'Sign' && operation !== 'GetPublicKey')) return fail(400, 'NotFoundException')
    key.counts[operation]++
    switch (key.fault) {
      case 'no answer':
        return
      case 'lost socket':
        return request.destroy()
      case 'html with 200':
        return response.writeHead(200, { 'content-type': 'text/html' }).end('<html>welcome</html>')
      case 'endless body': {
        response.writeHead(200, { 'content-type': 'application/x-amz-json-1.1' })
        const padding = Buffer.alloc(65_536, ' ')
        const send = () => {
          while (!response.destroyed && response.write(padding)) state.endlessBytes += padding.length
        }
        response.on('drain', send).on('error', () => {})
        return send()
      }
      case 'html':
        return response.writeHead(503, { 'content-type': 'text/html' }).end('<html>unavailable</html>')
      case 'KMSInternalException':
        return fail(500, key.fault)
      case 'AccessDeniedException':
      case 'DisabledException':
      case 'NotFoundException':
      case 'ThrottlingException':
        return fail(400, key.fault)
      default:
        break
    }
    if (operation === 'GetPublicKey')
      return reply(200, {
        KeyId: arnOf(key.id),
        KeySpec: key.spec,
        KeyUsage: 'SIGN_VERIFY',
        PublicKey: Buffer.concat([spkiPrefix, secp256k1.getPublicKey(key.secret, false)]).toString('base64'),
      })
    const digest = Buffer.from(body.Message, 'base64')
    check(digest.length === 32 && body.MessageType === 'DIGEST', 'message')
    check(body.SigningAlgorithm === 'ECDSA_SHA_256', 'algorithm')
    await delay(state.latencyMs)
    const signature = Buffer.from(signatureOf(key, digest)).toString('base64')
    return reply(200, { KeyId: arnOf(key.id), Signature: signature, SigningAlgorithm: 'ECDSA_SHA_256' })
  }
  const server = await startHttpServer((request, response) => void listener(request, response))
  return Object.assign(state, {
    url: server.url,
    violations,
    addKey: (name: string) => {
      const secret = secp256k1.utils.randomSecretKey(randomBytes(48))
      const key = {
        id: randomUUID(),
        alias: `alias/${name}`,
        secret,
        address: publicKeyToAddress(toHex(secp256k1.getPublicKey(secret, false))),
        spec: 'ECC_SECG_P256K1',
        fault: undefined,
        counts: { Sign: 0, GetPublicKey: 0 },
      }
      keys.push(key)
      return key
    },
    stop: server.close,
  })
}

/** A sequence of two integers, as they are. */
function derOf(integers: readonly Uint8Array[]): Uint8Array {
  const encoded = integers.map((bytes) => Buffer.concat([Buffer.from([2, bytes.length]), bytes]))
  const content = Buffer.concat(encoded)
  return Buffer.concat([Buffer.from([0x30, content.length]), content])
}

function arnOf(id: string): string {
  return `arn:aws:kms:eu-central-1:${kmsAccount}:key/${id}`
}

/** Of a service whose signer of mainnet is there. */
export function kmsSettings({ url }: TestKms, ...keys: readonly KmsKey[]): Settings {
  return {
    SIGNER_KMS_KEY_1: keys.map(({ alias }) => alias).join(','),
    SIGNER_KMS_REGION: 'eu-central-1',
    SIGNER_KMS_ENDPOINT: url,
    SIGNER_TIMEOUT: '5',
  }
}
