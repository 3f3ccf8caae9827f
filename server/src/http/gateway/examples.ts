/** A 32-byte ABI word, right-aligned. */
function word(digits: string): string {
  return digits.padStart(64, '0')
}

/** A left-aligned word, as for bytes. */
function bytesWord(digits: string): string {
  return digits.padEnd(64, '0')
}

/** `resolve(dnsEncode('alice.demo.eth'), addr(namehash('alice.demo.eth')))`. */
export const lookupExample = [
  '0x9061b923',
  word('40'),
  word('80'),
  word('10'),
  bytesWord('05616c6963650464656d6f0365746800'),
  word('24'),
  bytesWord('3b3b57de47e38f2811e9f6080c9d87e87422f3f24857efe9b3829495d2956483'),
  bytesWord('e59623e9'),
].join('')

/** `(result, expires, signature)`: an address, and a signature of 65 bytes. */
export const answerExample = [
  '0x',
  word('60'),
  word('70dbd8f8'),
  word('a0'),
  word('20'),
  word('70997970c51812dc3a010c7d01b50e0d17dc79c8'),
  word('41'),
  'e78dbcae4abb40370bd940b4f02f8b4933aed525d9e2aeec6a259212cae086fb',
  '063a8b39c160351662c7ea915c2569f8671a36d54f240ee4289fc9dd26340284',
  bytesWord('1c'),
].join('')
