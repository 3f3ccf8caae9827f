import { encodeFunctionData, namehash as vn, decodeFunctionData, encodeFunctionResult, keccak256, type Hex } from 'viem'
import { fromHex, toHex } from './ens/hex.ts'
import { childNode, namehash } from './ens/namehash.ts'
import { encodeAnswer } from './gateway/answer.ts'
import { digestOf } from './gateway/digest.ts'
import { encodeResolve, encodeTextCall, resolverAbi } from './gateway/fixtures.ts'
import { checkNodes, decodeRequest } from './gateway/request.ts'
import { encodeResponse } from './gateway/response.ts'
import { createSigner } from './gateway/signer.ts'
import { parseGatewayData } from './gateway/gateway-data.ts'
import { formatAddress, parseAddress } from './ens/address.ts'
import { parseLabel } from './ens/label.ts'
const t = (l: string, f: () => unknown, k = 20000) => { for (let i = 0; i < k / 4; i++) f(); const best = Math.min(...[0,1,2,3,4].map(() => { const a = process.hrtime.bigint(); for (let i = 0; i < k/5; i++) f(); return Number(process.hrtime.bigint() - a) / 1000 / (k/5) })); console.log(l.padEnd(40), best.toFixed(2), 'us') }
const name = 'alice.demo.eth', node = vn(name)
const addr = encodeFunctionData({ abi: resolverAbi, functionName: 'addr', args: [node] })
const keys = Array.from({ length: 24 }, (_, i) => `com.key${i}`)
const calls: Hex[] = [...keys.map((k) => encodeTextCall(name, k)), ...[60, 0, 2147492101, 2147483658, 501].map((c) => encodeFunctionData({ abi: resolverAbi, functionName: 'addr', args: [node, BigInt(c)] })), encodeFunctionData({ abi: resolverAbi, functionName: 'contenthash', args: [node] })]
const multi = encodeFunctionData({ abi: resolverAbi, functionName: 'multicall', args: [calls] })
const records = { texts: keys.map((key) => ({ key, value: 'https://example.org/some/value' })), addresses: [{ coinType: 60, address: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8' as Hex }, { coinType: 2147492101, address: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8' as Hex }], contenthash: '0xe3010170122029f2d17be6139079dc48696d1f582a8530eb9805b561eda517e22a892c7e3f1f' as Hex }
const parent = namehash('demo.eth')
const native = createSigner(`0x${'11'.repeat(32)}`), js = createSigner(`0x${'11'.repeat(32)}`, 'javascript')
for (const [label, call] of [['addr()', addr], ['multicall 30', multi]] as const) {
  const hex = toHex(encodeResolve(name, call)); const data = parseGatewayData(hex)
  console.log('---', label, data.length, 'bytes')
  t('parseGatewayData', () => parseGatewayData(hex))
  t('decodeRequest', () => decodeRequest(data))
  const request = decodeRequest(data)
  t('checkNodes', () => checkNodes(request, namehash.length ? fromHex(node) : parent))
  t('encodeAnswer', () => encodeAnswer(request.query, records))
  t('decodeRequest + encodeAnswer', () => encodeAnswer(decodeRequest(data).query, records))
  const result = encodeAnswer(request.query, records)
  const answer = { chainId: 1, resolver: `0x${'22'.repeat(20)}` as Hex, expires: 1800000000, request: data, result }
  t('digestOf', () => digestOf('chain-bound', answer))
  const digest = digestOf('chain-bound', answer)
  t('sign native', () => native.sign(digest), 5000); t('sign javascript', () => js.sign(digest), 500)
  const sig = native.sign(digest)
  t('encodeResponse', () => encodeResponse(result, 1800000000, sig))
}
t('childNode', () => childNode(parent, 'alice')); t('namehash 3 labels', () => namehash(name)); t('viem namehash', () => vn(name), 4000)
t('viem decode resolve+addr', () => { const d = decodeFunctionData({ abi: resolverAbi, data: toHex(encodeResolve(name, addr)) }); return decodeFunctionData({ abi: resolverAbi, data: d.args?.[1] as Hex }) }, 4000)
t('parseAddress 60', () => parseAddress(60, '0x314159265dD8dbb310642f98f50C066173C1259b'), 4000)
t('formatAddress 60', () => formatAddress(60, '0x314159265dd8dbb310642f98f50c066173c1259b'), 4000)
t('parseLabel', () => parseLabel('alice'), 4000)
