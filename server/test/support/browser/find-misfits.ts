/**
 * A script for the page: text that a visitor cannot read there, whatever `scrollWidth` says. It returns a sentence for text
 * beyond the edges of the view, text that a container cuts without an ellipsis, and short words that are broken in the
 * middle because their box is narrower than they are. What is meant to scroll sideways has the class `overflow-x-auto`.
 */
export const findMisfits = `(() => {
  const maxBrokenWord = 12
  const found = new Set()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node && found.size < 10; node = walker.nextNode()) {
    const text = node.textContent.trim()
    const parent = node.parentElement
    if (text === '' || !parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const { left, right, width } = range.getBoundingClientRect()
    if (width === 0 || ancestors(parent).some(isForScreenReaders)) continue
    const excerpt = text.slice(0, 40)
    const boxes = ancestors(parent)
    const scroller = boxes.findIndex((box) => box.classList.contains('overflow-x-auto'))
    const inner = scroller < 0 ? boxes : boxes.slice(0, scroller)
    const ellipsis = inner.findIndex((box) => getComputedStyle(box).textOverflow === 'ellipsis')
    const isBeyond = scroller < 0 && ellipsis < 0 && (left < -1 || right > innerWidth + 1)
    if (isBeyond) found.add('beyond the view: ' + excerpt)
    const cutting = (ellipsis < 0 ? inner : inner.slice(0, ellipsis)).find(cutsSideways)
    if (cutting) {
      const edges = cutting.getBoundingClientRect()
      if (left < edges.left - 1 || right > edges.right + 1) found.add('cut: ' + excerpt)
    }
    for (const { 0: word, index } of node.textContent.matchAll(/[\\p{L}\\p{N}]{3,}/gu)) {
      // Chinese and Japanese have no spaces between words.
      if (/[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}]/u.test(word)) continue
      // Addresses, URLs and commands break anywhere.
      if (word.length > maxBrokenWord || /^https?:/.test(text) || boxes.some((box) => box.matches('.mono, pre, code'))) continue
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      if (lines.size > 1) found.add('broken word: ' + word + ' in ' + excerpt)
    }
  }
  return [...found]

  function ancestors(element) {
    const list = []
    for (let one = element; one && one !== document.body; one = one.parentElement) list.push(one)
    return list
  }

  function isForScreenReaders(element) {
    const { width, height } = element.getBoundingClientRect()
    return width <= 1 && height <= 1 && getComputedStyle(element).overflow === 'hidden'
  }

  function cutsSideways(element) {
    const { display, overflowX } = getComputedStyle(element)
    return display !== 'inline' && overflowX !== 'visible'
  }
})()`
