import type { Page } from 'playwright-core'

/** A table that a person chooses in the console. */
export function csvFile(lines: readonly string[]) {
  return { name: 'members.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) }
}

type ChosenFile = Parameters<ReturnType<Page['getByLabel']>['setInputFiles']>[0]

export function chooseFile(page: Page, chosen: ChosenFile) {
  return page.getByLabel('File of names').setInputFiles(chosen)
}

/** In the page: `longestTask` is that of the longest task from then on, in milliseconds. */
export const watchLongTasks = `globalThis.longestTask = 0
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) longestTask = Math.max(longestTask, Math.round(duration))
}).observe({ type: 'longtask' })`
