import { expect, test } from 'vitest'
import { AppError } from '../../errors.ts'
import { decodePart, matchLookup } from './path.ts'

test.each([
  ['POST', '/ccip/r', { resolverId: 'r' }],
  ['POST', '/ccip/r/0xabc', { resolverId: 'r' }],
  ['POST', '/ccip/r/', { resolverId: 'r' }],
  ['POST', '/ccip/', { resolverId: '' }],
  ['POST', '/ccip/r%2Fs', { resolverId: 'r%2Fs' }],
  ['GET', '/ccip/r/0xabc/0x9061', { resolverId: 'r', data: '0x9061' }],
  ['HEAD', '/ccip/r/0xabc/0x9061.json', { resolverId: 'r', data: '0x9061.json' }],
  ['GET', '/ccip/r//0x', { resolverId: 'r', data: '0x' }],
  ['GET', '/ccip/r/s/', { resolverId: 'r', data: '' }],
  ['GET', '/ccip//s/0x', { resolverId: '', data: '0x' }],
  ['GET', '/ccip/r/s/%30x', { resolverId: 'r', data: '%30x' }],
  ['GET', '/ccip/r/s/0x?a=/b', { resolverId: 'r', data: '0x' }],
  ['GET', '/ccip/r/s/0x#a?b', { resolverId: 'r', data: '0x' }],
  ['GET', 'http://host:1/ccip/r/s/0x', { resolverId: 'r', data: '0x' }],
  ['POST', 'HTTPS://user@host/ccip/r?a', { resolverId: 'r' }],
])('rule: %s %s is a lookup', (method, target, expected) => {
  expect(matchLookup(method, target)).toEqual(expected)
})

test.each([
  ['GET', '/'],
  ['GET', '/ccip'],
  ['GET', '/ccip/'],
  ['GET', '/ccip/r/s'],
  ['HEAD', '/ccip/r'],
  ['PUT', '/ccip/r'],
  ['OPTIONS', '/ccip/r/s/0x'],
  ['POST', '/ccip/r/s/0x'],
  ['POST', '/ccip/r/s/'],
  ['GET', '/ccip/r/s/0x/'],
  ['GET', '/ccip/r/s/0x/more'],
  ['GET', '/CCIP/r/s/0x'],
  ['GET', '//ccip/r/s/0x'],
  ['GET', 'http://ccip/r/s/0x'],
  ['POST', '*'],
])('rule: %s %s is left to the framework', (method, target) => {
  expect(matchLookup(method, target)).toBeUndefined()
})

test('rule: path segments are percent-decoded, and invalid ones are 400', () => {
  expect(decodePart('r')).toBe('r')
  expect(decodePart('%30x%2F')).toBe('0x/')
  for (const part of ['%zz', '%', '%ff']) expect(() => decodePart(part)).toThrow(AppError)
})
