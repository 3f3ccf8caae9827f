import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { namehash } from '../ens/names.ts'
import { generatedAvatar } from './generated-avatar.ts'

function avatarOf(name: string): string {
  return generatedAvatar(namehash(name))
}

test('a name has one picture, which never changes', () => {
  expect(avatarOf('alice.demo.eth')).toBe(avatarOf('alice.demo.eth'))
  // Caches keep pictures for a year.
  expect(hash('sha256', avatarOf('alice.demo.eth'))).toBe(
    'd54919b484f7c54eefc8f565c81e70ac0e1ac56f3771e95360a2c5f9864e8127',
  )
})

test('10,000 names have 10,000 pictures', () => {
  const pictures = Array.from({ length: 10_000 }, (_, index) => avatarOf(`name-${index}.demo.eth`))
  // Without the id, which is part of the hash.
  const drawn = new Set(pictures.map((svg) => svg.replaceAll(/g[0-9a-f]{12}/g, 'g')))
  expect(drawn.size).toBe(10_000)
})

test('hues are spread over the circle', () => {
  const counts = new Map<string, number>()
  for (let index = 0; index < 3600; index++) {
    const [, color = ''] = /stop-color="(#[0-9a-f]{6})"/.exec(avatarOf(`${index}.eth`)) ?? []
    counts.set(color, (counts.get(color) ?? 0) + 1)
  }
  expect(counts.size).toBeGreaterThan(250)
})

test('any 32 bytes give a small well-formed document of shapes only', () => {
  for (const byte of [0, 1, 127, 128, 255]) {
    const svg = generatedAvatar(new Uint8Array(32).fill(byte))
    expect(svg.length).toBeLessThan(1000)
    expect(svg).not.toMatch(/NaN|Infinity|undefined|script|href|style/)
    const names = Array.from(svg.matchAll(/<([a-zA-Z]+)/g), ([, name]) => name)
    expect(new Set(names)).toEqual(new Set(['svg', 'linearGradient', 'stop', 'path', 'circle']))
    // Each element ends: by itself, or by its name.
    const opened = svg.match(/<[a-zA-Z]+[^>]*[^/]>/g) ?? []
    expect(svg.match(/<\/[a-zA-Z]+>/g)).toHaveLength(opened.length)
  }
})
