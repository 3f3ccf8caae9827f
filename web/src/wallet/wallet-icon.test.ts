import { expect, test } from 'vitest'
import { checkedIcon } from './wallet-icon.ts'

const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

test.each([
  ['base64', pixel],
  ['SVG as text', "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E"],
  ['SVG with an encoding', 'data:image/svg+xml;charset=utf-8;base64,PHN2Zy8+'],
  ['in capitals', 'DATA:IMAGE/PNG;base64,iVBORw0KGgo='],
])('an image is shown: %s', (_, icon) => {
  expect(checkedIcon(icon)).toBe(icon)
})

test('blanks around it are left out', () => {
  expect(checkedIcon(`\n  ${pixel}\n`)).toBe(pixel)
})

test.each([
  ['nothing', undefined],
  ['a list', [pixel]],
  ['an empty text', ''],
  ['a URL of another server', 'https://wallet.example/icon.png'],
  ['a document', 'data:text/html,<script>alert(1)</script>'],
  ['a document that calls itself an image', 'data:image/svg+xml/../text/html,<p>'],
  ['a format that no browser knows', 'data:image/x-photoshop;base64,AAAA'],
  ['an image without data', 'data:image/png'],
  ['a script', 'javascript:alert(1)'],
  ['a megabyte', `data:image/png;base64,${'A'.repeat(1_048_576)}`],
])('anything else is not: %s', (_, icon) => {
  expect(checkedIcon(icon)).toBeNull()
})
