/**
 * A script for the page in forced colours, where backgrounds and shadows are gone: controls whose place or state cannot be
 * seen. A field needs an edge, another control an edge, a text or a picture; what is chosen needs more than a background.
 */
export const findIndistinct = `(() => {
  const found = new Set()
  for (const control of document.querySelectorAll('input, textarea, select, button, a[href], summary, [role=combobox]')) {
    if (!isShown(control)) continue
    const isField = control.matches('input, textarea, select, [role=combobox]')
    const isSeen = isField
      ? hasEdge(control) || [1, 2, 3].some((up) => hasEdge(above(control, up)))
      : hasEdge(control) || control.innerText?.trim() !== '' || control.querySelector('img, svg') !== null
    if (!isSeen) found.add('no edge: ' + excerpt(control))
  }
  for (const chosen of document.querySelectorAll('[aria-current], [aria-selected=true], [aria-pressed=true], [data-highlighted]')) {
    if (!isShown(chosen)) continue
    const other = [...(chosen.closest('ul, ol, nav, [role=listbox], [role=menu], [role=tablist], tbody') ?? document).querySelectorAll(chosen.localName)].find((one) => one !== chosen && isShown(one) && !one.matches('[aria-current], [aria-selected=true], [aria-pressed=true], [data-highlighted]'))
    if (other && look(chosen) === look(other)) found.add('as the others: ' + excerpt(chosen))
  }
  return [...found]

  function isShown(element) {
    const { width, height } = element.getBoundingClientRect()
    return width > 1 && height > 1 && element.type !== 'hidden' && element.checkVisibility({ visibilityProperty: true }) && element.closest('[inert]') === null
  }

  function above(element, levels) {
    let one = element
    for (let level = 0; level < levels && one; level++) one = one.parentElement
    return one
  }

  function hasEdge(element) {
    if (!element) return false
    const style = getComputedStyle(element)
    if (element.matches('input[type=checkbox], input[type=radio]') && style.appearance !== 'none') return true
    return parseFloat(style.borderBottomWidth) > 0 && style.borderBottomStyle !== 'none' && !isClear(style.borderBottomColor)
  }

  function isClear(color) {
    return color === 'transparent' || /^rgba\\(.*, 0\\)$|\\/ 0\\)$/.test(color)
  }

  function look(element) {
    const { borderTopWidth, borderLeftWidth, borderBottomWidth, borderLeftColor, outlineStyle, outlineWidth, fontWeight, textDecorationLine, color, backgroundColor } = getComputedStyle(element)
    return [borderTopWidth, borderLeftWidth, borderBottomWidth, borderLeftColor, outlineStyle === 'none' ? '' : outlineWidth, fontWeight, textDecorationLine, color, backgroundColor].join(' ')
  }

  function excerpt(element) {
    return element.outerHTML.replace(/<svg.*?<.svg>/gs, '').slice(0, 220)
  }
})()`
