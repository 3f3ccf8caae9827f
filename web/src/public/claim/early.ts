import type { PageData } from '../page-data.ts'
import { askEarly } from './ask-availability.ts'

// Runs as soon as it has arrived, which is long before React has: the response about what was typed is then on its way.
const field = document.querySelector<HTMLInputElement>('input[name="label"]')
const content = document.getElementById('page')?.textContent
if (field && content) {
  // Safe because the server writes the data of the page.
  const { data } = JSON.parse(content) as { data: PageData['claim'] }
  const { name, chainId } = data.domain
  let timer: ReturnType<typeof setTimeout> | undefined
  const ask = () => {
    const label = (field.value || new URLSearchParams(location.search).get('label') || '')
      .trim()
      .toLowerCase()
    if (/^[a-z0-9-]+$/.test(label)) askEarly(`${label}.${name}`, chainId)
  }
  field.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(ask, 200)
  })
  ask()
}
