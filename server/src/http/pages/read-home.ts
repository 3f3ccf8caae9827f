import type { Page } from './page.ts'

export function readHomePage(): Page {
  return {
    page: 'home',
    title: 'Byname',
    description: 'Names under ENS domains, free of gas: find yours and claim it.',
    path: '/',
    data: { domains: [] },
  }
}
