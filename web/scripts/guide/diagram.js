import { escapeHtml } from './escape-html.js'

const shape = /^([\w-]+)(?:\[\(?"?(.+?)"?\)?\])?$/
const arrow = /^ (?:-- "?(.+?)"? )?--> $/

/**
 * A flowchart of Mermaid as a list of its paths, which wraps on phones and can be read aloud: what draws Mermaid is a browser, or a
 * megabyte in the page. Throws for what is no row of `A[Name] -- label --> B`.
 */
export function renderDiagram(text) {
  const [, ...lines] = text.trim().split('\n')
  const names = new Map()
  const rows = lines.map((line) => renderPath(line.trim(), names))
  return `<ul class="diagram">${rows.join('')}</ul>\n`
}

function renderPath(line, names) {
  const parts = line.split(/( (?:-- .+? )?--> )/)
  const steps = parts.map((part, index) => {
    const match = (index % 2 === 0 ? shape : arrow).exec(part)
    if (!match)
      throw new Error(`A diagram has the row "${line}", which is not of the form A[Name] -- label --> B.`)
    if (index % 2 === 1) return `<span class="step">${match[1] ? escapeHtml(match[1]) : ''} → </span>`
    const [, id, name] = match
    if (name) names.set(id, name)
    return `<span class="part">${escapeHtml(names.get(id) ?? id)}</span>`
  })
  return `<li>${steps.join('')}</li>`
}
