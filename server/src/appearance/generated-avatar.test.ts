import { hash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { namehash } from '../ens/names.ts'
import { hexOf, oklchOf } from './colors.ts'
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

test('property: with an accent, 1,000 names have pictures that differ, near its hue', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 359 }), (accentHue) => {
      const accent = hexOf(0.6, 0.15, accentHue)
      const around = oklchOf(accent).h
      const pictures = Array.from({ length: 1000 }, (_, index) =>
        generatedAvatar(namehash(`name-${index}.demo.eth`), accent),
      )
      expect(new Set(pictures.map((svg) => svg.replaceAll(/g[0-9a-f]{12}/g, 'g'))).size).toBe(1000)
      for (const svg of pictures.slice(0, 50)) {
        const [, color = ''] = /stop-color="(#[0-9a-f]{6})"/.exec(svg) ?? []
        const distance = Math.abs(((oklchOf(color).h - around + 540) % 360) - 180)
        expect(distance).toBeLessThan(60)
      }
    }),
    { numRuns: 10 },
  )
})

test.each(['#000000', '#ffffff', '#808080'])(
  'a picture with the grey accent %s is as without one',
  (accent) => {
    expect(generatedAvatar(namehash('alice.eth'), accent)).toBe(avatarOf('alice.eth'))
  },
)

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
