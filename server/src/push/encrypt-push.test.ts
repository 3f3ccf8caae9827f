import { expect, test } from 'vitest'
import { encryptPush, maxPushBytes } from './encrypt-push.ts'

/** RFC 8291 §5 and appendix A. */
const vector = {
  text: 'When I grow up, I want to be a watermelon',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  privateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT' +
    'pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

test('vector: the example of RFC 8291', () => {
  const [privateKey, salt] = [vector.privateKey, vector.salt].map((text) => Buffer.from(text, 'base64url'))
  if (!privateKey || !salt) throw new Error('There are two.')
  const body = encryptPush(Buffer.from(vector.text), vector.keys, { privateKey, salt })
  expect(body.toString('base64url')).toBe(vector.body)
})

test('rule: equal messages have different bodies', () => {
  const encrypt = () => encryptPush(Buffer.from(vector.text), vector.keys).toString('hex')
  expect(encrypt()).not.toBe(encrypt())
})

test('rule: the longest message is 4,096 bytes, which every push service takes in', () => {
  expect(encryptPush(new Uint8Array(maxPushBytes), vector.keys)).toHaveLength(4096)
})

test('rule: what is no point of the curve has no message', () => {
  const p256dh = `B${'A'.repeat(86)}`
  expect(() => encryptPush(new Uint8Array(), { ...vector.keys, p256dh })).toThrow(/public key/i)
})
