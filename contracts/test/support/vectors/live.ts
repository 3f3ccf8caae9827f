import { concat, encodeAbiParameters, encodeErrorResult, type Hex, numberToHex } from 'viem'
import { getChainTime, setTime } from '../chain.ts'
import { multicall, recordAbi, textCall } from '../record-calls.ts'
import { deployResolver } from '../resolver.ts'
import {
  addrCall,
  addrResult,
  encodeResponse,
  type ResponsePayload,
  responseDigest,
  signedResponse,
  signerKey,
} from '../response-payload.ts'
import { signPath } from '../response-tree.ts'
import { type Question, recorder, requestOf, type VectorRun } from '../vector.ts'

const name = 'alice.demo.eth'
const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const signer = signerKey(3)
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

function textResult(text: string): Hex {
  return encodeAbiParameters([{ type: 'string' }], [text])
}

/** The other signature of the same digest, of which s is high. */
function twinOf(signature: Hex): Hex {
  const s = order - BigInt(`0x${signature.slice(66, 130)}`)
  return concat([
    `0x${signature.slice(2, 66)}`,
    numberToHex(s, { size: 32 }),
    signature.endsWith('1b') ? '0x1c' : '0x1b',
  ])
}

/** Of names that a gateway answers. */
export async function liveCases(run: VectorRun) {
  const { chain, begin } = run
  const resolver = await deployResolver(chain, { signers: [signer.address, signerKey(5).address] })
  await setTime(chain, begin)
  const record = recorder(run, resolver, { signers: [signer.address, signerKey(5).address] })
  const now = await getChainTime(chain)
  const payloadOf = (question: Question, changes: Partial<ResponsePayload> = {}): ResponsePayload => ({
    chainId: chain.client.chain.id,
    resolver: resolver.address,
    request: requestOf('gateway', question),
    result: addrResult(address),
    expires: now + 300n,
    ...changes,
  })
  const asked = { name, data: addrCall(name) }
  const payload = payloadOf(asked)
  const text = { name, data: textCall(name, 'url') }
  const multi = { name, data: multicall([asked.data, text.data]) }
  const multiResult = encodeAbiParameters(
    [{ type: 'bytes[]' }],
    [[addrResult(address), textResult('https://demo.example')]],
  )
  const siblings = (count: number) =>
    Array.from({ length: count }, (_, index) => numberToHex(index + 1, { size: 32 }))
  const alone = await signer.sign({ hash: responseDigest(payload) })
  const withSiblings = async (count: number) =>
    encodeResponse(payload, await signPath(payload, siblings(count), signer))
  const failing = (abiItem: Hex) => signedResponse({ ...payload, result: abiItem }, signer)
  const bySigner = (changes: Partial<ResponsePayload>, question = asked) =>
    signedResponse(payloadOf(question, changes), signer)
  const signedFor = async (changes: Partial<ResponsePayload>) =>
    encodeResponse(payload, await signer.sign({ hash: responseDigest({ ...payload, ...changes }) }))
  const right = await signedResponse(payload, signer)
  const words = right.slice(2).match(/.{64}/g) ?? []
  const shifted =
    `0x${numberToHex(128, { size: 32 }).slice(2)}${words[1]}${numberToHex(192, { size: 32 }).slice(2)}${'00'.repeat(32)}${words.slice(3).join('')}` as Hex
  return [
    await record('an address', asked, right),
    await record('a text', text, await bySigner({ result: textResult('https://demo.example') }, text)),
    await record('two calls at once', multi, await bySigner({ result: multiResult }, multi)),
    await record('a second signer', asked, await signedResponse(payload, signerKey(5))),
    await record('one sibling', asked, await withSiblings(1)),
    await record('five siblings', asked, await withSiblings(5)),
    await record('sixteen siblings', asked, await withSiblings(16)),
    await record('seventeen siblings', asked, await withSiblings(17)),
    await record('its last second', asked, await bySigner({ expires: now })),
    await record('a second too late', asked, await bySigner({ expires: now - 1n })),
    await record('an hour ahead', asked, await bySigner({ expires: now + 3600n })),
    await record('an hour and a second ahead', asked, await bySigner({ expires: now + 3601n })),
    await record('the largest expiry', asked, await bySigner({ expires: 2n ** 64n - 1n })),
    await record('a key that is no signer', asked, await signedResponse(payload, signerKey(9))),
    await record(
      'signed for another result',
      asked,
      await signedFor({ result: addrResult(resolver.address) }),
    ),
    await record(
      'signed for another request',
      asked,
      await signedFor({ request: requestOf('gateway', text) }),
    ),
    await record('signed for another expiry', asked, await signedFor({ expires: now + 301n })),
    await record('signed for another chain', asked, await signedFor({ chainId: 1 })),
    await record('signed for another contract', asked, await signedFor({ resolver: signer.address })),
    await record('the higher s', asked, encodeResponse(payload, twinOf(alone))),
    await record(
      'v of 0 or 1',
      asked,
      encodeResponse(payload, `0x${alone.slice(2, -2)}0${alone.endsWith('1b') ? 0 : 1}`),
    ),
    await record('a signature without v', asked, encodeResponse(payload, alone.slice(0, -2) as Hex)),
    await record('half a sibling', asked, encodeResponse(payload, concat([alone, `0x${'11'.repeat(16)}`]))),
    await record('no signature', asked, encodeResponse(payload, '0x')),
    await record(
      'an error that is signed',
      asked,
      await failing(
        encodeErrorResult({
          abi: recordAbi,
          errorName: 'UnsupportedResolverProfile',
          args: [asked.data.slice(0, 10) as Hex],
        }),
      ),
    ),
    await record(
      'a lookup that is signed',
      asked,
      await failing(concat(['0x556f1830', `0x${'00'.repeat(32)}`])),
    ),
    await record('bytes behind the response', asked, concat([right, '0x00'])),
    await record('parts of the response at other offsets', asked, shifted),
    await record('a response cut in its last word', asked, right.slice(0, -64) as Hex),
    await record('an empty response', asked, '0x'),
  ]
}
