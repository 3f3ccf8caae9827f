import { describe, expect, it } from 'vitest'
import { parseQuery } from './url.ts'

describe('A query', () => {
  it.each([
    ['a parameter with a value', 'a=1', { a: '1' }],
    ['a value with commas', 'a=1%2C2,3', { a: '1,2,3' }],
    ['percent-encoded UTF-8 and a space', 'a=%F0%9F%A6%84+b', { a: '🦄 b' }],
    ['a repeated parameter', 'a=1&a=2', { a: ['1', '2'] }],
    ['an empty parameter', 'a=&b=1&c', { b: '1' }],
    ['empty values in a list', 'a=&a=1&a=', { a: ['', '1', ''] }],
    ['a list written with brackets', 'a[]=1&a%5B%5D=2', { a: ['1', '2'] }],
    ['a list of one written with brackets', 'a[]=1', { a: '1' }],
    ['a list written in both forms', 'a=1&a[]=2', { a: ['1', '2'] }],
    ['a list written with numbered brackets', 'a[0]=1&a%5B1%5D=2', { a: ['1', '2'] }],
    ['brackets that hold something else', 'a[b]=1', { 'a[b]': '1' }],
    ['nothing', '', {}],
  ])('%s', (_, text, query) => expect(parseQuery(text)).toEqual(query))

  it('rule: a parameter named __proto__ sets no prototype', () => {
    const query = parseQuery('__proto__[]=x')
    expect(Object.getPrototypeOf(query)).toBe(Object.prototype)
    expect(Object.keys(query)).toEqual(['__proto__'])
  })
})
