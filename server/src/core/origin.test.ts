import { describe, expect, it } from 'vitest'
import { assertOriginRule } from './origin.ts'

describe('an allowed origin', () => {
  it.each([
    'https://app.example.com',
    'http://localhost:3000',
    'chrome-extension://abcdef',
    'app.example.com',
    'localhost:3000',
    'http://[::1]:8080',
    '*.example.com',
  ])('rule: %s can be one', (entry) => {
    expect(() => assertOriginRule(entry)).not.toThrow()
  })

  it.each([
    '',
    '*',
    'https://*.example.com',
    'https://app.example.com/',
    'https://app.example.com/path',
    'app.example.com?x',
    'a b',
    'https://',
    '*.example.com:8080',
  ])('rule: "%s" could never match, and is refused', (entry) => {
    expect(() => assertOriginRule(entry)).toThrow('is neither an origin')
  })
})
