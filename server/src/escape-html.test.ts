import { expect, test } from 'vitest'
import { escapeHtml, scriptJson } from './escape-html.ts'

test('text cannot end a title or an attribute', () => {
  expect(escapeHtml(`</title><script>alert("1")</script>'&$&`)).toBe(
    '&lt;/title&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;$&amp;',
  )
})

test('JSON in a script element cannot end it, and is still the same value', () => {
  const value = { words: '</script><!--<script>' }
  expect(scriptJson(value)).not.toContain('<')
  expect(JSON.parse(scriptJson(value))).toEqual(value)
})
