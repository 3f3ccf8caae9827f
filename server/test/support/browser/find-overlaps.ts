/**
 * A script for the page: a sentence for each two texts that are drawn over each other, and for each text that an ellipsis cuts to less
 * than its first word or six characters. Within an open dialog only; what is fixed or sticky is meant to be over the rest.
 */
export const findOverlaps = `(() => {
  const dialogs = [...document.querySelectorAll('dialog[open], [role=dialog]')].filter((one) => one.checkVisibility())
  const root = dialogs.at(-1) ?? document.body
  const floating = new Map()
  const texts = []
  const found = new Set()
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent.trim()
    const parent = node.parentElement
    if (text === '' || !parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    const clip = clipOf(parent)
    if (!clip) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const { left, top: above, right, bottom: below } of range.getClientRects()) {
      // Fonts have room above and below their letters, which lines of headings share.
      const [top, bottom] = [above + 0.22 * (below - above), below - 0.22 * (below - above)]
      const box = {
        left: Math.max(left, clip.left), top: Math.max(top, clip.top),
        right: Math.min(right, clip.right), bottom: Math.min(bottom, clip.bottom),
      }
      if (box.right - box.left > 1 && box.bottom - box.top > 1) texts.push({ text, node, ...box, layer: layerOf(parent) })
    }
    checkEllipsis(parent, text)
  }
  texts.sort((one, other) => one.top - other.top)
  for (let at = 0; at < texts.length && found.size < 10; at++) {
    const one = texts[at]
    for (let next = at + 1; next < texts.length && texts[next].top < one.bottom - 3; next++) {
      const other = texts[next]
      if (one.layer !== other.layer || one.node === other.node) continue
      const width = Math.min(one.right, other.right) - Math.max(one.left, other.left)
      const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
      if (width > 2 && height > 3) found.add('over each other: ' + one.text.slice(0, 30) + ' | ' + other.text.slice(0, 30))
    }
  }
  return [...found]

  function layerOf(element) {
    if (!element || element === root) return root
    const known = floating.get(element)
    if (known) return known
    const { position, backgroundColor } = getComputedStyle(element)
    const covers = position === 'fixed' || position === 'sticky' || (position === 'absolute' && !/rgba\\(0, 0, 0, 0\\)|transparent/.test(backgroundColor))
    const layer = covers ? element : layerOf(element.parentElement)
    floating.set(element, layer)
    return layer
  }

  function clipOf(element) {
    const clip = { left: -1e6, top: -1e6, right: 1e6, bottom: 1e6 }
    for (let one = element; one && one !== document.body; one = one.parentElement) {
      const { overflowX, overflowY, display } = getComputedStyle(one)
      if (display === 'inline') continue
      const edges = one.getBoundingClientRect()
      // For screen readers.
      if (edges.width <= 1 && edges.height <= 1) return undefined
      if (overflowX !== 'visible') Object.assign(clip, { left: Math.max(clip.left, edges.left), right: Math.min(clip.right, edges.right) })
      if (overflowY !== 'visible') Object.assign(clip, { top: Math.max(clip.top, edges.top), bottom: Math.min(clip.bottom, edges.bottom) })
    }
    return clip
  }

  function checkEllipsis(element, text) {
    const style = getComputedStyle(element)
    if (style.textOverflow !== 'ellipsis' || element.scrollWidth <= element.clientWidth) return
    // A name gives way at its domain first, whole.
    if (element.closest('bdi[dir=ltr] > span')) return
    const [word = ''] = text.split(/\\s/)
    const context = (checkEllipsis.canvas ??= document.createElement('canvas').getContext('2d'))
    context.font = style.font
    const needed = Math.min(context.measureText(word).width, context.measureText('000000').width)
    if (element.clientWidth < needed - 1) found.add('narrower than its first word: ' + text.slice(0, 40) + ' (' + element.clientWidth + ')')
  }
})()`
