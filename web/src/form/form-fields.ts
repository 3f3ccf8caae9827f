import { namesUpwards } from './field-problems.ts'

/** The input of a field of the request, or of the list that has it. */
export function fieldNamed(form: HTMLFormElement, name: string): HTMLElement | undefined {
  for (const one of namesUpwards(name)) {
    const field = form.elements.namedItem(one)
    if (field instanceof HTMLElement) return field
  }
  return undefined
}

/** What its label says. */
export function titleOfField(form: HTMLFormElement, name: string): string | undefined {
  const field = fieldNamed(form, name)
  const labels = field && 'labels' in field && field.labels instanceof NodeList ? field.labels : undefined
  return labels?.item(0)?.textContent?.trim() || undefined
}
