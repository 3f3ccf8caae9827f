import type { Context } from '../../context.ts'
import { listDomainsWithOpenClaims } from '../../core/domains/list-open.ts'
import { openDomainsAnswer } from '../schema/domain-page.ts'
import type { Page } from './page.ts'

/** The oldest ones; more do not fit a page. */
const maxDomains = 50

export async function readHomePage(context: Context, urlOf: (reference: string) => string): Promise<Page> {
  const found = await listDomainsWithOpenClaims(context, { limit: maxDomains })
  return {
    page: 'home',
    title: 'Byname',
    description: 'Names under ENS domains, free of gas: find yours and claim it.',
    path: '/',
    data: { openDomains: openDomainsAnswer.serialize({ ...found, urlOf }) },
  }
}
